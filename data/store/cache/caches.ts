// What MEMORY_MB bounds: every cache whose entries grow with the data or with requests.
import { LRUCache } from 'lru-cache'
import { TwoGenerations } from './two-generations.ts'

const megabyte = 1024 * 1024

/** Percentage of the memory limit for the caches of each part; there are no other caches. */
export const cacheParts = {
  /** Whole answers, with their compressed bodies, by raw target. */
  answers: 18,
  /** Columns that filters read, one table for each resource and patch. */
  columns: 18,
  /** Ranks of values, from which orders are made. */
  ranks: 3,
  /** Rows in the orders that were asked for. */
  orders: 5,
  /** Columns of numbers whose greatest is compared. */
  numbers: 4,
  /** JSON texts of rows. */
  rows: 10,
  /** Localized texts. */
  texts: 11,
  /** Search indexes. */
  search: 8,
  /** Indexes of rendered folders. */
  indexes: 6,
  /** Facets, and what pages keep of answers. */
  parsed: 4,
  /** Pages of the catalog's file, mapped. */
  mapped: 5,
  /** Pages of `live.db`, where it is written. */
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

/** The caches of one catalog, each with its share of one limit. They are emptied together. */
export class Caches {
  readonly #bytes: number
  readonly #opened = new Map<CachePart, OpenedCache>()

  constructor(megabytes = 256) {
    this.#bytes = megabytes * megabyte
  }

  /** Bytes that a part may hold. */
  bytesOf(part: CachePart): number {
    return Math.floor((this.#bytes * cacheParts[part]) / 100)
  }

  /**
   * The cache of a part, which evicts the least recently used entries. `sizeOf` counts all bytes that an entry holds.
   * An entry larger than the whole share is not cached.
   */
  cache<Value extends object>(part: CachePart, sizeOf: (value: Value) => number): SizedCache<Value> {
    const cache = new LRUCache<string, Value>({
      maxSize: this.bytesOf(part),
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

  /** The cache of a part whose keys are numbers. */
  numbered<Value extends object>(part: CachePart, sizeOf: (value: Value) => number): TwoGenerations<Value> {
    const cache = new TwoGenerations<Value>(this.bytesOf(part), (value) => entryBytes + sizeOf(value))
    this.#open(part, cache)
    return cache
  }

  #open(part: CachePart, cache: OpenedCache): void {
    if (this.#opened.has(part)) throw new Error(`There is a cache of ${part} already`)
    this.#opened.set(part, cache)
  }

  /** Bytes that each part holds. */
  held(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#opened].map(([part, { calculatedSize }]) => [part, calculatedSize]))
  }

  clear(): void {
    for (const cache of this.#opened.values()) cache.clear()
  }
}

/** Bytes of what was read from JSON: objects and short strings have some three times the bytes of their text. */
export const jsonBytes = (value: object): number => 3 * JSON.stringify(value).length

/** What an entry costs beside its key and value. */
const entryBytes = 100

/** Bytes of a text in memory: one for each character, or two where one of them needs that. */
export const textBytes = (text: string | null): number =>
  text === null ? 0 : 24 + (/[^\u0000-\u00ff]/.test(text) ? 2 * text.length : text.length)
