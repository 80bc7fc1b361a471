import * as codecs from './codecs.ts'
import type { Codec, Value } from './codecs.ts'
import type { Columns } from './columns.ts'
import type { Params, Values } from './params.ts'
import { canonicalId, tagOf } from './raw-key.ts'

/** A stored value of a search column; lists stay lists. */
export type Stored = string | number | boolean | null | readonly string[]

/** A row is selected when the value of one of `columns` passes the test. */
export interface Condition {
  readonly columns: readonly string[]
  /** Test the text that a localization key stands for, not the key. */
  readonly localized?: boolean
  /** In lower case: the test is whether this is a part of the text, so that a store may search its own way. */
  readonly part?: string
  readonly test: (value: Stored) => boolean
}

export interface Filter {
  readonly columns: readonly string[]
  readonly params: Params
  /** The parameter whose value must be a known slug of `columns[0]`. */
  readonly checked?: string
  conditions(values: Values): Condition[]
}

/** A filter as a resource declares it; `resource()` binds it to the columns. */
export type FilterDeclaration = (columns: Columns) => Filter

const columnOf = (columns: Columns, name: string) => {
  const column = columns[name]
  if (!column) throw new Error(`A filter names the column ${name}, which is not declared`)
  return column
}

function single(param: string, codec: Codec, summary: string, byDefault?: Value): Params {
  return { [param]: { codec, summary, ...(byDefault !== undefined && { default: byDefault }) } }
}

const conditionOf = (columns: readonly string[], given: Value | undefined, test: (value: Stored) => boolean) =>
  given === undefined ? [] : [{ columns, test }]

interface ExactOptions {
  param?: string
  /** The values are tags of a kind: tag, id and raw key mean the same. */
  tags?: boolean
  /** Columns that may match instead. */
  or?: readonly string[]
  default?: Value
}

/** Equality; on a list column, one element equals. Ids are taken as raw upstream keys too. */
export function exact(
  name: string,
  { param = name, tags, or = [], default: byDefault }: ExactOptions = {},
): FilterDeclaration {
  return (columns) => {
    const column = columnOf(columns, name)
    const isInteger = column.type === 'integer'
    const normal = (value: unknown) => (isInteger ? value : tags ? tagOf(String(value)) : canonicalId(String(value)))
    const searched = [name, ...or]
    return {
      columns: searched,
      params: single(param, isInteger ? codecs.integer() : codecs.text(), `Exact \`${name}\`.`, byDefault),
      ...(column.usual && { checked: param }),
      conditions(values) {
        const given = values[param]
        const wanted = normal(given)
        return conditionOf(searched, given, (value) =>
          Array.isArray(value)
            ? value.some((element) => normal(element) === wanted)
            : value !== null && (normal(value) === wanted || value === given),
        )
      },
    }
  }
}

function contains(name: string, param: string, summary: string, localized: boolean): Filter {
  return {
    columns: [name],
    params: single(param, codecs.text(), summary),
    conditions(values) {
      const given = values[param]
      if (given === undefined) return []
      const part = String(given).toLowerCase()
      const test = (value: Stored) => typeof value === 'string' && value.toLowerCase().includes(part)
      return [{ columns: [name], localized, part, test }]
    },
  }
}

/** Found anywhere in the text, whatever the case; a localization key counts as its text. */
export const substring =
  (name: string): FilterDeclaration =>
  (columns) =>
    contains(name, name, `Substring of \`${name}\`, whatever the case.`, columnOf(columns, name).localizable ?? false)

/** Found anywhere in the id; `_` and `%` are literal. */
export const idLike = (): FilterDeclaration => () =>
  contains('id', 'id_like', 'Substring of the id; `_` is literal.', false)

/** Inclusive bounds under names of their own. */
export function between(name: string, low: string, high: string): FilterDeclaration {
  return (columns) => {
    columnOf(columns, name)
    return {
      columns: [name],
      params: {
        ...single(low, codecs.integer(), `Least \`${name}\`, inclusive.`),
        ...single(high, codecs.integer(), `Greatest \`${name}\`, inclusive.`),
      },
      conditions: (values) => [
        ...conditionOf([name], values[low], (value) => typeof value === 'number' && value >= Number(values[low])),
        ...conditionOf([name], values[high], (value) => typeof value === 'number' && value <= Number(values[high])),
      ],
    }
  }
}

/** `min_X` and `max_X`, inclusive integers, on the column `X` or the one named. */
export const range = (param: string, name: string = param): FilterDeclaration =>
  between(name, `min_${param}`, `max_${param}`)

/** A boolean column. */
export function flag(name: string): FilterDeclaration {
  return (columns) => {
    columnOf(columns, name)
    return {
      columns: [name],
      params: single(name, codecs.flag(), `Only rows whose \`${name}\` is this.`),
      conditions: (values) => conditionOf([name], values[name], (value) => value === values[name]),
    }
  }
}

/** Whether a column has a value. */
export function presence(param: string, name: string): FilterDeclaration {
  return (columns) => {
    columnOf(columns, name)
    return {
      columns: [name],
      params: single(param, codecs.flag(), `Only rows with (true) or without (false) \`${name}\`.`),
      conditions: (values) => conditionOf([name], values[param], (value) => (value !== null) === values[param]),
    }
  }
}
