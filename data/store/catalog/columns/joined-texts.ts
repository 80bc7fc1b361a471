import type { StoredValue } from '../../../api/model/conditions.ts'
import type { Texts } from '../../../api/model/values/locales.ts'
import type { Steps } from '../../../api/model/values/steps.ts'
import { textBytes } from '../../cache/caches.ts'
import { LetterPairs, type Stretch } from './letter-pairs.ts'

/** Fewer texts are searched just as fast without `LetterPairs`. */
const minTextsForPairs = 1000

/** Values that are looked up in one step, which takes a millisecond. */
const valuesPerStep = 2000

/** The texts of the values of a column, in lower case and joined, so that a substring is found by few searches. */
export class JoinedTexts {
  readonly #joined: string
  /** The offset of each value, and of one after the last. */
  readonly #starts: Uint32Array
  readonly #pairs: LetterPairs | undefined

  private constructor(lowered: readonly string[]) {
    this.#joined = lowered.join('\n')
    this.#starts = new Uint32Array(lowered.length + 1)
    for (const [at, text] of lowered.entries()) this.#starts[at + 1] = (this.#starts[at] as number) + text.length + 1
    this.#pairs = lowered.length < minTextsForPairs ? undefined : new LetterPairs(this.#joined, this.#starts)
  }

  /** Joins the texts of values. With `texts`, values that are localization keys are replaced by their texts. */
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

  /** Codes of the values that contain a substring, ignoring case, in ascending order. */
  valuesWith(given: string): number[] {
    const part = given.toLowerCase()
    const found: number[] = []
    const everywhere: readonly Stretch[] = [[0, this.#starts.length - 1]]
    const stretches = part.length > 1 ? (this.#pairs?.stretchesWith(part) ?? everywhere) : everywhere
    for (const stretch of stretches) this.#search(part, stretch, found)
    return found
  }

  /** Adds the values of a stretch that contain a part to `found`. */
  #search(part: string, [from, to]: Stretch, found: number[]): void {
    const starts = this.#starts
    const start = starts[from] as number
    const text = this.#joined.slice(start, (starts[to] as number) - 1)
    let value = from
    for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, (starts[value + 1] as number) - start)) {
      // A linear search: a third of the values in a stretch have the part, so the next one is near.
      while ((starts[value + 1] as number) <= start + at) value += 1
      if (start + at + part.length < (starts[value + 1] as number)) found.push(value)
    }
  }
}
