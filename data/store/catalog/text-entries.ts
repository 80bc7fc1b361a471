import type { Steps } from '../../api/model/values/steps.ts'

/** Entries that are parsed in one step, which takes a millisecond. */
const entriesPerStep = 1000

const text = '"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"'
/** A key with its text, and the brace or comma before it. */
const entry = new RegExp(`[{,]${text}:${text}`, 'y')

/**
 * Parses an object of texts in steps, so that a large file does not block the thread, and calls `add` for each entry. `json`
 * has to be the output of `JSON.stringify` for an object whose values are all texts. Throws an `Error` if it is not.
 */
export function* readTexts(json: string, add: (key: string, text: string) => void): Steps<void> {
  let from = 0
  for (let to = from; json.length - from > 2; from = to) {
    for (let count = 0; count < entriesPerStep && isEntry(json, to); count += 1) to = entry.lastIndex
    if (to === from) throw new Error('The texts are not a JSON object of texts')
    const some = JSON.parse(`{${json.slice(from + 1, to)}}`) as Record<string, string>
    for (const [key, value] of Object.entries(some)) add(key, value)
    yield
  }
  if (json.slice(from) !== (from === 0 ? '{}' : '}')) throw new Error('The texts are not a JSON object of texts')
}

function isEntry(json: string, at: number): boolean {
  entry.lastIndex = at
  return entry.test(json)
}
