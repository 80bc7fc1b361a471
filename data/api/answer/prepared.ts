import type { CanonicalRequest } from '../model/endpoint.ts'
import type { CatalogStore } from '../model/store.ts'
import { runSynchronously, runInSlices, type Steps } from '../model/values/steps.ts'

/** A part of an answer that takes long to compute; it is computed once per request. */
interface Prepared<T> {
  /** Computes the value without blocking the thread. */
  readonly prepare: (request: CanonicalRequest, store: CatalogStore) => Promise<void>
  /** Returns the prepared value, or else computes it synchronously. */
  readonly of: (request: CanonicalRequest, store: CatalogStore) => T
  /** Returns the prepared value; undefined if there is none. */
  readonly ifPrepared: (request: CanonicalRequest) => T | undefined
}

/** Declares a value that is computed in steps, before the answer if `prepare` is awaited. */
export function preparedInSteps<T extends object>(
  steps: (request: CanonicalRequest, store: CatalogStore) => Steps<T>,
): Prepared<T> {
  const made = new WeakMap<CanonicalRequest, T>()
  return {
    ifPrepared: (request) => made.get(request),
    async prepare(request, store) {
      made.set(request, await runInSlices(steps(request, store)))
    },
    of(request, store) {
      const value = made.get(request) ?? runSynchronously(steps(request, store))
      made.set(request, value)
      return value
    },
  }
}

/** Returns a function that computes its result once per request. */
export function oncePerRequest<T extends object>(compute: (request: CanonicalRequest, store: CatalogStore) => T) {
  const made = new WeakMap<CanonicalRequest, T>()
  return (request: CanonicalRequest, store: CatalogStore): T => {
    const value = made.get(request) ?? compute(request, store)
    made.set(request, value)
    return value
  }
}
