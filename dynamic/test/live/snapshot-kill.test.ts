// A service that is killed while it writes the snapshot of the market index starts from the previous snapshot, or from
// the store, and shows all listings.
import { existsSync, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { LiveWriter } from '../../../data/store/live/intake/live-writer.ts'
import { serviceFlags } from '../../../scripts/command/service-flags.ts'
import { killCount, reportKills } from '../../../scripts/test/kills.ts'
import { randomMoments } from '../../../scripts/test/random-moments.ts'
import { ndjson } from '../fixtures/live-world.ts'
import { fetchApi } from '../fixtures/test-client.ts'
import { openSampleFixture, type Fixture } from '../fixtures/test-service.ts'
import { kill, killAll, observerKey, serveProcess, startProcess } from './service-process.ts'

const kills = Math.max(2, Math.round(killCount(400, 40) / 10))
const moment = randomMoments('kills of services that write a snapshot')
/** The minimum number of listings for a snapshot, and the number of changes after which it is written again. */
const [listings, changed] = [50_000, 600]
const [snapshot, unfinished] = ['market.snapshot', 'market.snapshot.unfinished']

let fixture: Fixture
let writer: LiveWriter
let key: string
beforeAll(async () => {
  fixture = await openSampleFixture()
  key = await observerKey(fixture.store)
  writer = await LiveWriter.open(await fixture.store.location(), { patchId: () => null, item: () => undefined })
  for (let from = 1; from <= listings; from += 5000) await store(from, 5000, 0)
})
afterEach(killAll)
afterAll(async () => {
  await writer.close()
  await fixture.close()
})

const began = Date.parse('2026-03-04T12:00:00Z')
const iso = (at: number) => new Date(at).toISOString()
async function store(from: number, count: number, round: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, nth) => {
    const id = from + nth
    const instants = { created_at: iso(began + id * 1000), captured_at: iso(began + round * 1000) }
    return { id, item_id: `id.item.thing_${id % 50}`, price: 1 + ((id * (round + 7)) % 900), quantity: 1, ...instants }
  })
  const receivedAt = began + listings * 1000
  const { rejected } = await writer.ingest('market', { bytes: Buffer.from(ndjson(lines)), firstLine: 1 }, receivedAt)
  expect(rejected).toEqual([])
}

/** Kills a service some time after it has begun to write; returns whether it was still writing. */
async function killWhileWriting(milliseconds: number): Promise<boolean> {
  const { dataDir } = fixture
  const writing = Promise.withResolvers<boolean>()
  const watcher = watch(dataDir, (_, name) => name === unfinished && writing.resolve(true))
  const settings = { ...(await fixture.store.settings()), PORT: '0', OBSERVER_PORT: '0', LOG_LEVEL: 'silent' }
  const child = startProcess([...serviceFlags, 'scripts/serve.ts'], settings)
  await writing.promise
  if (milliseconds > 0) await sleep(milliseconds)
  await kill(child)
  watcher.close()
  return existsSync(join(dataDir, unfinished))
}

it(`nothing is lost and nothing is left over in ${kills} kills`, { timeout: 120_000 + kills * 90_000 }, async () => {
  let inTheMiddle = 0
  // On a busy machine, all kills may come after the snapshot is complete.
  for (let nth = 0; nth < kills || (inTheMiddle === 0 && nth < 5 * kills); nth += 1) {
    await store(1, changed, nth + 1)
    if (await killWhileWriting(nth % 2 === 0 ? 0 : moment(60))) inTheMiddle += 1
    const service = await serveProcess(fixture.store, key)
    const totalOf = async (query: string) =>
      (await fetchApi(service, `/v2/market?limit=1&${query}`)).object.pagination as { total: number }
    expect((await totalOf('')).total).toBe(listings)
    for (const max of [0, 100, 450]) {
      const prices = Array.from({ length: listings }, (_, at) => {
        const id = at + 1
        return 1 + ((id * ((id <= changed ? nth + 1 : 0) + 7)) % 900)
      })
      const expected = prices.filter((price) => price <= max).length
      expect((await totalOf(`max_price=${max}`)).total).toBe(expected)
    }
    await expect.poll(() => readdirSync(fixture.dataDir), { timeout: 30_000 }).toContain(snapshot)
    await expect.poll(() => readdirSync(fixture.dataDir), { timeout: 30_000 }).not.toContain(unfinished)
    await kill(service.child)
  }
  expect(inTheMiddle).toBeGreaterThan(0)
  reportKills('snapshot', inTheMiddle, 'which was not written to its end: all listings shown each time')
})
