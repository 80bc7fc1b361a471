// Compares answers for ten thousand real listings with figures that another program computed from them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { market } from '../../../api/live/market.ts'
import { priceHistory } from '../../../api/live/items/price-history.ts'
import type { CanonicalRequest, LiveEndpoint } from '../../../api/model/endpoint.ts'
import type { Value } from '../../../api/model/values/codecs.ts'
import { PatchIndex } from '../../../api/model/patches.ts'
import type { CatalogStore } from '../../../api/model/store.ts'
import type { InProcessLiveStore } from '../in-process-live-store.ts'
import { TestLive, type Fields } from '../test/test-live.ts'
import { hasRealData, realData as folder } from '../../../../scripts/test/requirements.ts'

const exists = hasRealData('the real market', 'live/market.ndjson', 'expected.json')

interface Bucket extends Fields {
  readonly avg: number
  readonly timestamp: string
}
interface Expected {
  readonly total: number
  readonly queries: readonly { readonly query: string; readonly total: number }[]
  readonly history_of_cobalt_ore: {
    readonly item_id: string
    readonly '1h': readonly Bucket[]
    readonly '1d': readonly Bucket[]
    readonly non_empty_buckets: Readonly<Record<string, number>>
  }
}

describe.skipIf(!exists)('the real market', () => {
  const at = new TestLive()
  const catalog = { patches: new PatchIndex([]) } as CatalogStore
  let expected: Expected
  let live: InProcessLiveStore
  beforeAll(async () => {
    expected = (JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as { market: Expected }).market
    live = await at.open()
    const bytes = readFileSync(join(folder, 'live/market.ndjson'))
    const receipt = await live.ingest('market', { bytes, firstLine: 1 }, Date.now())
    expect(receipt).toEqual({ accepted: expected.total, duplicates: 0, rejected: [] })
  })
  afterAll(() => at.remove())

  async function fetchApi<T>(
    endpoint: LiveEndpoint,
    query: string,
    path: Readonly<Record<string, string>> = {},
  ): Promise<T> {
    const values: Record<string, Value> = { page: 1, limit: 1 }
    for (const [name, given] of new URLSearchParams(query))
      values[name] = endpoint.params[name]?.codec.read(given) as Value
    const request: CanonicalRequest = { endpoint, path, values, isPinned: false, isLegacy: false, ignoredParams: [] }
    const reply = await endpoint.answer(request, live, catalog)
    return JSON.parse(reply.body) as T
  }

  it('has the expected totals', async () => {
    const total = async (query: string) =>
      (await fetchApi<{ pagination: { total: number } }>(market, query)).pagination.total
    expect(await total('')).toBe(expected.total)
    for (const { query, total: counted } of expected.queries) expect(await total(query), query).toBe(counted)
  })

  it.each(['1h', '1d'] as const)('has the expected buckets of %s', async (interval) => {
    const { item_id, non_empty_buckets, ...counted } = expected.history_of_cobalt_ore
    const window = `interval=${interval}&from=2025-09-01T00:00:00Z&to=2025-10-01T00:00:00Z`
    const { body } = await fetchApi<{ body: { series: Bucket[] } }>(priceHistory, window, { item_id })
    expect(body.series).toHaveLength(non_empty_buckets[interval] ?? 0)
    for (const { avg, ...bucket } of counted[interval]) {
      const given = body.series.find(({ timestamp }) => timestamp === bucket.timestamp)
      expect(given).toMatchObject(bucket)
      expect((given?.avg ?? 0) / avg).toBeCloseTo(1, 12)
    }
  })

  it('does not change when it is received again', async () => {
    const bytes = readFileSync(join(folder, 'live/market.ndjson'))
    const receipt = await live.ingest('market', { bytes, firstLine: 1 }, Date.now())
    expect(receipt).toEqual({ accepted: 0, duplicates: expected.total, rejected: [] })
  })
})
