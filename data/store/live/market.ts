import type { Kysely } from 'kysely'
import type { Counted, LiveRow, Slice, Term } from '../../api/live/live-store.ts'
import { listingById, listingsByNumber } from './listings.ts'
import { MarketIndex } from './market-index/market-index.ts'
import { readNumber } from './numbers.ts'
import type { LiveTables } from './tables.ts'

const listingsPerQuery = 20_000

/** The market as lists show it. Its index follows the changes of the store, whoever makes them. */
export class Market {
  readonly #db: Kysely<LiveTables>
  readonly #index = new MarketIndex()
  #change = 0
  #following: Promise<void> = Promise.resolve()

  constructor(db: Kysely<LiveTables>) {
    this.#db = db
  }

  async listings(terms: readonly Term[], slice: Slice, now: number): Promise<Counted<LiveRow>> {
    const id = terms.find(({ column }) => column === 'id')
    if (id) return this.#one(Number(id.value), terms, slice, now)
    await this.follow()
    const { numbers, total, totalIsMinimum } = this.#index.select(terms, slice, now)
    return { rows: await listingsByNumber(this.#db, numbers, now), total, totalIsMinimum }
  }

  /** Brings the index up to what was committed before the call. */
  follow(): Promise<void> {
    this.#following = this.#following.then(
      () => this.#takeChanges(),
      () => this.#takeChanges(),
    )
    return this.#following
  }

  async #takeChanges(): Promise<void> {
    const prunedBefore = await readNumber(this.#db, 'pruned_before')
    await this.#placeChanges()
    this.#index.prune(prunedBefore)
  }

  async #placeChanges(): Promise<void> {
    for (;;) {
      const changed = await this.#db
        .selectFrom('listings')
        .select(['change', 'number', 'id', 'item_id', 'archetype', 'rarity', 'loot_state', 'seller'])
        .select(['price', 'price_per_unit', 'quantity', 'created_at', 'expires_at'])
        .select(['has_sold', 'has_expired', 'has_cancelled'])
        .where('change', '>', this.#change)
        .orderBy('change')
        .limit(listingsPerQuery)
        .execute()
      if (changed.length > 0) this.#index.place(changed)
      this.#change = changed.at(-1)?.change ?? this.#change
      if (changed.length < listingsPerQuery) return
    }
  }

  /** An id is one listing at most, which the database finds. */
  async #one(id: number, terms: readonly Term[], { offset, limit }: Slice, now: number): Promise<Counted<LiveRow>> {
    const row = await listingById(this.#db, id, now)
    const isMatch = row !== null && terms.every((term) => holds(row, term))
    const total = isMatch ? 1 : 0
    return { rows: isMatch && offset === 0 && limit > 0 ? [row] : [], total, totalIsMinimum: false }
  }
}

function holds(row: LiveRow, { column, is, value }: Term): boolean {
  const held = row[column]
  if (is === 'equal') return held === value
  const compared = column === 'created_at' ? Date.parse(String(held)) : Number(held)
  if (is === 'below') return compared < Number(value)
  return is === 'atLeast' ? compared >= Number(value) : compared <= Number(value)
}
