import type { Texts } from '../../../api/model/values/locales.ts'
import type { Stored } from '../../../api/model/conditions.ts'
import { textBytes } from '../../cache/caches.ts'

/** The texts of a column's values in lower case, joined: a substring is found by few searches instead of one per value. */
export class JoinedTexts {
  readonly #joined: string
  /** The offset of each value. */
  readonly #starts: Uint32Array

  /** With `texts`, a value that is a localization key counts as its text. */
  constructor(values: readonly Stored[], texts?: Texts) {
    const lowered = values.map((value) => (typeof value === 'string' ? (texts?.get(value) ?? value).toLowerCase() : ''))
    this.#joined = lowered.join('\n')
    this.#starts = new Uint32Array(lowered.length)
    let start = 0
    for (const [at, text] of lowered.entries()) {
      this.#starts[at] = start
      start += text.length + 1
    }
  }

  get bytes(): number {
    return textBytes(this.#joined) + this.#starts.byteLength
  }

  /** Numbers of the values that contain the substring, ignoring case, ascending. */
  valuesWith(given: string): number[] {
    const part = given.toLowerCase()
    const found: number[] = []
    let value = 0
    for (let at = this.#joined.indexOf(part); at !== -1; at = this.#joined.indexOf(part, this.#startOf(value + 1))) {
      value = this.#valueAt(at, value)
      if (at + part.length < this.#startOf(value + 1)) found.push(value)
    }
    return found
  }

  #startOf(value: number): number {
    return this.#starts[value] ?? this.#joined.length + 1
  }

  /** The value that an offset belongs to, searched from `low` on. */
  #valueAt(place: number, low: number): number {
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if (this.#startOf(middle) <= place) low = middle
      else high = middle - 1
    }
    return low
  }
}
