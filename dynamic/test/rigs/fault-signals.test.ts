// Row 60: every fault is detected automatically. The faults injected here show in /metrics at the next scrape.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeTestBundle } from '../../../build/test/test-bundle.ts'
import { metricList } from '../../metrics/metric-list.ts'
import { liveWorld, ndjson, post } from '../fixtures/live-world.ts'
import { fetchApi, rawRequest } from '../fixtures/test-client.ts'
import { openSampleFixture, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'
import { Accounts } from '../../../data/store/accounts/accounts.ts'
import { pinReader } from '../../../data/store/test/pinned-reader.ts'
import { waitForKeyCaches } from '../../../data/store/test/test-store.ts'
import { faultRows } from './fault-rows.ts'
import { sendBytes } from './requests/send-bytes.ts'
import { faultSignals } from './fault-signals.ts'
import { bundleRows } from './storage/data-folder.ts'

describe('the table of signals', () => {
  it('has an entry for every row', () => {
    const numbers = faultRows.flatMap((row) => row.numbers)
    expect(numbers.filter((number) => !(number in faultSignals))).toEqual([])
  })

  it('names only metrics that exist', () => {
    const runtimeMetric = /^(process|nodejs)_/
    const named = Object.values(faultSignals).flatMap((signal) => ('metric' in signal ? [signal.metric] : []))
    expect(named.filter((name) => !runtimeMetric.test(name) && !Object.hasOwn(metricList, name))).toEqual([])
  })
})

describe('an injected fault', () => {
  let fixture: Fixture
  let service: ServedFixture
  const keys: Record<string, string> = {}
  const sockets: Socket[] = []
  beforeAll(async () => {
    fixture = await openSampleFixture()
    service = await fixture.serve({ rateLimits: { anonymous: 40, key: 1000, tiers: {} } })
    const accounts = await Accounts.open(await fixture.store.location())
    const { id } = await accounts.owners.grant('seen', ['observe'])
    const { key: weak } = await accounts.keys.create(id, { name: 'weak', scopes: ['observe'] })
    const { key: revoked, prefix } = await accounts.keys.create(id, { name: 'revoked', scopes: ['observe'] })
    await accounts.keys.revoke(prefix)
    await accounts.close()
    await waitForKeyCaches()
    Object.assign(keys, { weak, revoked })
  })
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    await fixture.close()
  })

  const ask = (target: string, headers: Record<string, string> = {}) =>
    fetchApi({ port: service.port }, target, { headers, undeclared: 'allowed' })
  const observe = (lines: string) => post(service, '/observations/population', lines)
  const population = ndjson([...liveWorld.population].slice(0, 1))
  const tooltip = '/v2/items/id.item.ember_lantern_5001/tooltip'
  const foreignHost = { headers: { host: 'rebound.example' }, undeclared: 'allowed' } as const
  const twoLengths = rawRequest('POST /v2/items HTTP/1.1', 'Content-Length: 4', 'Content-Length: 5')

  /** Returns the sum of a metric over all its lines that contain these labels. */
  async function scraped(metric: string, labels = ''): Promise<number> {
    const { text } = await fetchApi({ port: Number(service.observerPort) }, '/metrics', { undeclared: 'allowed' })
    const lines = text.split('\n').filter((line) => line.startsWith(metric) && line.includes(labels))
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
  }

  async function expectDetected(
    { metric, labels }: { metric: string; labels?: string },
    inject: () => Promise<unknown>,
    patience?: { timeout: number },
  ): Promise<void> {
    const before = await scraped(metric, labels)
    await inject()
    await expect.poll(() => scraped(metric, labels), patience).toBeGreaterThan(before)
  }

  async function publish(): Promise<void> {
    const folder = join(fixture.dataDir, 'next-patch')
    await fixture.import([writeTestBundle(folder, '90.0.0', { items: bundleRows('rare') })], { acceptAnomalies: true })
  }

  async function observeBesideReader(): Promise<void> {
    const reader = pinReader(fixture.dataDir)
    await post(service, '/observations/trades', ndjson(liveWorld.trades))
    reader.close()
  }

  async function openSilent(amount: number): Promise<void> {
    for (let nth = 0; nth < amount; nth += 1) sockets.push(connect(service.port, '127.0.0.1'))
    await Promise.all(sockets.slice(-amount).map((socket) => once(socket, 'connect')))
  }

  const injections: readonly (readonly [number, () => Promise<unknown>])[] = [
    [18, () => ask('/v2//items')],
    [24, () => sendBytes(service.port, twoLengths)],
    [40, () => ask('/v2/items/id.item.nobody')],
    [42, () => ask('/v2/items?page=1e3')],
    [43, () => ask('/v2/items?limit=1%27%20OR%201=1')],
    [44, () => ask('/v2/items?__proto__=1')],
    [45, () => ask('/v2/items/..%2f..%2fetc%2fpasswd')],
    [47, () => sendBytes(service.port, rawRequest('GET /v2/items?name=<é> HTTP/1.1'))],
    [49, () => ask('/v2/items?limit=%27')],
    [50, () => ask('/v2/items?page=2', { 'x-api-key': 'nonsense' })],
    [51, () => ask(tooltip, { 'x-api-key': keys.weak ?? '' })],
    [53, () => ask('/v2/items?page=2', { 'x-api-key': keys.revoked ?? '' })],
    [54, () => fetchApi({ port: Number(service.observerPort) }, '/metrics', foreignHost)],
    [28, async () => [await observe(population), await observe(population)]],
    [29, () => observe(population)],
    [30, () => observe('{"timestamp": tomorrow}\n')],
    [59, () => observe(ndjson([{ ...liveWorld.population[0], timestamp: '2199-01-01T00:00:00Z' }]))],
    [31, () => observeBesideReader()],
    [32, () => sleep(50)],
    [34, () => openSilent(20)],
    [35, () => openSilent(100)],
    [7, () => publish()],
    [39, () => ask('/v2/items?name=b', { 'x-forwarded-for': '198.51.100.7' })],
    [38, () => Promise.all(Array.from({ length: 60 }, (_, nth) => ask(`/v2/items?name=a${nth}`)))],
  ]

  it('negative control: a request that no metric counts is not detected', async () => {
    const detected = expectDetected({ metric: 'http_problems_total' }, () => ask('/v2/items'), { timeout: 200 })
    await expect(detected).rejects.toThrow('to be greater than')
  })

  it.each(injections)('of row %i changes its metric', async (number, inject) => {
    const signal = faultSignals[number]
    if (!signal || !('metric' in signal)) throw new Error(`row ${number} has no metric`)
    await expectDetected(signal, inject)
  })
})
