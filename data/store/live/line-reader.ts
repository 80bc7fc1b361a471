import { lines, type Feed, type Line } from '../../api/live/feeds.ts'

export interface RejectedLine {
  /** From 1. */
  readonly line: number
  readonly errors: readonly string[]
}

/** Longest line, in bytes. */
export const longestLine = 1024 * 1024

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export type ReadLine<F extends Feed> = { readonly line: Line<F> } | { readonly errors: readonly string[] }

/** Reads one line of a feed: UTF-8, a JSON object, the fields of the specification. */
export function readLine<F extends Feed>(feed: F, bytes: Uint8Array): ReadLine<F> {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    return { errors: ['expected UTF-8 text'] }
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { errors: [`expected one JSON object a line: ${error instanceof Error ? error.message : ''}`] }
  }
  const read = lines[feed].safeParse(value)
  if (read.success) return { line: read.data as Line<F> }
  return {
    errors: read.error.issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message)),
  }
}
