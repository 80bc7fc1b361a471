import type { SizedCache } from './caches.ts'
import { runSynchronously, runInSlices, type Steps } from '../../api/model/values/steps.ts'

/** Runs the pending ones of several preparations in sequence, so that their slices do not add up; undefined if none is pending. */
export function oneByOne(prepare: readonly (() => Promise<void> | undefined)[]): Promise<void> | undefined {
  for (const [at, one] of prepare.entries()) {
    const waiting = one()
    if (waiting) return waiting.then(() => oneByOne(prepare.slice(at + 1)))
  }
  return undefined
}

/** Values that are computed in steps, cached by key while there is room. */
export class StepCache<T extends object> {
  readonly #values: Pick<SizedCache<T>, 'get' | 'set' | 'has'>
  readonly #waiting = new Map<string, Promise<void>>()

  constructor(values: Pick<SizedCache<T>, 'get' | 'set' | 'has'>) {
    this.#values = values
  }

  /** The value, computed synchronously if it is not cached. */
  get(key: string, make: () => Steps<T>): T {
    return this.#values.get(key) ?? runSynchronously(this.make(key, make))
  }

  /** The value, computed as a part of other steps if it is not cached. */
  *make(key: string, make: () => Steps<T>): Steps<T> {
    const known = this.#values.get(key)
    if (known) return known
    const made = yield* make()
    this.#values.set(key, made)
    return made
  }

  /** Computes a value in steps, yielding to other requests between them; undefined if it is cached. */
  prepare(key: string, make: () => Steps<T>): Promise<void> | undefined {
    if (this.#values.has(key)) return undefined
    const known = this.#waiting.get(key)
    if (known) return known
    const waiting = runInSlices(this.make(key, make))
      .then(() => undefined)
      .finally(() => this.#waiting.delete(key))
    this.#waiting.set(key, waiting)
    return waiting
  }
}
