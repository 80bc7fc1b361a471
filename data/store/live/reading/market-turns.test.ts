// Writes to the index of a market wait for each other while queries are running, and listings are not evicted while it
// is saved.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import type { Kysely, KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Condition } from '../../../api/model/conditions.ts'
import type { InProcessLiveStore } from '../in-process-live-store.ts'
import type { LiveTables } from '../rows/tables.ts'
import { day, useNewStore, iso, listing, noon, post, type TestLive } from '../test/test-live.ts'
import { openLive } from './live-reader.ts'
import { Market } from './market.ts'

let live: InProcessLiveStore
let at: TestLive
let db: Kysely<LiveTables>
useNewStore((opened, store) => {
  live = opened
  at = store
})
beforeEach(async () => void (db = await openLive(await at.store.location())))
afterEach(() => db.destroy())

/** Delays the results of queries until they are released, one after the other. */
class HeldQueries implements KyselyPlugin {
  readonly #held: (() => void)[] = []
  readonly transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => node
  readonly transformResult: KyselyPlugin['transformResult'] = async ({ result }) => {
    await new Promise<void>((resolve) => this.#held.push(resolve))
    return result
  }

  async release(count: number): Promise<void> {
    for (let left = count; left > 0; await delay(1)) if (this.#releaseOne()) left -= 1
  }

  async releaseUntil(all: Promise<unknown>): Promise<void> {
    let isSettled = false
    const settle = () => (isSettled = true)
    all.then(settle, settle)
    for (; !isSettled; await delay(1)) this.#releaseOne()
    await all
  }

  #releaseOne(): boolean {
    const first = this.#held.shift()
    first?.()
    return first !== undefined
  }
}

const sortedBy = (column: string) => ({ offset: 0, limit: 10, order: { keys: [{ column, descending: false }] } })
const observed = (id: number) => listing(id, { captured_at: iso(noon + id * 1000) })
/** Number of queries that following changes takes. */
const queriesOfTurn = 2

describe('a column that is loaded for an order', () => {
  it('has the values of listings that come in meanwhile', async () => {
    const queries = new HeldQueries()
    const market = new Market(db.withPlugin(queries))
    await post(live, 'market', [observed(1), observed(2)])
    const reads: Promise<unknown>[] = [market.follow()]
    await delay(1)
    reads.push(market.listings([], sortedBy('item'), noon + day))
    await queries.release(queriesOfTurn)
    reads.push(market.listings([], sortedBy('captured_at'), noon + day))
    await queries.release(queriesOfTurn)
    reads.push(market.follow())
    await queries.release(queriesOfTurn)
    await post(live, 'market', [observed(3)])
    const last = Promise.all(reads).then(() => market.listings([], sortedBy('captured_at'), noon + day))
    await queries.releaseUntil(last)
    expect((await last).rows.map(({ id }) => id)).toEqual([1, 2, 3])
  })
})

describe('a snapshot', () => {
  const indexedListings = 100
  const isOpen = ['has_sold', 'has_expired', 'has_cancelled'].map((column): Condition => ({
    column,
    operator: 'equal',
    value: false,
  }))
  const observedInTurn = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, nth) => from + nth).map((id) =>
      listing(id, { created_at: iso(noon + id * 1000), has_sold: id % 50 > 0, item_id: `id.item.thing_${id % 100}` }),
    )

  it('that is started while listings are about to be evicted has all of them', async () => {
    const queries = new HeldQueries()
    const path = join(at.store.dataDir, 'market.snapshot')
    const options = { indexedListings, snapshot: { path, minListings: 1 } }
    const market = new Market(db.withPlugin(queries), options)
    await post(live, 'market', observedInTurn(1, 91))
    await queries.releaseUntil(market.follow())
    await post(live, 'market', observedInTurn(91, 5001))
    const following = market.follow()
    await queries.release(queriesOfTurn)
    const saving = market.save()
    const isBegun = () => (statSync(`${path}.unfinished`, { throwIfNoEntry: false })?.size ?? 0) > 0
    for (let mayGoOn = false; !mayGoOn;)
      mayGoOn = await Promise.race([saving.then(() => true), setImmediate().then(isBegun)])
    await queries.releaseUntil(following)
    await saving

    const restored = new Market(db, options)
    expect(await restored.load()).toBeUndefined()
    const conditions: Condition[] = [...isOpen, { column: 'item_id', operator: 'equal', value: 'id.item.thing_50' }]
    const { rows, total } = await restored.listings(conditions, { offset: 0, limit: 3 }, Date.now())
    expect({ total, ids: rows.map(({ id }) => id) }).toEqual({ total: 50, ids: [4950, 4850, 4750] })
  })
})
