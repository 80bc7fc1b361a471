// A PostgreSQL server that is replaced by one that lags behind, as an asynchronous standby may.
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoreLocation } from '../../../data/store/dialect/open-store.ts'
import { InProcessLiveStore } from '../../../data/store/live/in-process-live-store.ts'
import { openLive } from '../../../data/store/live/reading/live-reader.ts'
import { Market } from '../../../data/store/live/reading/market.ts'
import type { LiveTables } from '../../../data/store/live/rows/tables.ts'
import { day, firstPage, iso, listing, noon, post } from '../../../data/store/live/test/test-live.ts'
import type { DisposableServer } from './disposable-server.ts'
import { hasPostgres, startPostgres } from './postgres-server.ts'

const observed = (id: number, price: number, minutes: number) =>
  listing(id, { price, created_at: iso(noon + id * 1000), captured_at: iso(noon + minutes * 60_000) })

describe.skipIf(!hasPostgres)('a market whose database was replaced by one that lags behind', () => {
  let server: DisposableServer
  let live: InProcessLiveStore
  let db: Kysely<LiveTables>
  beforeAll(async () => {
    server = await startPostgres()
    const location: StoreLocation = {
      dataDir: 'not used',
      database: { url: server.url, poolSize: 8, timeoutMilliseconds: 5000 },
    }
    live = await InProcessLiveStore.open(location)
    db = await openLive(location)
  })
  afterAll(async () => {
    await db.destroy()
    await live.close()
    await server.close()
  })

  it('shows the listings of the new database, even after it has more changes than the old one', async () => {
    const market = new Market(db)
    const shown = async () =>
      (await market.listings([], firstPage, noon + day)).rows.map(({ id, price }) => [id, price])
    await post(live, 'market', [observed(1, 10, 0)])
    await post(live, 'market', [observed(2, 20, 1), observed(1, 11, 2)])
    const before = [
      [2, 20],
      [1, 11],
    ]
    expect(await shown()).toEqual(before)
    await server.kill()
    await server.start()
    await expect.poll(shown).toEqual(before)

    await server.kill()
    await server.start()
    // The second listing is lost, and the first has its earlier state.
    const lose = async () => {
      await sql`delete from listings where id = 2`.execute(db)
      await sql`update listings set price = 10, change = 1, captured_at = ${noon} where id = 1`.execute(db)
      await sql`update numbers set value = 1 where name in ('change', 'rolled_up')`.execute(db)
    }
    await expect.poll(() => lose().then(() => 'lost')).toBe('lost')
    await post(live, 'market', [observed(3, 30, 1), observed(4, 40, 2), observed(5, 50, 3)])
    expect(await shown()).toEqual([
      [5, 50],
      [4, 40],
      [3, 30],
      [1, 10],
    ])
  })
})
