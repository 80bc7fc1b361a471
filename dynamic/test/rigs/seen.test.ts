// Row 60: every fault is seen by a machine. What is injected here shows in /metrics at the next scrape.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { metricList } from '../../metrics/metric-list.ts'
import { liveWorld, ndjson, post } from '../fixtures/live-world.ts'
import { fetchApi } from '../fixtures/test-client.ts'
import { openSampleFixture, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'
import { Accounts } from '../../../data/store/accounts/accounts.ts'
import { keysLookedUpAgain } from '../../../data/store/test/test-store.ts'
import { faultRows } from './fault-rows.ts'
import { seenBy } from './seen.ts'

describe('the table of signals', () => {
  it('has every row', () => {
    const numbers = faultRows.flatMap((row) => row.numbers)
    expect(numbers.filter((number) => !(number in seenBy))).toEqual([])
  })

  it('names metrics that there are', () => {
    const ofRuntime = /^(process|nodejs)_/
    const named = Object.values(seenBy).flatMap((signal) => ('metric' in signal ? [signal.metric] : []))
    expect(named.filter((name) => !ofRuntime.test(name) && !Object.hasOwn(metricList, name))).toEqual([])
  })
})

describe('a fault that is injected', () => {
  let fixture: Fixture
  let service: ServedFixture
  const keys: Record<string, string> = {}
  beforeAll(async () => {
    fixture = await openSampleFixture()
    service = await fixture.serve({ rateLimits: { anonymous: 40, key: 1000, tiers: {} } })
    const accounts = await Accounts.open(await fixture.store.location())
    const { id } = await accounts.owners.grant('seen', ['observe'])
    const { key: weak } = await accounts.keys.create(id, { name: 'weak', scopes: ['observe'] })
    const { key: revoked, prefix } = await accounts.keys.create(id, { name: 'revoked', scopes: ['observe'] })
    await accounts.keys.revoke(prefix)
    await accounts.close()
    await keysLookedUpAgain()
    Object.assign(keys, { weak, revoked })
  })
  afterAll(() => fixture.close())

  const ask = (target: string, headers: Record<string, string> = {}) =>
    fetchApi({ port: service.port }, target, { headers, undeclared: 'allowed' })
  const observe = (lines: string) => post(service, '/observations/population', lines)
  const population = ndjson([...liveWorld.population].slice(0, 1))
  const tooltip = '/v2/items/id.item.ember_lantern_5001/tooltip'

  /** The sum over the lines of a metric that have these labels. */
  async function scraped(metric: string, labels = ''): Promise<number> {
    const { text } = await fetchApi({ port: Number(service.observerPort) }, '/metrics', { undeclared: 'allowed' })
    const lines = text.split('\n').filter((line) => line.startsWith(metric) && line.includes(labels))
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
  }

  const injections: readonly (readonly [number, () => Promise<unknown>])[] = [
    [18, () => ask('/v2//items')],
    [42, () => ask('/v2/items?page=1e3')],
    [44, () => ask('/v2/items?__proto__=1')],
    [49, () => ask('/v2/items?limit=%27')],
    [50, () => ask('/v2/items?page=2', { 'x-api-key': 'nonsense' })],
    [51, () => ask(tooltip, { 'x-api-key': keys.weak ?? '' })],
    [53, () => ask('/v2/items?page=2', { 'x-api-key': keys.revoked ?? '' })],
    [28, async () => [await observe(population), await observe(population)]],
    [29, () => observe(population)],
    [30, () => observe('{"timestamp": tomorrow}\n')],
    [38, () => Promise.all(Array.from({ length: 60 }, (_, nth) => ask(`/v2/items?name=a${nth}`)))],
  ]

  it.each(injections)('of row %i shows', async (number, inject) => {
    const signal = seenBy[number]
    if (!signal || !('metric' in signal)) throw new Error(`row ${number} has no metric`)
    const before = await scraped(signal.metric, signal.labels)
    await inject()
    await expect.poll(() => scraped(signal.metric, signal.labels)).toBeGreaterThan(before)
  })
})
