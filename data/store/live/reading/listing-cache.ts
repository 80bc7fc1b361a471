import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { LiveRow } from '../../../api/model/live-store.ts'
import { formatListing, listingsByNumber, type StoredListing } from '../feeds/listings.ts'
import type { LiveTables } from '../rows/tables.ts'

/** About 8,000 rows. */
const maxBytes = 4 * 1024 * 1024
/**
 * Longer lists are parts of exports. Their rows are not cached: they would evict those of pages, and are not read
 * again.
 */
const maxRowsOfPage = 250
const rowBytes = 500
const bytesOf = ({ item, seller, extra }: StoredListing) =>
  rowBytes + [item, seller, extra].reduce((sum, text) => sum + (text?.length ?? 0), 0)

/**
 * Caches the rows of the last pages. Most pages show listings that other pages have just shown, and reading 25 rows from
 * all over the file takes three quarters of the time of a page.
 */
export class ListingCache {
  readonly #db: Kysely<LiveTables>
  readonly #rows = new LRUCache<number, StoredListing>({ maxSize: maxBytes, sizeCalculation: bytesOf })
  /** Number of removals. Rows whose reading began before one may be outdated and are not cached. */
  #removals = 0

  constructor(db: Kysely<LiveTables>) {
    this.#db = db
  }

  /** Returns rows in the order of their numbers as given; rows that the store does not have are left out. */
  async byNumber(numbers: readonly number[], now: number): Promise<readonly LiveRow[]> {
    const found = new Map<number, StoredListing>()
    const others: number[] = []
    for (const number of numbers) {
      const row = this.#rows.get(number)
      if (row) found.set(number, row)
      else others.push(number)
    }
    const removals = this.#removals
    const isPage = numbers.length <= maxRowsOfPage
    for (const row of await listingsByNumber(this.#db, others)) {
      found.set(row.number, row)
      if (isPage && this.#removals === removals) this.#rows.set(row.number, row)
    }
    return numbers.flatMap((number) => {
      const row = found.get(number)
      return row ? [formatListing(row, now)] : []
    })
  }

  /** Empties the cache; to be called when listings were deleted. */
  clear(): void {
    this.#removals += 1
    this.#rows.clear()
  }

  /** Removes rows; to be called when these listings have changed. */
  remove(numbers: readonly number[]): void {
    if (numbers.length > 0) this.#removals += 1
    for (const number of numbers) this.#rows.delete(number)
  }
}
