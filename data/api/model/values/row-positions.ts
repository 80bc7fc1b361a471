// Positions of rows in the order of a list. `next` contains the position of the last row of a page, so the next page
// neither repeats nor skips rows.
import { ParseError, type Codec, type Value } from './codecs.ts'

/** The position of a row in a list ordered by time: its instant (ms since 1970) and its id. */
export interface RowPosition {
  readonly at: number
  readonly id: number
}

export type Scalar = string | number | boolean | null

/** The position of a row in a list ordered by columns: its values of these columns as displayed, and its id. */
export interface SortedPosition {
  readonly values: readonly Scalar[]
  readonly id: number
}

/** Maximum length of a position: it leaves room for other parameters in a URL of 8,192 characters. */
export const maxPositionLength = 6000
const timePattern = /^(-?(?:0|[1-9]\d{0,14}))_(0|[1-9]\d{0,15})$/
const sortedPattern = /^\[[\s\S]+,(0|[1-9]\d{0,15})\]$/

const invalidPosition = () => new ParseError('is not what `pagination.next` carries')

const position: Codec = {
  schema: { type: 'string', pattern: timePattern.source, examples: ['1768039500000_41'] },
  read: (given) => (timePattern.test(given) ? given : invalidPosition()),
  write: String,
}

const sortedPosition: Codec = {
  schema: {
    type: 'string',
    pattern: sortedPattern.source,
    maxLength: maxPositionLength,
    examples: ['["epic",120,41]'],
  },
  read: (given) => (readSorted(given) ? given : invalidPosition()),
  write: String,
}

/** Parses `older_than`; undefined if it is absent. */
export function timePosition(given: Value | undefined): RowPosition | undefined {
  const [, at, id] = timePattern.exec(String(given)) ?? []
  return at === undefined ? undefined : { at: Number(at), id: Number(id) }
}

/** Parses `after_row`; undefined if it is absent. */
export const sortedPositionOf = (given: Value | undefined): SortedPosition | undefined =>
  given === undefined ? undefined : readSorted(String(given))

function readSorted(given: string): SortedPosition | undefined {
  if (given.length > maxPositionLength || !sortedPattern.test(given)) return undefined
  try {
    const parts = JSON.parse(given) as unknown[]
    const values = parts.slice(0, -1)
    return values.every(isScalar) ? { values, id: Number(parts.at(-1)) } : undefined
  } catch {
    return undefined
  }
}

const isScalar = (value: unknown): value is Scalar =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

/** The text of `older_than`. */
export const writeTimePosition = ({ at, id }: RowPosition): string => `${at}_${id}`

/** JSON text in which DEL is escaped too: a request target must not contain control characters, and JSON escapes the others. */
export const writeSortedPosition = ({ values, id }: SortedPosition): string =>
  JSON.stringify([...values, id]).replaceAll('\u007f', '\\u007f')

const meanwhile = 'so rows that come in meanwhile shift none. `page` is then only a number.'

/** The parameters by which lists continue after a row. */
export const positionParams = {
  older_than: {
    codec: position,
    summary: `Only rows after this one, as \`pagination.next\` carries it: ${meanwhile}`,
  },
  after_row: {
    codec: sortedPosition,
    summary: `With \`sort\`, only rows after this one, as \`pagination.next\` carries it: ${meanwhile}`,
  },
}
