import { describe, expect, it } from 'vitest'
import { Stream } from '../../data/sample/random.ts'
import { hour, type PolledRequest } from './cdn/cdn-pollers.ts'
import { billOf, netlifyPrices } from './cdn/cdn-prices.ts'
import { traceOf, type Askable } from './cdn/cdn-trace.ts'
import { Zipf } from './measure/draws.ts'

const names = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at}`)

const askable: Askable = {
  patches: [1, 2, 3],
  items: names('id.item.', 100),
  merchants: names('id.merchant.', 5),
  sheets: names('/v2/leaderboards/seasons/1/sheets/', 3),
  rows: names('/v2/monsters/', 50),
  lists: [
    ['/v2/items', 4],
    ['/v2/monsters', 1],
  ],
  pictures: names('hash', 20),
  icons: names('/v2/perks/', 20),
  queries: names('/v2/items?name=', 300),
}

describe('the trace', () => {
  const trace = traceOf(askable, 20_000, 0.1)
  const count = (which: (request: PolledRequest) => boolean) => trace.filter(which).length

  it('is deterministic, in order, and an hour long', () => {
    expect(traceOf(askable, 20_000, 0.1)).toEqual(trace)
    expect(trace.map(({ at }) => at)).toEqual(trace.map(({ at }) => at).sort((a, b) => a - b))
    expect(trace[0]?.at).toBeGreaterThanOrEqual(0)
    expect(trace.at(-1)?.at).toBeLessThan(hour)
  })

  it('has the given number of requests, 12 % of them filtered', () => {
    expect(trace.length).toBe(20_000)
    expect(count(({ kind }) => kind === 'filtered')).toBe(2400)
    expect(count(({ kind }) => kind === 'live')).toBeGreaterThan(5000)
  })

  it('includes old patches, and lists up to their last page', () => {
    expect(count(({ target }) => target.endsWith('?patch=1'))).toBeGreaterThan(100)
    expect(count(({ target }) => target === '/v2/items?limit=250&page=4&patch=2')).toBeGreaterThan(10)
  })
})

describe('Zipf', () => {
  it('draws the first twice as often as the second', () => {
    const stream = new Stream('zipf')
    const zipf = new Zipf(50)
    const counts = Array.from({ length: 50 }, () => 0)
    for (let draw = 0; draw < 20_000; draw += 1) {
      const at = zipf.draw(stream)
      counts[at] = (counts[at] ?? 0) + 1
    }
    expect((counts[0] ?? 0) / (counts[1] ?? 1)).toBeCloseTo(2, 0)
    expect(counts[49]).toBeGreaterThan(0)
  })
})

describe('the bill', () => {
  const free = { requests: 0, bytes: 0, deploys: 0 }

  it('is zero within the free plan, and the paid plan beyond it', () => {
    expect(billOf(free)).toEqual({ credits: 0, plan: 'Free', dollars: 0 })
    expect(billOf({ ...free, deploys: 20 })).toMatchObject({ credits: 300, plan: 'Free' })
    expect(billOf({ ...free, deploys: 21 })).toEqual({ credits: 315, plan: 'Pro', dollars: 20 })
  })

  it('adds whole packs of credits', () => {
    expect(billOf({ ...free, requests: 1e8 })).toEqual({ credits: 20_000, plan: 'Pro', dollars: 20 + 12 * 10 })
    expect(billOf({ ...free, bytes: 150e9 })).toMatchObject({ credits: 3000, dollars: 20 })
  })

  it('has the date and the source of its prices', () => {
    expect(netlifyPrices.readOn).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(netlifyPrices.source).toMatch(/^https:\/\/docs\.netlify\.com\//)
  })
})
