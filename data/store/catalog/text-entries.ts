import type { Steps } from '../../api/model/values/steps.ts'

/** Few enough to be parsed in a millisecond. */
const entriesPerStep = 1000

const text = '"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"'
/** A key with its text, and what precedes it. */
const entry = new RegExp(`[{,]${text}:${text}`, 'y')

/**
 * Passes each key with its text to `add`, in steps: parsed as a whole, a large file would hold the thread. `json` is what
 * `JSON.stringify` writes of an object whose values are all texts; throws if it is anything else.
 */
export function* readTexts(json: string, add: (key: string, text: string) => void): Steps<void> {
  let from = 0
  for (let to = from; json.length - from > 2; from = to) {
    for (let count = 0; count < entriesPerStep && isEntry(json, to); count += 1) to = entry.lastIndex
    if (to === from) throw new Error('The texts are no JSON object of texts')
    const some = JSON.parse(`{${json.slice(from + 1, to)}}`) as Record<string, string>
    for (const [key, value] of Object.entries(some)) add(key, value)
    yield
  }
  if (json.slice(from) !== (from === 0 ? '{}' : '}')) throw new Error('The texts are no JSON object of texts')
}

function isEntry(json: string, at: number): boolean {
  entry.lastIndex = at
  return entry.test(json)
}
