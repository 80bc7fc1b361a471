import type { PageCache } from '../../server/site-interface.ts'

/** The value of a key, made where the cache has none. */
type CachedPerCatalog<T> = (cache: PageCache, key: string, make: () => Promise<T>) => Promise<T>

/**
 * Values of one kind in the cache that all kinds share. Whoever asks for a value that is being made waits for that one,
 * and a failure is not cached. `sizeOf` tells roughly the bytes of what is too long to be written as JSON for its
 * length.
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
