// A database that loses its last changes while a process follows it, because it was restored from a backup or replaced
// by a standby that was behind.
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Slice } from '../../../api/model/live-store.ts'
import type { InProcessLiveStore } from '../in-process-live-store.ts'
import type { LiveTables } from '../rows/tables.ts'
import { day, useNewStore, firstPage, iso, listing, noon, post, type TestLive } from '../test/test-live.ts'
import { openLive } from './live-reader.ts'
import { Market } from './market.ts'

let live: InProcessLiveStore
let db: Kysely<LiveTables>
let at: TestLive
useNewStore((opened, store) => {
  live = opened
  at = store
})
beforeEach(async () => void (db = await openLive(await at.store.location())))
afterEach(() => db.destroy())

const observed = (id: number, price: number, minutes: number) =>
  listing(id, { price, created_at: iso(noon + id * 1000), captured_at: iso(noon + minutes * 60_000) })

/** Removes the second listing and resets the first to its earlier state. */
async function loseLastChanges(): Promise<void> {
  await at.store.query('live', 'DELETE FROM listings WHERE id = 2')
  await at.store.query('live', `UPDATE listings SET price = 10, change = 1, captured_at = ${noon} WHERE id = 1`)
  await at.store.query('live', `UPDATE numbers SET value = 1 WHERE name IN ('change', 'rolled_up')`)
}

const byCapture: Slice = { ...firstPage, order: { keys: [{ column: 'captured_at', descending: true }] } }

it.each([
  ['all listings', Infinity],
  ['some listings', 1],
])('a market with %s in its index has the same rows as the database', async (_name, indexedListings) => {
  const market = new Market(db, { indexedListings })
  const shown = async (slice: Slice) =>
    (await market.listings([], slice, noon + day)).rows.map(({ id, price }) => [id, price])
  await post(live, 'market', [observed(1, 10, 0)])
  await post(live, 'market', [observed(2, 20, 1), observed(1, 11, 2)])
  const before = [
    [2, 20],
    [1, 11],
  ]
  expect([await shown(firstPage), await shown(byCapture)]).toEqual([before, before.toReversed()])
  await loseLastChanges()
  expect([await shown(firstPage), await shown(byCapture)]).toEqual([[[1, 10]], [[1, 10]]])
  await post(live, 'market', [observed(3, 30, 1)])
  const after = [
    [3, 30],
    [1, 10],
  ]
  expect([await shown(firstPage), await shown(byCapture)]).toEqual([after, after])
})
