import { lineSchemas, type Feed, type Line } from '../../../api/model/feeds/feeds.ts'
import { unusual, usualReader } from '../../../api/model/feeds/usual-values.ts'
import { linesIn } from '../../files/lines.ts'
import { lostNumbers } from '../../../api/model/values/lost-numbers.ts'
import { isNestedTooDeep, maxNestingDepth } from '../../../api/model/values/nesting.ts'

export interface RejectedLine {
  /** From 1. */
  readonly line: number
  readonly errors: readonly string[]
}

/** Longest line, in bytes. Columns that no feed declares go into answers, of which a page has 250. */
export const maxLineBytes = 64 * 1024

/** Keeps a byte order mark, which `readLine` handles. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

type ReadLine<F extends Feed> = { readonly line: Line<F> } | { readonly errors: readonly string[] }

/** The lines of a batch as texts, undefined where one is not UTF-8. Decoding them one by one takes four times as long. */
export function textsOf(bytes: Buffer): (string | undefined)[] {
  return textOf(bytes)?.split('\n') ?? Array.from(linesIn([bytes]), textOf)
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

/** Reads one line of a feed: UTF-8, a JSON object, the fields of the specification. */
export function readLine<F extends Feed>(feed: F, given: string | undefined): ReadLine<F> {
  if (given === undefined) return { errors: ['expected UTF-8 text'] }
  const text = withoutZeros(given.startsWith(byteOrderMark) ? given.slice(1) : given)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { errors: [`expected one JSON object a line: ${error instanceof Error ? error.message : ''}`] }
  }
  if (isNestedTooDeep(text, value)) return { errors: [`expected values nested at most ${maxNestingDepth} deep`] }
  if (hasHalfCharacter(text, value)) return { errors: ['expected whole characters'] }
  const usual = usualReader(lineSchemas[feed])(value)
  if (usual !== unusual) return unlessLost(text, usual as Line<F>)
  const read = lineSchemas[feed].safeParse(value)
  if (read.success) return unlessLost(text, read.data as Line<F>)
  return {
    errors: read.error.issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message)),
  }
}

/** Columns that no feed declares pass through to answers: their numbers as well, or not at all. */
function unlessLost<F extends Feed>(text: string, line: Line<F>): ReadLine<F> {
  const lost = lostNumbers(text)
  if (lost.length === 0) return { line }
  return { errors: lost.map(({ path }) => `${path}: expected a number that keeps its digits as a double, or text`) }
}

const byteOrderMark = '\ufeff'
const unicodeEscape = String.raw`\u`
const zero = String.raw`\u0000`

/** PostgreSQL has no zero characters, and a move must not reorder keys. In JSON only an escape can bring one. */
const withoutZeros = (text: string): string =>
  text.includes(zero) ? text.replaceAll(/(?<!\\)((?:\\\\)*)\\u0000/g, String.raw`$1\ufffd`) : text

/** Half of a surrogate pair, which only an escape can bring; no database keeps it as it is. */
const hasHalfCharacter = (text: string, value: unknown): boolean =>
  text.includes(unicodeEscape) &&
  /\\u[dD][89a-fA-F]/.test(text) &&
  /(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(JSON.stringify(value))
