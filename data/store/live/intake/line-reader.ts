import { lines, type Feed, type Line } from '../../../api/model/feeds/feeds.ts'
import { unusual, usualReader } from '../../../api/model/feeds/usual-values.ts'
import { isNestedTooDeep, maxNested } from '../../../api/model/values/nesting.ts'

export interface RejectedLine {
  /** From 1. */
  readonly line: number
  readonly errors: readonly string[]
}

/** Longest line, in bytes. */
export const maxLineBytes = 1024 * 1024

const decoder = new TextDecoder('utf-8', { fatal: true })

export type ReadLine<F extends Feed> = { readonly line: Line<F> } | { readonly errors: readonly string[] }

/** Reads one line of a feed: UTF-8, a JSON object, the fields of the specification. */
export function readLine<F extends Feed>(feed: F, bytes: Uint8Array): ReadLine<F> {
  let text: string
  try {
    text = withoutZeros(decoder.decode(bytes))
  } catch {
    return { errors: ['expected UTF-8 text'] }
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { errors: [`expected one JSON object a line: ${error instanceof Error ? error.message : ''}`] }
  }
  if (isNestedTooDeep(text, value)) return { errors: [`expected values nested at most ${maxNested} deep`] }
  if (hasHalfCharacter(text, value)) return { errors: ['expected whole characters'] }
  const usual = usualReader(lines[feed])(value)
  if (usual !== unusual) return { line: usual as Line<F> }
  const read = lines[feed].safeParse(value)
  if (read.success) return { line: read.data as Line<F> }
  return {
    errors: read.error.issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message)),
  }
}

/** PostgreSQL has no zero characters, and a move must not reorder keys. In JSON only an escape can bring one. */
const withoutZeros = (text: string): string =>
  text.includes(String.raw`\u0000`) ? text.replaceAll(/(?<!\\)((?:\\\\)*)\\u0000/g, String.raw`$1\ufffd`) : text

/** Half of a surrogate pair, which only an escape can bring; no database keeps it as it is. */
const hasHalfCharacter = (text: string, value: unknown): boolean =>
  text.includes(String.raw`\u`) &&
  /\\u[dD][89a-fA-F]/.test(text) &&
  /(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(JSON.stringify(value))
