import type { NumberRange } from './values/list-codecs.ts'
import { canonicalId, tagOf } from './values/raw-key.ts'

/** A stored value of a search column; lists stay lists. */
export type Stored = string | number | boolean | null | readonly string[]

/**
 * `oneOf` takes a list of values, `containing` a part of a text, `present` whether there is a value at all, `greatest` the range in
 * which the greatest number of its columns lies.
 */
export type Operator = 'equal' | 'oneOf' | 'atLeast' | 'atMost' | 'below' | 'containing' | 'present' | 'greatest'

/** What a text is converted to before it is compared: an id or a tag (from a raw upstream key too), or ms since 1970. */
export type Conversion = 'id' | 'tag' | 'instant'

/** Selects rows by the value of a column. Both stores execute these; they are plain data and may be sent to another thread. */
export interface Condition {
  readonly column: string
  /** Columns that may match instead. */
  readonly or?: readonly string[]
  readonly operator: Operator
  /** Already converted. */
  readonly value: string | number | boolean | readonly string[] | readonly number[] | NumberRange
  /** How stored values are converted. The live store holds converted values and ignores this. */
  readonly as?: Conversion
  /** Compares the localized text, not the key. */
  readonly localized?: boolean
}

const conversions = {
  id: (given: string) => canonicalId(given),
  tag: (given: string) => tagOf(given),
  instant: (given: string) => Date.parse(given),
}

/** A value as conditions compare it; only texts are converted. */
export const convert = <T>(value: T, as: Conversion | undefined): T | string | number =>
  as !== undefined && typeof value === 'string' ? conversions[as](value) : value

export const columnsOf = ({ column, or = [] }: Pick<Condition, 'column' | 'or'>): readonly string[] => [column, ...or]

/** Whether a stored value of one column meets the condition. A list meets it when one of its elements does; null only `present`. */
export function testOf(condition: Condition): (stored: Stored) => boolean {
  const { operator, value, as } = condition
  if (operator === 'present') return (stored) => (stored !== null) === value
  const test = elementTest(condition)
  return (stored) => {
    if (stored === null) return false
    return Array.isArray(stored)
      ? stored.some((element: string) => test(convert(element, as)))
      : test(convert(stored, as))
  }
}

function elementTest({ operator, value }: Condition): (stored: unknown) => boolean {
  switch (operator) {
    case 'oneOf': {
      const values = new Set<unknown>(value as readonly unknown[])
      return (stored) => values.has(stored)
    }
    case 'containing': {
      const part = String(value).toLowerCase()
      return (stored) => typeof stored === 'string' && stored.toLowerCase().includes(part)
    }
    case 'atLeast':
      return (stored) => typeof stored === 'number' && stored >= Number(value)
    case 'atMost':
      return (stored) => typeof stored === 'number' && stored <= Number(value)
    case 'below':
      return (stored) => typeof stored === 'number' && stored < Number(value)
    default:
      return (stored) => stored === value
  }
}
