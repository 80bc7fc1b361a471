import type { SizedCache } from './caches.ts'
import { runSynchronously, runInSlices, type Steps } from '../../api/model/values/steps.ts'

/**
 * Runs preparations one after the other, so that their slices do not add up. Returns undefined if all of them return
 * undefined, which means that nothing has to be prepared.
 */
export function prepareInSequence(prepare: readonly (() => Promise<void> | undefined)[]): Promise<void> | undefined {
  for (const [at, one] of prepare.entries()) {
    const waiting = one()
    if (waiting) return waiting.then(() => prepareInSequence(prepare.slice(at + 1)))
  }
  return undefined
}

/** Computes values in steps and caches them by key as long as there is room. */
export class StepCache<T extends object> {
  readonly #values: Pick<SizedCache<T>, 'get' | 'set' | 'has'>
  readonly #waiting = new Map<string, Promise<void>>()

  constructor(values: Pick<SizedCache<T>, 'get' | 'set' | 'has'>) {
    this.#values = values
  }

  /** Returns a value, which is computed synchronously if it is not cached. */
  get(key: string, make: () => Steps<T>): T {
    return this.#values.get(key) ?? runSynchronously(this.make(key, make))
  }

  /** Returns a value, which is computed as a part of the caller's steps if it is not cached. */
  *make(key: string, make: () => Steps<T>): Steps<T> {
    const known = this.#values.get(key)
    if (known) return known
    const made = yield* make()
    this.#values.set(key, made)
    return made
  }

  /** Computes a value in steps without blocking the thread. Returns undefined if it is cached. */
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
