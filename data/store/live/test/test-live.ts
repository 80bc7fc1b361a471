// Test fixtures: a live store, and lines of every feed.
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterEach, beforeEach } from 'vitest'
import type { Feed } from '../../../api/model/feeds/feeds.ts'
import type { Slice } from '../../../api/model/live-store.ts'
import { TestStore } from '../../test/test-store.ts'
import { InProcessLiveStore } from '../in-process-live-store.ts'
import type { LiveTables } from '../rows/tables.ts'
import { liveFile, type Batch, type KnownItems, type Receipt } from '../intake/live-writer.ts'

export type Fields = Readonly<Record<string, unknown>>

/** A live store in a temporary location, which can be opened several times. */
export class TestLive {
  readonly store = new TestStore()
  readonly file = join(this.store.dataDir, liveFile)
  readonly #opened: InProcessLiveStore[] = []

  async open(known?: KnownItems): Promise<InProcessLiveStore> {
    const live = await InProcessLiveStore.open(await this.store.location(), known)
    this.#opened.push(live)
    return live
  }

  /** Opens the tables directly. The caller has to close them. */
  tables(access?: 'write' | 'read'): Promise<Kysely<LiveTables>> {
    return this.store.open<LiveTables>('live', access)
  }

  /** Closes the store and deletes it. */
  async remove(): Promise<void> {
    await Promise.all(this.#opened.splice(0).map((live) => live.close()))
    await this.store.remove()
  }
}

/** Opens a new store for every test of the block in which it is called. */
export function useNewStore(use: (live: InProcessLiveStore, at: TestLive) => void): void {
  let at: TestLive
  beforeEach(async () => {
    at = new TestLive()
    use(await at.open(), at)
  })
  afterEach(() => at.remove())
}

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour
/** A Wednesday; bucket of a day, not of a week. */
export const noon = Date.parse('2026-03-04T12:00:00Z')
export const iso = (at: number): string => new Date(at).toISOString()
export const firstPage: Slice = { offset: 0, limit: 1000 }

/** A batch of lines. Texts are used as they are, everything else is serialized. */
export const batchOf = (lines: readonly (Fields | string)[], firstLine = 1): Batch => ({
  bytes: Buffer.from(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')),
  firstLine,
})

/** Ingests lines, by default as received a day after `noon`. */
export const post = (
  live: { ingest(feed: Feed, batch: Batch, receivedAt: number): Promise<Receipt> },
  feed: Feed,
  lines: readonly (Fields | string)[],
  receivedAt = noon + day,
): Promise<Receipt> => live.ingest(feed, batchOf(lines), receivedAt)

export const listing = (id: number, fields: Fields = {}): Fields => ({
  ...{ id, item_id: 'id.item.rope_1001', item: 'Rope', archetype: 'id.item.rope', rarity: 'common' },
  ...{ price: 100, price_per_unit: '50', quantity: 2, seller: 'Ada', created_at: iso(noon), captured_at: iso(noon) },
  ...fields,
})

export const trade = (id: number, message: string, fields: Fields = {}): Fields => ({
  ...{ id, message, timestamp: iso(noon + id * 1000), sender: 'Ada', sender_id: 7, sender_class: 'bard' },
  ...fields,
})

export const stockRow = (merchant: string, item: string, fields: Fields = {}): Fields => ({
  ...{ merchant_id: `id.merchant.${merchant}`, item_id: `id.item.${item}`, price: 10, currency: 'gold', stock: 3 },
  ...{ captured_at: iso(noon), ...fields },
})

export const quest = (merchant: string, id: string, fields: Fields = {}): Fields => ({
  ...{ merchant_id: `id.merchant.${merchant}`, quest_id: `id.quest.${id}`, is_repeatable: true },
  ...{ captured_at: iso(noon), ...fields },
})

export const sample = (at: number, online: number): Fields => ({
  ...{ timestamp: iso(at), num_online: online, num_lobby: 1, num_dungeon: online - 1 },
})

export const entry = (character: string, rank: number, at: number, fields: Fields = {}): Fields => ({
  entry: {
    ...{ season_id: 7, sheet_id: 'high_roller', period_index: 0, character_class: 'bard', character, rank },
    ...{ score: String(1000 - rank), captured_at: iso(at), ...fields },
  },
})
