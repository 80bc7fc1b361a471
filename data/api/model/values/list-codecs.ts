// Codecs of comma-separated lists of columns, ids, values and ranges, whose parts are checked against the declarations or
// the catalog later.
import { sortBytewise } from './byte-order.ts'
import { ParseError, quote, text, type Codec, type Value } from './codecs.ts'

/** How to send several values, for `allowed` of validation errors. */
export const commaListHint = ['values with commas between them']
export const maxIds = 100
export const maxValues = 50
export const maxSortColumns = 5
export const maxRanges = 20
const maxIdLength = 200
const columnPattern = '[A-Za-z][A-Za-z0-9_]{0,99}'

function listCodec(schema: Record<string, unknown>, read: (parts: readonly string[]) => string | ParseError): Codec {
  return {
    schema: { type: 'array', minItems: 1, ...schema },
    isList: true,
    read: (text) => (text === '' ? new ParseError('is empty') : read(text.split(','))),
    write: String,
  }
}

/** The first part that does not match; undefined if all do. */
const wrongPart = (parts: readonly string[], pattern: RegExp) => parts.find((part) => !pattern.test(part))

/**
 * Columns to sort by, `-` before one for descending. A repeated column is ignored. `words` are names of predefined
 * orders, which cannot be combined.
 */
export function sortOrder(examples: readonly string[], words: readonly string[] = []): Codec {
  const items = { type: 'string', pattern: `^-?${columnPattern}$` }
  const pattern = new RegExp(items.pattern)
  const forms = [...words, '<column>', '-<column>']
  const columns = listCodec({ items, maxItems: maxSortColumns, examples: [...words, ...examples] }, (parts) => {
    const wrong = wrongPart(parts, pattern)
    if (wrong !== undefined)
      return new ParseError(`got ${quote(wrong)}, which is not a column, with or without \`-\` before it`, forms)
    if (parts.length > maxSortColumns)
      return new ParseError(`names ${parts.length} columns`, [`${maxSortColumns} columns at most`])
    const columns = parts.map((part) => part.replace('-', ''))
    return parts.filter((_part, at) => columns.indexOf(columns[at] ?? '') === at).join(',')
  })
  return { ...columns, read: (text) => (words.includes(text) ? text : columns.read(text)) }
}

/** Names of columns; `<prefix>*` matches every column with that prefix. The canonical form is sorted and without duplicates. */
export function columnNames(examples: readonly string[]): Codec {
  const items = { type: 'string', pattern: `^${columnPattern}\\*?$` }
  const pattern = new RegExp(items.pattern)
  return listCodec({ items, examples }, (parts) => {
    const wrong = wrongPart(parts, pattern)
    if (wrong === undefined) return [...new Set(parts)].sort().join(',')
    return new ParseError(`got ${quote(wrong)}, which is not the name of a column`, ['<column>', '<prefix>*'])
  })
}

/** Bounds of a number, both inclusive. */
export interface NumberRange {
  readonly min?: number | undefined
  readonly max?: number | undefined
}

const bound = '-?(?:0|[1-9]\\d{0,14})(?:\\.\\d{1,9})?'
/** The optional range after a slug. */
export const rangePattern = `(?::(?:${bound})?\\.\\.(?:${bound})?)?`
const slugRange = new RegExp(`^([A-Za-z0-9_]{1,64})(?::(${bound})?\\.\\.(${bound})?)?$`)

/** Parses `armor_rating` or `armor_rating:5..10`, in which either bound may be left out; undefined for any other text. */
export function readSlugRange(part: string): readonly [slug: string, range: NumberRange] | undefined {
  const [, slug, min, max] = slugRange.exec(part) ?? []
  if (slug === undefined) return undefined
  return [slug, { min: min === undefined ? undefined : Number(min), max: max === undefined ? undefined : Number(max) }]
}

/** Slugs, each with an optional range. Their number is limited because every range takes a pass over the rows. */
export function slugRanges(): Codec {
  const forms = ['<slug>', '<slug>:<least>..<greatest>']
  const items = { type: 'string', pattern: slugRange.source }
  return listCodec({ items, maxItems: maxRanges }, (parts) => {
    if (parts.length > maxRanges) return new ParseError(`names ${parts.length} ranges`, [`${maxRanges} ranges at most`])
    for (const part of parts) {
      const [, { min, max }] = readSlugRange(part) ?? [undefined, { min: NaN }]
      if (Number.isNaN(min))
        return new ParseError(`got ${quote(part)}, which is not a slug with or without a range`, forms)
      if (min !== undefined && max !== undefined && min > max)
        return new ParseError(`got ${quote(part)}, whose range is upside down`, forms)
    }
    return [...new Set(parts)].join(',')
  })
}

/** Canonical ids or raw upstream keys, in the given order. */
export function idList(): Codec {
  const items = { type: 'string', minLength: 1, maxLength: maxIdLength }
  return listCodec({ items, maxItems: maxIds }, (parts) => {
    if (parts.length > maxIds) return new ParseError(`names ${parts.length} ids`, [`${maxIds} ids at most`])
    if (parts.includes('')) return new ParseError('has an empty id', ['ids with commas between them'])
    const long = parts.some((part) => Array.from(part).length > maxIdLength)
    return long ? new ParseError(`has an id of more than ${maxIdLength} characters`) : parts.join(',')
  })
}

/** Splits a value of `oneOrSeveral`. */
export const severalOf = (given: Value): readonly string[] => String(given).split(',')

/**
 * One text, or several separated by commas; a value that contains a comma cannot be requested. The canonical form has no
 * duplicates and is in the order of `order`, followed by other values bytewise.
 */
export function oneOrSeveral(order: readonly string[]): Codec {
  const one = text()
  return {
    schema: { type: 'string', minLength: 1 },
    isList: true,
    read(given) {
      const parts = given.split(',')
      if (parts.length === 1) return one.read(given)
      if (parts.length > maxValues)
        return new ParseError(`names ${parts.length} values`, [`${maxValues} values at most`])
      if (parts.includes('')) return new ParseError('has an empty value', commaListHint)
      const wrong = parts.map((part) => one.read(part)).find((value) => value instanceof ParseError)
      return wrong ?? inOrder(new Set(parts), order).join(',')
    },
    write: String,
  }
}

const inOrder = (values: ReadonlySet<string>, order: readonly string[]): string[] => [
  ...order.filter((value) => values.has(value)),
  ...sortBytewise([...values].filter((value) => !order.includes(value))),
]
