import { describe, expect, it } from 'vitest'
import type { Scale } from '../../scale.ts'
import { dayMs, minuteMs } from '../calendar.ts'
import { newestWorld } from '../newest-world.ts'
import { linesOf } from '../../test/read-observations.ts'

interface StockLine {
  readonly merchant_id: string
  readonly captured_at: string
  readonly item_id?: string
  readonly price?: number
  readonly currency?: string
  readonly stock: number | readonly []
  readonly rank_id?: string
}

interface QuestLine {
  readonly merchant_id: string
  readonly quest_id: string
  readonly reset_at: string
  readonly is_repeatable: boolean
  readonly rank_requirement: string
  readonly captured_at: string
}

const [from, to] = ['2026-08-03T00:00:00Z', '2026-08-11T00:00:00Z']

function grouped<T>(lines: readonly T[], keyOf: (line: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const line of lines) groups.set(keyOf(line), [...(groups.get(keyOf(line)) ?? []), line])
  return groups
}

describe('stock', () => {
  const lines = linesOf<StockLine>('full', 'merchant-stock', from, to)
  const snapshots = grouped(lines, ({ merchant_id, captured_at }) => `${merchant_id} ${captured_at}`)

  it.each<Scale>(['full', 'small'])('is observed for exactly those merchants of the %s world who sell', (scale) => {
    const selling = newestWorld(scale)
      .rows('merchants')
      .filter(({ service_types }) => JSON.stringify(service_types).includes('::Sell'))
    const met = new Set(linesOf<StockLine>(scale, 'merchant-stock', from, to).map(({ merchant_id }) => merchant_id))
    expect([...met].sort()).toEqual(selling.map(({ id }) => id).sort())
    expect(met.size).toBeGreaterThan(0)
  })

  it('comes in complete snapshots of distinct items, or is empty', () => {
    const sizes = [...snapshots.values()].map((rows) => {
      if (Array.isArray(rows[0]?.stock)) {
        expect(rows).toHaveLength(1)
        expect(Object.keys(rows[0]).sort()).toEqual(['captured_at', 'merchant_id', 'stock'])
        return 0
      }
      expect(new Set(rows.map(({ item_id }) => item_id)).size).toBe(rows.length)
      return rows.length
    })
    const empty = sizes.filter((size) => size === 0).length
    expect(empty).toBeGreaterThan(0)
    expect(empty).toBeLessThan(0.1 * sizes.length)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(30)
    expect(sizes.filter((size) => size >= 12).length).toBeGreaterThan(0.7 * sizes.length)
  })

  it('is never sold out everywhere, because the small world has only one merchant who sells', () => {
    const seen = linesOf<StockLine>('small', 'merchant-stock', '2026-11-25T00:00:00Z', '2026-11-29T00:00:00Z')
    expect(new Set(seen.map(({ merchant_id }) => merchant_id)).size).toBe(1)
    expect(seen.filter(({ stock }) => Array.isArray(stock))).toEqual([])
  })

  it('has integer prices, known currencies and a quantity in every row', () => {
    for (const { price, currency, stock, rank_id } of lines) {
      if (Array.isArray(stock)) continue
      expect(Number.isInteger(price) && Number(price) > 0 && Number(stock) > 0).toBe(true)
      expect(currency).toMatch(/^id\.item\.(reach_penny|drowned_doubloon)$/)
      expect(rank_id).toMatch(/^id\.merchant_rank\./)
    }
  })

  it('is refilled every few hours and only shrinks in between', () => {
    for (const rows of grouped([...snapshots.values()], ([row]) => row?.merchant_id ?? '').values()) {
      const shelves = rows.map((snapshot) => new Map(snapshot.map(({ item_id, stock }) => [item_id, Number(stock)])))
      const pairs = shelves.slice(1).map((next, index): [typeof next, typeof next] => [shelves[index] ?? next, next])
      const shrunk = pairs.filter(([shelf, next]) => [...next].every(([item, n]) => n <= (shelf.get(item) ?? 0)))
      expect(shrunk.length).toBeGreaterThan(0.3 * pairs.length)
      expect(shrunk.length).toBeLessThan(0.7 * pairs.length)
    }
  })
})

describe('quests', () => {
  const lines = linesOf<QuestLine>('full', 'merchant-quests', from, to)
  const world = newestWorld('full')

  it('belong to the merchant, and are repeatable if the catalog says so', () => {
    for (const { merchant_id, quest_id, is_repeatable } of lines) {
      const quest = world.row('quests', quest_id)
      expect(quest.archetype).toBe(merchant_id.replace('id.merchant.', 'id.quest.'))
      expect(is_repeatable).toBe(quest.is_repeatable)
    }
    expect(new Set(lines.map(({ merchant_id }) => merchant_id)).size).toBe(20)
  })

  it('stay until the rollover and change then', () => {
    const days = grouped(lines, ({ reset_at }) => reset_at)
    expect(days.size).toBe(8)
    const offers = [...days].map(([reset, day]) => {
      for (const { captured_at } of day) {
        const left = Date.parse(reset) - Date.parse(captured_at)
        expect(left > 0 && left <= dayMs - minuteMs).toBe(true)
      }
      const looks = [...grouped(day, ({ merchant_id, captured_at }) => `${merchant_id} ${captured_at}`).values()]
      const offer = (look: readonly QuestLine[]): string => look.map(({ quest_id }) => quest_id).join()
      expect(looks).toHaveLength(4 * 20)
      expect(new Set(looks.map(offer)).size).toBe(20)
      return new Set(looks.map(offer))
    })
    for (const [index, offer] of offers.slice(1).entries())
      expect([...offer].filter((one) => !offers[index]?.has(one)).length).toBeGreaterThan(5)
  })

  it('ask for a rank', () => {
    expect(new Set(lines.map(({ rank_requirement }) => rank_requirement)).size).toBe(5)
  })
})
