import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { LiveRow } from '../../../api/model/live-store.ts'
import { formatListing, storedByNumber, type StoredListing } from '../feeds/listings.ts'
import type { LiveTables } from '../rows/tables.ts'

/** About 8,000 rows. */
const maxBytes = 4 * 1024 * 1024
/** Longer lists are parts of exports: their rows would displace those of pages, and are not shown again. */
const maxRowsOfPage = 250
const rowBytes = 500
const bytesOf = ({ item, seller, extra }: StoredListing) =>
  rowBytes + [item, seller, extra].reduce((sum, text) => sum + (text?.length ?? 0), 0)

/**
 * Rows that pages showed last. Most pages show listings that others showed a moment ago, and three quarters of the time
 * of a page is reading 25 rows from all over the file.
 */
export class KeptListings {
  readonly #db: Kysely<LiveTables>
  readonly #rows = new LRUCache<number, StoredListing>({ maxSize: maxBytes, sizeCalculation: bytesOf })
  /** Counts removals: rows that were being read before one may be outdated. */
  #forgotten = 0

  constructor(db: Kysely<LiveTables>) {
    this.#db = db
  }

  /** Rows by their numbers, in the order of the numbers given; those that are gone are left out. */
  async byNumber(numbers: readonly number[], now: number): Promise<readonly LiveRow[]> {
    const held = new Map<number, StoredListing>()
    const others: number[] = []
    for (const number of numbers) {
      const row = this.#rows.get(number)
      if (row) held.set(number, row)
      else others.push(number)
    }
    const forgotten = this.#forgotten
    const isPage = numbers.length <= maxRowsOfPage
    for (const row of await storedByNumber(this.#db, others)) {
      held.set(row.number, row)
      if (isPage && this.#forgotten === forgotten) this.#rows.set(row.number, row)
    }
    return numbers.flatMap((number) => {
      const row = held.get(number)
      return row ? [formatListing(row, now)] : []
    })
  }

  /** Call when listings were deleted. */
  forgetAll(): void {
    this.#forgotten += 1
    this.#rows.clear()
  }

  /** Call when these listings have changed. */
  forget(numbers: readonly number[]): void {
    if (numbers.length > 0) this.#forgotten += 1
    for (const number of numbers) this.#rows.delete(number)
  }
}
