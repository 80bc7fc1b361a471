import type { SizedCache } from './caches.ts'
import { atOnce, inSlices, type Steps } from '../../api/model/values/steps.ts'

/** What is not at hand of several preparations, one after the other, so that their slices do not add up; nothing where all is. */
export function oneByOne(prepare: readonly (() => Promise<void> | undefined)[]): Promise<void> | undefined {
  for (const [at, one] of prepare.entries()) {
    const waiting = one()
    if (waiting) return waiting.then(() => oneByOne(prepare.slice(at + 1)))
  }
  return undefined
}

/** Values that are computed in steps, cached by key while there is room. */
export class StepCache<T extends object> {
  readonly #values: SizedCache<T>
  readonly #waiting = new Map<string, Promise<void>>()

  constructor(values: SizedCache<T>) {
    this.#values = values
  }

  /** The value, made at once where it is not at hand. */
  get(key: string, make: () => Steps<T>): T {
    return this.#values.get(key) ?? atOnce(this.make(key, make))
  }

  /** The value, made as a part of other steps where it is not at hand. */
  *make(key: string, make: () => Steps<T>): Steps<T> {
    const known = this.#values.get(key)
    if (known) return known
    const made = yield* make()
    this.#values.set(key, made)
    return made
  }

  /** Makes a value that is not at hand, with time for other requests between the steps; nothing where it is. */
  prepare(key: string, make: () => Steps<T>): Promise<void> | undefined {
    if (this.#values.has(key)) return undefined
    const known = this.#waiting.get(key)
    if (known) return known
    const waiting = inSlices(this.make(key, make))
      .then(() => undefined)
      .finally(() => this.#waiting.delete(key))
    this.#waiting.set(key, waiting)
    return waiting
  }
}
