import { lineSchemas, type Feed, type Line } from '../../../api/model/feeds/feeds.ts'
import { unusual, usualReader } from '../../../api/model/feeds/usual-values.ts'
import { linesIn } from '../../files/lines.ts'
import { lostNumbers } from '../../../api/model/values/lost-numbers.ts'
import { isNestedTooDeep, maxNestingDepth } from '../../../api/model/values/nesting.ts'

export interface RejectedLine {
  /** Number of the line in the request, from 1. */
  readonly line: number
  readonly errors: readonly string[]
}

/** Limit for a line. Columns that no feed declares are stored and returned too, in pages of 250 rows. */
export const maxLineBytes = 64 * 1024

/** Keeps a byte order mark, which `readLine` handles. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

type ReadLine<F extends Feed> = { readonly line: Line<F> } | { readonly errors: readonly string[] }

/**
 * Decodes the lines of a batch; undefined stands for one that is not UTF-8. Decoding line by line takes four times as
 * long.
 */
export function decodeLines(bytes: Buffer): (string | undefined)[] {
  return decode(bytes)?.split('\n') ?? Array.from(linesIn([bytes]), decode)
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * Reads a line of a feed: a JSON object with the fields of the specification. Returns the validation errors of an invalid
 * one; `undefined` stands for a line that is not UTF-8.
 */
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
  if (usual !== unusual) return checkNumbers(text, usual as Line<F>)
  const read = lineSchemas[feed].safeParse(value)
  if (read.success) return checkNumbers(text, read.data as Line<F>)
  return {
    errors: read.error.issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message)),
  }
}

/**
 * Refuses numbers that lose digits as doubles. Answers return columns that no feed declares, so these have to be exact.
 */
function checkNumbers<F extends Feed>(text: string, line: Line<F>): ReadLine<F> {
  const lost = lostNumbers(text)
  if (lost.length === 0) return { line }
  return { errors: lost.map(({ path }) => `${path}: expected a number that keeps its digits as a double, or text`) }
}

const byteOrderMark = '\ufeff'
const unicodeEscape = String.raw`\u`
const zero = String.raw`\u0000`

/**
 * Replaces zero characters, which PostgreSQL cannot store: rows have to be the same, and in the same order, in both
 * engines. JSON can only contain one as an escape.
 */
const withoutZeros = (text: string): string =>
  text.includes(zero) ? text.replaceAll(/(?<!\\)((?:\\\\)*)\\u0000/g, String.raw`$1\ufffd`) : text

/**
 * Whether a line has half of a surrogate pair, which no database stores unchanged. JSON can only contain one as an
 * escape.
 */
const hasHalfCharacter = (text: string, value: unknown): boolean =>
  text.includes(unicodeEscape) &&
  /\\u[dD][89a-fA-F]/.test(text) &&
  /(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(JSON.stringify(value))
