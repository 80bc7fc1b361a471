// Instances on one real PostgreSQL: revocations reach all of them, one writes at a time and another takes over, and
// readers skip no change number.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Accounts } from '../../../data/store/accounts/accounts.ts'
import { openStore } from '../../../data/store/dialect/open-store.ts'
import { openLive } from '../../../data/store/live/reading/live-reader.ts'
import { changesAfter } from '../../../data/store/live/reading/changes.ts'
import { newestChange, withChangeNumbers } from '../../../data/store/live/rows/change-numbers.ts'
import { insertRows } from '../../../data/store/live/rows/insert-rows.ts'
import { liveStore } from '../../../data/store/live/rows/migrations.ts'
import type { LiveTables } from '../../../data/store/live/rows/tables.ts'
import { inLongForm } from '../../../scripts/test/long-form.ts'
import { announceKeyChangeTo } from '../../redis/connect-redis.ts'
import { ndjson, post } from '../fixtures/live-world.ts'
import { fetchApi } from '../fixtures/test-client.ts'
import { openSampleFixture, type Fixture } from '../fixtures/test-service.ts'
import { killLine } from '../live/kill-lines.ts'
import {
  killAll,
  observerKey,
  waitForOutput,
  serveProcess,
  startProcess,
  type ServiceProcess,
} from '../live/service-process.ts'
import type { DisposableServer } from './disposable-server.ts'
import { hasPostgres, startPostgres } from './postgres-server.ts'
import { hasRedis, startRedis } from './redis-server.ts'

const file = '/v2/items?limit=5'
/**
 * Maximum times in milliseconds. The long form uses the promised ones; the short one allows more, because many other
 * suites run at the same time.
 */
const limits = inLongForm(
  { withRedis: 1000, withoutRedis: 5000, takeover: 10_000 },
  { withRedis: 4000, withoutRedis: 8000, takeover: 20_000 },
)

