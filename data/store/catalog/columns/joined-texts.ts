import type { StoredValue } from '../../../api/model/conditions.ts'
import type { Texts } from '../../../api/model/values/locales.ts'
import type { Steps } from '../../../api/model/values/steps.ts'
import { textBytes } from '../../cache/caches.ts'
import { LetterPairs, type Stretch } from './letter-pairs.ts'

/** Fewer texts are searched as a whole just as quickly. */
const worthPairs = 1000

/** Few enough to be looked up in a millisecond. */
const valuesPerStep = 2000

/** The texts of a column's values in lower case, joined: a substring is found by few searches instead of one per value. */
export class JoinedTexts {
  readonly #joined: string
  /** The offset of each value, and where one more would begin. */
  readonly #starts: Uint32Array
  readonly #pairs: LetterPairs | undefined

  private constructor(lowered: readonly string[]) {
    this.#joined = lowered.join('\n')
    this.#starts = new Uint32Array(lowered.length + 1)
    for (const [at, text] of lowered.entries()) this.#starts[at + 1] = (this.#starts[at] as number) + text.length + 1
    this.#pairs = lowered.length < worthPairs ? undefined : new LetterPairs(this.#joined, this.#starts)
  }

  /** With `texts`, a value that is a localization key counts as its text. */
  static *of(values: readonly StoredValue[], texts?: Texts): Steps<JoinedTexts> {
    const lowered: string[] = []
    for (const value of values) {
      lowered.push(typeof value === 'string' ? (texts?.get(value) ?? value).toLowerCase() : '')
      if (lowered.length % valuesPerStep === 0) yield
    }
    return new JoinedTexts(lowered)
  }

  get bytes(): number {
    return textBytes(this.#joined) + this.#starts.byteLength + (this.#pairs?.bytes ?? 0)
  }

  /** Numbers of the values that contain the substring, ignoring case, ascending. */
  valuesWith(given: string): number[] {
    const part = given.toLowerCase()
    const found: number[] = []
    const everywhere: readonly Stretch[] = [[0, this.#starts.length - 1]]
    const stretches = part.length > 1 ? (this.#pairs?.stretchesWith(part) ?? everywhere) : everywhere
    for (const stretch of stretches) this.#search(part, stretch, found)
    return found
  }

  /** Adds the values of a stretch that contain the part. */
  #search(part: string, [from, to]: Stretch, found: number[]): void {
    const starts = this.#starts
    const start = starts[from] as number
    const text = this.#joined.slice(start, (starts[to] as number) - 1)
    let value = from
    for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, (starts[value + 1] as number) - start)) {
      // One by one: of the values in a stretch a third has the part, so the next one that has it is near.
      while ((starts[value + 1] as number) <= start + at) value += 1
      if (start + at + part.length < (starts[value + 1] as number)) found.push(value)
    }
  }
}
