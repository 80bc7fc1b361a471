import { LRUCache } from 'lru-cache'

/** The cached value of a key, made where there is none. */
export type CacheByState<T> = (state: object, key: string, make: () => Promise<T>) => Promise<T>

/**
 * A cache for each state, say of the catalog, of at most `max` values; it goes with its state. Whoever asks for a value that is being
 * made waits for that one, and a failure is not cached.
 */
export function cacheByState<T extends object>(max: number): CacheByState<T> {
  const caches = new WeakMap<object, LRUCache<string, T, () => Promise<T>>>()
  return (state, key, make) => {
    const cache =
      caches.get(state) ??
      new LRUCache<string, T, () => Promise<T>>({
        max,
        // A value that is evicted while it is being made still goes to those who wait for it.
        ignoreFetchAbort: true,
        fetchMethod: (_key, _stale, { context }) => context(),
      })
    caches.set(state, cache)
    return cache.forceFetch(key, { context: make })
  }
}
