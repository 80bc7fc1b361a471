// Tests that every declared metric is exported and counts what it declares, also while the database is away.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { DatabaseUnavailableError } from '../../../data/store/dialect/unavailable.ts'
import type { InProcessLiveStore } from '../../../data/store/live/in-process-live-store.ts'
import { metricHelps } from '../../metrics/metric-list.ts'
import { liveWorld, ndjson, noon, observeWorld, post } from '../fixtures/live-world.ts'
import { fetchApi } from '../fixtures/test-client.ts'
import {
  liveAt,
  openSampleFixture,
  type Fixture,
  type ServedFixture,
  type ServeOptions,
  idleSource,
} from '../fixtures/test-service.ts'

let fixture: Fixture
let service: ServedFixture | undefined
let live: InProcessLiveStore
beforeAll(async () => void (fixture = await openSampleFixture()))
afterEach(() => service?.close())
afterAll(() => fixture.close())

async function serve(options: ServeOptions = {}): Promise<ServedFixture> {
  live = await liveAt(fixture, noon)
  return (service = await fixture.serve({ live, build: { version: '1.2.3', node: 'v26' }, ...options }))
}
const scrape = async () => (await fetchApi({ port: service?.observerPort ?? 0 }, '/metrics')).text
const figure = (text: string, name: string): number | undefined => {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}

describe('metrics', () => {
  it('are exported with their declared name, type, labels and help', async () => {
    const source = { refreshes: { switched: 1, unchanged: 2, refused: 3 }, ...idleSource }
    const served = await serve({ source })
    await observeWorld(served)
    await fetchApi(served, '/v2/items?rarity=none')
    await expect.poll(scrape).toContain('http_problems_total{')
    const text = await scrape()
    // This service has no Redis, and only SQLite files have a log.
    const absent = process.env.TEST_DATABASE_URL ? ['redis_up', 'database_log_bytes'] : ['redis_up']
    const exported = metricHelps().filter(({ name }) => !absent.includes(name))
    for (const { name, type, labels, help } of exported) {
      expect(text).toContain(`# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`)
      const sample = text.split('\n').find((line) => line.startsWith(name) && !line.startsWith('#'))
      if (name === 'live_calls_pending') continue // has threads only in a service of its own process
      for (const label of labels) expect(sample, name).toContain(`${label}="`)
    }
    expect(figure(text, 'catalog_refreshes_total{outcome="refused"}')).toBe(3)
    expect(figure(text, 'build_info{version="1.2.3",node="v26"}')).toBe(1)
  })

  it('follow the conventions of Prometheus: base units, and _total only on counters', () => {
    for (const { name, type, help } of metricHelps()) {
      expect(name).toMatch(/^[a-z]+(_[a-z]+)+$/)
      expect(name.endsWith('_total'), name).toBe(type === 'counter')
      expect(name).not.toMatch(/_(ms|milliseconds|minutes|kb|mb|percent)(_|$)/)
      expect(help).toMatch(/\.$/)
    }
  })

  it('count requests that quotas allowed and refused, and problems by code', async () => {
    const served = await serve({ rateLimits: { anonymous: 3, key: 5, tiers: {} } })
    for (let nth = 0; nth < 5; nth += 1) await fetchApi(served, `/v2/items?min_gear_score=${nth}`)
    await fetchApi(served, '/v2/items?min_gear_score=9', { headers: { 'x-api-key': served.key } })
    await post(served, '/observations/market', 'x', { headers: { 'x-api-key': 'none' } })
    const problems = (text: string, code: string) => figure(text, `http_problems_total{code="${code}"}`)
    await expect.poll(async () => problems(await scrape(), 'unauthenticated')).toBe(1)
    const text = await scrape()
    expect(problems(text, 'rate_limited')).toBe(2)
    const quota = (policy: string, outcome: string) =>
      figure(text, `quota_requests_total{policy="${policy}",outcome="${outcome}"}`)
    expect([quota('anonymous', 'allowed'), quota('anonymous', 'refused')]).toEqual([3, 2])
    expect([quota('key', 'allowed'), quota('key', 'refused')]).toEqual([1, 0])
    expect(text).toMatch(/http_request_duration_seconds_count\{endpoint="observations",status="401"\} 1/)
  })

  it('count answers from memory under their endpoint', async () => {
    const served = await serve()
    const targets = ['/v2/items?rarity=epic', '/v2/items/id.item.ember_lantern_5001']
    for (const target of [...targets, ...targets])
      expect((await fetchApi(served, target, { headers: { 'x-api-key': served.key } })).status).toBe(200)
    const count = (text: string, endpoint: string) =>
      figure(text, `http_request_duration_seconds_count{endpoint="${endpoint}",status="200"}`)
    await expect.poll(async () => count(await scrape(), 'items.single')).toBe(2)
    const text = await scrape()
    expect([count(text, 'items.list'), count(text, 'none')]).toEqual([2, undefined])
  })

  it('name the catalog, which changes with an import', async () => {
    await serve()
    const { state } = fixture.catalog()
    const text = await scrape()
    expect(text).toMatch(new RegExp(`catalog_info\\{state="${state}",patch="\\d+",version="[^"]+"\\} 1`))
    expect(figure(text, 'catalog_opened_timestamp_seconds')).toBeLessThanOrEqual(Date.now() / 1000)
  })

  it('give a lower bound of the lag of the market index if it takes too long to follow', async () => {
    const served = await serve()
    await post(served, '/observations/trades', ndjson(liveWorld.trades))
    Object.assign(live, { indexLag: () => new Promise(() => undefined) })
    expect(figure(await scrape(), 'market_index_lag_seconds')).toBe(2)
  })

  it('report that the database is away, and still the ages of the feeds', async () => {
    const served = await serve()
    await post(served, '/observations/trades', ndjson(liveWorld.trades))
    const before = await scrape()
    expect(figure(before, 'database_up')).toBe(1)
    expect(figure(before, 'market_index_lag_seconds')).toBeGreaterThan(0)
    const age = figure(before, 'observation_age_seconds{feed="trades"}') ?? 0
    const away = () => Promise.reject(new DatabaseUnavailableError('The database does not answer.'))
    Object.assign(live, { newest: away, indexLag: away, now: () => noon + 60_000 })
    const text = await scrape()
    expect(figure(text, 'database_up')).toBe(0)
    expect(figure(text, 'market_index_lag_seconds')).toBeUndefined()
    expect(figure(text, 'observation_age_seconds{feed="trades"}')).toBe(age + 60)
  })

  it('are exported in time while the database does not answer', async () => {
    await serve()
    Object.assign(live, { newest: () => new Promise(() => undefined) })
    expect(figure(await scrape(), 'database_up')).toBe(0)
  })
})
