import type { CanonicalRequest } from '../model/endpoint.ts'
import type { CatalogStore } from '../model/store.ts'
import { runSynchronously, runInSlices, type Steps } from '../model/values/steps.ts'

/** A part of an answer that takes long to compute. */
interface Prepared<T> {
  /** Computes it without blocking the thread; `of` then returns it at once. */
  readonly prepare: (request: CanonicalRequest, store: CatalogStore) => Promise<void>
  readonly of: (request: CanonicalRequest, store: CatalogStore) => T
  /** What was prepared, if anything was. */
  readonly ifPrepared: (request: CanonicalRequest) => T | undefined
}

/** A value computed in steps for one request: before it is answered, or synchronously if nobody awaited that. */
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

/** A value that is computed once for each request. */
export function oncePerRequest<T extends object>(compute: (request: CanonicalRequest, store: CatalogStore) => T) {
  const made = new WeakMap<CanonicalRequest, T>()
  return (request: CanonicalRequest, store: CatalogStore): T => {
    const value = made.get(request) ?? compute(request, store)
    made.set(request, value)
    return value
  }
}
