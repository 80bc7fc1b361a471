// The snapshot of the market's index, which a start loads instead of reading all listings.
import type { Kysely } from 'kysely'
import { newestChange } from '../rows/change-numbers.ts'
import { getCounter } from '../rows/counters.ts'
import type { LiveTables } from '../rows/tables.ts'
import type { ComparedListing } from './market-index/columns/market-columns.ts'
import type { MarketIndex } from './market-index/market-index.ts'
import { readSnapshot, removeUnfinished, writeSnapshot } from './snapshot-file.ts'

export interface MarketSnapshotOptions {
  readonly path: string
  /** The index is not saved with fewer listings: these can be read from the store as fast. */
  readonly minListings?: number
}

const minListings = 50_000
/**
 * The index is saved again once more changes than this share of its listings were made: fewer are quickly applied
 * again.
 */
const changedShare = 0.01
const comparedListings = 100

/**
 * The listings that changed last, up to a change. An index of a database with another history does not have all of
 * them.
 */
export const lastChanged = async (db: Kysely<LiveTables>, change: number): Promise<ComparedListing[]> =>
  db
    .selectFrom('listings')
    .select(['number', 'id', 'created_at', 'item_id', 'price'])
    .where('change', '<=', change)
    // Listings that retention is deleting may have left the index already.
    .where('created_at', '>=', await getCounter(db, 'pruned_before'))
    .orderBy('change', 'desc')
    .limit(comparedListings)
    .execute()

/** The snapshot of an index at a path, and when to write it. */
export class MarketSnapshot {
  readonly #path: string
  readonly #minListings: number
  #savedChange = 0
  #saving: Promise<void> | undefined

  constructor(options: MarketSnapshotOptions) {
    this.#path = options.path
    this.#minListings = options.minListings ?? minListings
  }

  /** Whether the snapshot is being written. No listings may leave the index meanwhile. */
  get isSaving(): boolean {
    return this.#saving !== undefined
  }

  /**
   * Loads the snapshot into the empty index. Returns the last change that it contains, or 0 if there is no snapshot.
   * Rejects with the reason if the snapshot is invalid; the index is empty then.
   */
  async load(index: MarketIndex, db: Kysely<LiveTables>): Promise<number> {
    await removeUnfinished(this.#path)
    const snapshot = await readSnapshot(this.#path)
    if (!snapshot) return 0
    const { change } = snapshot
    if (change > (await newestChange(db))) throw new Error('it is of another database')
    if (snapshot.window && snapshot.window.most < index.maxListings)
      throw new Error('it has fewer listings than the index may have now')
    if (!index.restore(snapshot, await lastChanged(db, change))) throw new Error('it is of another database')
    this.#savedChange = change
    return change
  }

  /**
   * Writes the index, which has all changes up to `change`, if it is large and has changed enough since the last time.
   */
  async save(index: MarketIndex, change: number): Promise<void> {
    await this.#saving
    // True if the database has lost changes that the snapshot has.
    if (change < this.#savedChange) this.#savedChange = 0
    const changed = change - this.#savedChange
    if (index.count < this.#minListings || changed <= index.count * changedShare) return
    this.#saving = writeSnapshot(this.#path, index, change)
    try {
      await this.#saving
      this.#savedChange = change
    } finally {
      this.#saving = undefined
    }
  }
}
