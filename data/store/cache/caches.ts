// The caches that MEMORY_MB limits: all whose entries grow with the data or with requests.
import { LRUCache } from 'lru-cache'
import { TwoGenerationCache } from './two-generation-cache.ts'

const megabyte = 1024 * 1024

/** Share of each cache in the memory limit, as a percentage. */
export const cacheParts = {
  /** Whole responses, with their compressed bodies, by raw target. */
  answers: 18,
  /** Columns that filters read, by resource and patch. */
  columns: 18,
  /** Ranks of values, from which orders are made. */
  ranks: 3,
  /** Rows in requested orders. */
  orders: 5,
  /** Columns of numbers that `greatest` conditions compare. */
  numbers: 4,
  /** JSON texts of rows. */
  rows: 10,
  /** Localized texts. */
  texts: 11,
  /** Search indexes. */
  search: 8,
  /** Indexes of rendered folders. */
  indexes: 6,
  /** Facets, and values that pages derive from answers. */
  parsed: 4,
  /** Pages of the catalog's file, mapped. */
  mapped: 5,
  /** Pages of `live.db` in the writing connection. */
  written: 8,
} as const

export type CachePart = keyof typeof cacheParts

export type SizedCache<Value extends object> = Pick<
  LRUCache<string, Value>,
  'get' | 'set' | 'has' | 'clear' | 'size'
> & {
  /** Updates the size of an entry that has grown since it was set. */
  resize: (key: string) => void
}

interface OpenedCache {
  readonly calculatedSize: number
  clear(): void
}

/** The caches of a catalog, which share a memory limit and are emptied together. */
export class Caches {
  readonly #bytes: number
  readonly #opened = new Map<CachePart, OpenedCache>()

  constructor(megabytes = 256) {
    this.#bytes = megabytes * megabyte
  }

  /** Memory limit of a cache in bytes. */
  maxBytesOf(part: CachePart): number {
    return Math.floor((this.#bytes * cacheParts[part]) / 100)
  }

  /**
   * Opens a cache, which evicts the least recently used entries. `sizeOf` returns the memory of a value in bytes. A value that
   * is larger than the limit is not cached. Throws an `Error` if the cache was opened before.
   */
  cache<Value extends object>(part: CachePart, sizeOf: (value: Value) => number): SizedCache<Value> {
    const cache = new LRUCache<string, Value>({
      maxSize: this.maxBytesOf(part),
      sizeCalculation: (value, key) => entryBytes + key.length + Math.ceil(sizeOf(value)),
    })
    this.#open(part, cache)
    const resize = (key: string) => {
      const value = cache.get(key)
      if (value === undefined) return
      cache.delete(key)
      cache.set(key, value)
    }
    return Object.assign(cache, { resize })
  }

  /** Opens a cache whose keys are numbers. Throws an `Error` if the cache was opened before. */
  cacheByNumber<Value extends object>(part: CachePart, sizeOf: (value: Value) => number): TwoGenerationCache<Value> {
    const cache = new TwoGenerationCache<Value>(this.maxBytesOf(part), (value) => entryBytes + sizeOf(value))
    this.#open(part, cache)
    return cache
  }

  #open(part: CachePart, cache: OpenedCache): void {
    if (this.#opened.has(part)) throw new Error(`There is a cache of ${part} already`)
    this.#opened.set(part, cache)
  }

  /** Memory that each opened cache uses, in bytes. */
  usedBytes(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#opened].map(([part, { calculatedSize }]) => [part, calculatedSize]))
  }

  clear(): void {
    for (const cache of this.#opened.values()) cache.clear()
  }
}

/**
 * Estimates the memory of a value that was parsed from JSON: objects and short strings take about three times their
 * text.
 */
export const jsonBytes = (value: object): number => 3 * JSON.stringify(value).length

/** Memory of an entry in addition to its key and value. */
const entryBytes = 100

/** Memory of a text: V8 stores one byte per character, or two if any character needs them. */
export const textBytes = (text: string | null): number =>
  text === null ? 0 : 24 + (/[^\u0000-\u00ff]/.test(text) ? 2 * text.length : text.length)
