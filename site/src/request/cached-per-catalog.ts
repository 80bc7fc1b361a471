import type { PageCache } from '../../server/site-interface.ts'

/** Returns the cached value of a key, or makes and caches it. */
type CachedPerCatalog<T> = (cache: PageCache, key: string, make: () => Promise<T>) => Promise<T>

/**
 * Returns a function that caches values of one kind in the cache that all kinds share. Concurrent calls for the same key
 * share one `make`, and a failure is not cached. `sizeOf` estimates the bytes of values that are too large to be measured
 * by their JSON.
 */
export function cachedPerCatalog<T extends object>(kind: string, sizeOf?: (value: T) => number): CachedPerCatalog<T> {
  const waiting = new WeakMap<PageCache, Map<string, Promise<T>>>()
  return async (cache, of, make) => {
    const key = `${kind} ${of}`
    const known = cache.get(key) as T | undefined
    if (known) return known
    const made = waiting.get(cache) ?? new Map<string, Promise<T>>()
    waiting.set(cache, made)
    const value = made.get(key) ?? make().finally(() => made.delete(key))
    made.set(key, value)
    const ready = await value
    cache.set(key, ready, sizeOf && { size: sizeOf(ready) })
    return ready
  }
}