describe.skipIf(!hasPostgres)('instances that share a database', () => {
  let fixture: Fixture
  let server: DisposableServer
  beforeAll(async () => {
    fixture = await openSampleFixture()
    server = await startPostgres()
  })
  afterEach(killAll)
  afterAll(async () => {
    await server.close()
    await fixture.close()
  })

  const location = () => ({
    dataDir: fixture.dataDir,
    database: { url: server.url, poolSize: 8, timeoutMilliseconds: 20_000 },
  })
  const settings = (more: Record<string, string> = {}) => ({
    ...{ DATA_DIR: fixture.dataDir, DATABASE_URL: server.url, RATE_LIMIT_KEY: '1000000' },
    ...more,
  })
  const start = (key: string, more?: Record<string, string>) =>
    serveProcess({ settings: () => Promise.resolve(settings(more)) }, key)
  const newKey = () => observerKey({ location: () => Promise.resolve(location()) })

  /** Polls until the condition is true; returns the milliseconds that it took. */
  async function until(isMet: () => Promise<boolean>): Promise<number> {
    const began = performance.now()
    while (!(await isMet())) {
      if (performance.now() - began > 60_000) throw new Error('It never was so')
      await sleep(10)
    }
    return performance.now() - began
  }

  async function expectRevocation(
    maxMilliseconds: number,
    more: Record<string, string>,
    announce: () => Promise<unknown>,
  ) {
    const key = await newKey()
    const instances = await Promise.all([start(key, more), start(key, more)])
    const statuses = () =>
      Promise.all(
        instances.map(async (instance) => (await fetchApi(instance, file, { headers: { 'x-api-key': key } })).status),
      )
    await until(async () => (await statuses()).every((status) => status === 200))
    const accounts = await Accounts.open(location())
    await accounts.keys.revoke(key.slice(0, 11))
    await announce()
    const took = await until(async () => (await statuses()).every((status) => status === 401))
    await accounts.close()
    console.log(`a revoked key is refused by both instances after ${Math.round(took)} ms`)
    expect(took).toBeLessThan(maxMilliseconds)
  }

  it('refuse a revoked key soon, without Redis', () =>
    expectRevocation(limits.withoutRedis, {}, () => Promise.resolve()))

  describe.skipIf(!hasRedis)('and a Redis', () => {
    let redis: DisposableServer
    beforeAll(async () => void (redis = await startRedis()))
    afterAll(() => redis.close())

    it('refuse a revoked key as soon as it is announced', () =>
      expectRevocation(limits.withRedis, { REDIS_URL: redis.url }, () =>
        announceKeyChangeTo({ url: redis.url, prefix: 'deepledger:' }),
      ))
  })

  describe('take over', () => {
    let instance: ServiceProcess
    let next = 1
    const isStored = async () => {
      const { status } = await post(instance, '/observations/market', ndjson([killLine('market', (next += 1))]))
      expect([200, 503]).toContain(status)
      return status === 200
    }

    it.each(['SIGKILL', 'SIGSTOP'] as const)('from a writer that gets a %s while it has the lock', async (signal) => {
      instance = await start(await newKey())
      await until(isStored)
      const writer = startProcess(['dynamic/test/instances/hold-lock.ts'], settings())
      await waitForOutput(writer, 'stdout', /held/)
      let hasStored = false
      const stored = until(isStored).then((milliseconds) => {
        hasStored = true
        return milliseconds
      })
      await sleep(300)
      expect(hasStored).toBe(false)
      const began = performance.now()
      writer.kill(signal)
      await stored
      const took = performance.now() - began
      console.log(`a writer with the lock ended by ${signal}: another stored after ${Math.round(took)} ms`)
      expect(took).toBeLessThan(limits.takeover)
      writer.kill('SIGKILL')
      if (writer.exitCode === null && writer.signalCode === null) await once(writer, 'exit')
    })
  })

  it(
    'number changes so that a follower skips none, even if some are committed late',
    { timeout: 300_000 },
    async () => {
      const open = async () => (await openStore<LiveTables>(location(), liveStore, { access: 'write', share: 0.25 })).db
      const writers = await Promise.all([open(), open(), open()])
      const reader = await openLive(location())
      let timestamp = 0
      let after = await newestChange(reader)
      const write = async (nth: number, { rows, before, late }: { rows: number; before: number; late: number }) => {
        const writer = writers[nth % writers.length] ?? reader
        await writer.transaction().execute(async (transaction) => {
          await sleep(before)
          const samples = Array.from({ length: rows }, () => ({ timestamp: (timestamp += 1) }))
          const counted = samples.map((sample) => ({ ...sample, num_online: 1, num_lobby: 0, num_dungeon: 1 }))
          await insertRows(transaction, 'population', await withChangeNumbers(transaction, counted))
          await sleep(late)
        })
      }
      const delay = fc.nat({ max: 20 })
      const writes = fc.array(fc.record({ rows: fc.integer({ min: 1, max: 5 }), before: delay, late: delay }), {
        minLength: 3,
        maxLength: 12,
      })
      await fc.assert(
        fc.asyncProperty(writes, async (given) => {
          let isOver = false
          const seen: number[] = []
          const follow = async () => {
            const page = await changesAfter(reader, ['population'], { after, limit: 3, now: 0 })
            seen.push(...page.rows.map(({ change }) => change))
            after = page.next
          }
          const from = after
          const following = (async () => {
            while (!isOver) await follow()
          })()
          await Promise.all(given.map((one, nth) => write(nth, one)))
          isOver = true
          await following
          for (let last = -1; last !== after;) {
            last = after
            await follow()
          }
          const count = given.reduce((sum, { rows }) => sum + rows, 0)
          expect(seen).toEqual(Array.from({ length: count }, (_, nth) => from + 1 + nth))
        }),
        { numRuns: inLongForm(100, 8) },
      )
      await Promise.all([...writers, reader].map((db) => db.destroy()))
    },
  )
})
