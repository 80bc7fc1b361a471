import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { dayMs, hourMs } from '../calendar.ts'
import { newestWorld } from '../newest-world.ts'
import { linesOf, median } from '../../test/read-observations.ts'
import { Goods } from './goods.ts'
import { firstWith, outcomeOf, outcomes } from './outcomes.ts'
import { worth } from './prices.ts'

interface MarketLine {
  readonly id: number
  readonly item_id: string
  readonly item: string
  readonly archetype: string
  readonly rarity: string
  readonly price: number
  readonly price_per_unit: string
  readonly quantity: number
  readonly created_at: string
  readonly expires_at: string
  readonly has_sold: boolean
  readonly has_expired: boolean
  readonly has_cancelled: boolean
  readonly seller: string
  readonly loot_state: string
  readonly captured_at: string
}

const [from, to] = ['2026-08-03T00:00:00Z', '2026-08-11T00:00:00Z']
const lines = linesOf<MarketLine>('full', 'market', from, to)
const hasEnded = (line: MarketLine): boolean => line.has_sold || line.has_expired || line.has_cancelled
const born = lines.filter((line) => !hasEnded(line))
const ended = lines.filter(hasEnded)

describe('a listing', () => {
  it('has a unique id that increases with time', () => {
    const ids = born.map(({ id }) => id)
    expect(ids).toEqual([...ids].sort((a, b) => a - b))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.every(Number.isSafeInteger)).toBe(true)
  })

  it('is observed once when it is new and at most once after it has ended', () => {
    const ends = ended.map(({ id }) => id)
    expect(new Set(ends).size).toBe(ends.length)
    const known = new Map(born.map((line) => [line.id, line]))
    const both = ended.filter(({ id }) => known.has(id))
    expect(both.length).toBeGreaterThan(0.6 * born.length)
    const isFaithful = ({ has_sold, has_expired, has_cancelled, captured_at, ...same }: MarketLine): boolean => {
      const first = known.get(same.id)
      const changed = { has_sold: false, has_expired: false, has_cancelled: false, captured_at: first?.captured_at }
      return (
        [has_sold, has_expired, has_cancelled].filter(Boolean).length === 1 &&
        isDeepStrictEqual({ ...same, ...changed }, first) &&
        captured_at > (first?.captured_at ?? '')
      )
    }
    expect(both.filter((end) => !isFaithful(end))).toEqual([])
  })

  it('ends in time: sold or cancelled before it expires, or expired', () => {
    const isInTime = ({ has_expired, created_at, expires_at, captured_at }: MarketLine): boolean =>
      captured_at >= expires_at === has_expired && captured_at > created_at
    expect(ended.filter((line) => !isInTime(line))).toEqual([])
    const lives = lines.map(({ created_at, expires_at }) => (Date.parse(expires_at) - Date.parse(created_at)) / dayMs)
    expect(new Set(lives)).toEqual(new Set([1, 3, 7]))
  })

  it('mostly sells', () => {
    const share = (which: 'has_sold' | 'has_expired' | 'has_cancelled') =>
      ended.filter((line) => line[which]).length / ended.length
    expect(share('has_sold')).toBeGreaterThan(0.5)
    expect(share('has_expired')).toBeGreaterThan(0.15)
    expect(share('has_cancelled')).toBeGreaterThan(0.05)
  })

  it('ends exactly once: every outcome finds its listings', () => {
    for (const offset of [0, 1, 29, 63]) {
      const found = outcomes.flatMap((outcome, index) => {
        const n = firstWith(index, offset)
        expect(outcomeOf(n, offset)).toBe(outcome)
        return [n]
      })
      expect(new Set(found).size).toBe(outcomes.length)
      expect(Math.max(...found)).toBe(outcomes.length - 1)
    }
  })

  it('costs whole coins, also per piece', () => {
    const isWhole = ({ price, price_per_unit, quantity }: MarketLine): boolean =>
      Number.isInteger(price) &&
      Math.min(price, quantity) >= 1 &&
      /^\d+\.\d\d$/.test(price_per_unit) &&
      Math.abs(Number(price_per_unit) * quantity - price) <= 0.005 * quantity + 1e-9
    expect(lines.filter((line) => !isWhole(line))).toEqual([])
  })
})

describe('prices', () => {
  const goods = new Goods(newestWorld('small'))
  const start = Date.parse(from)
  const hours = Array.from({ length: 24 * 60 }, (_, hour) => start + hour * hourMs)

  it('drift smoothly and within bounds', () => {
    for (const good of goods.all) {
      const series = hours.map((at) => worth(good, at) / good.usualPrice)
      expect(Math.min(...series)).toBeGreaterThan(0.65)
      expect(Math.max(...series)).toBeLessThan(1.55)
      expect(Math.max(...series) / Math.min(...series)).toBeGreaterThan(1.1)
      const steps = series.slice(1).map((value, index) => Math.abs(value / (series[index] ?? value) - 1))
      expect(Math.max(...steps)).toBeLessThan(0.06)
    }
  })

  it('are higher for rarer items', () => {
    const prices = ['poor', 'common', 'uncommon', 'rare', 'epic', 'legendary', 'unique'].map((rarity) => {
      const blades = lines.filter((line) => line.archetype === 'id.item.gloam_blade' && line.rarity === rarity)
      expect(blades.length).toBeGreaterThan(20)
      return median(blades.map(({ price }) => price))
    })
    expect(prices).toEqual([...prices].sort((a, b) => a - b))
  })

  it('are occasionally absurd, so that average and median differ', () => {
    const bread = lines.filter(({ item_id }) => item_id === 'id.item.mossbread_3001')
    const perUnit = bread.map(({ price_per_unit }) => Number(price_per_unit))
    const middle = median(perUnit)
    const outliers = perUnit.filter((price) => price > 2.2 * middle || price < 0.55 * middle)
    expect(outliers.length).toBeGreaterThan(0.005 * bread.length)
    expect(outliers.length).toBeLessThan(0.12 * bread.length)
  })
})

it('has many sellers, items and states', () => {
  expect(new Set(lines.map(({ seller }) => seller)).size).toBeGreaterThan(1000)
  expect(new Set(lines.map(({ item_id }) => item_id)).size).toBeGreaterThan(2000)
  expect(new Set(lines.map(({ loot_state }) => loot_state)).size).toBe(4)
  expect(new Set(lines.map(({ quantity }) => quantity)).size).toBeGreaterThan(10)
})

it('trades no money', () => {
  expect(lines.filter(({ item }) => item === 'Reach Penny' || item === 'Drowned Doubloon')).toEqual([])
})
