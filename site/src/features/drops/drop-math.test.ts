import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chanceAfter, expectedGold, killsFor, luckFor, meanQuantity, sharesOf, type LootEntry } from './drop-math.ts'

const entry = fc.record({
  item_id: fc.integer({ min: 1, max: 30 }).map((number) => `id.item.${number}`),
  weight: fc.integer({ min: 0, max: 100_000 }),
  min_quantity: fc.option(fc.integer({ min: 0, max: 9 })),
  max_quantity: fc.option(fc.integer({ min: 9, max: 20 })),
  conditions: fc.option(fc.record({ min_fortune: fc.integer({ min: 0, max: 500 }) })),
})
const entries = fc.array(entry, { maxLength: 40 })
const luck = fc.option(fc.integer({ min: 0, max: 600 }), { nil: undefined })
const chance = fc.double({ min: 1e-7, max: 1, noNaN: true })
const sureness = fc.double({ min: 0.01, max: 0.999, noNaN: true })
const sumOf = (of: readonly LootEntry[], withLuck?: number) =>
  sharesOf(of, withLuck).reduce((sum, { chance: share }) => sum + share, 0)

describe('shares of a loot table', () => {
  it('add up to 1, or to 0 if nothing can drop', () => {
    fc.assert(
      fc.property(entries, luck, (table, withLuck) => {
        const canDrop = table.some((one) => one.weight > 0 && luckFor(one) <= (withLuck ?? Infinity))
        expect(sumOf(table, withLuck)).toBeCloseTo(canDrop ? 1 : 0, 9)
      }),
    )
  })

  it('are proportional to the weights', () => {
    const shares = sharesOf([
      { item_id: 'a', weight: 30 },
      { item_id: 'b', weight: 10 },
    ])
    expect(shares.map((one) => one.chance)).toEqual([0.75, 0.25])
  })

  it('are 0 for entries that need more luck, and the others share the total', () => {
    const table = [
      { item_id: 'a', weight: 50 },
      { item_id: 'b', weight: 50, conditions: { min_fortune: 100 } },
    ]
    expect(sharesOf(table, 99).map((one) => one.chance)).toEqual([1, 0])
    expect(sharesOf(table, 100).map((one) => one.chance)).toEqual([0.5, 0.5])
  })

  it('decrease with more luck for entries that need none, down to the probabilities of the API', () => {
    fc.assert(
      fc.property(entries, fc.integer({ min: 0, max: 500 }), (table, withLuck) => {
        const [little, more, all] = [sharesOf(table, withLuck), sharesOf(table, withLuck + 1), sharesOf(table)]
        for (const [at, one] of table.entries())
          if (luckFor(one) === 0) expect(more[at]?.chance).toBeLessThanOrEqual((little[at]?.chance ?? 0) + 1e-12)
        expect(sharesOf(table, 500)).toEqual(all)
      }),
    )
  })
})

describe('kills', () => {
  it.each([
    [0.0044, 0.9, 523],
    [0.5, 0.5, 1],
    [1, 0.9, 1],
    [0, 0.9, Infinity],
  ])('with a chance of %d per kill and a confidence of %d: %d', (one, sure, kills) => {
    expect(killsFor(one, sure)).toBe(kills)
  })

  it('are the lowest number that reaches the confidence', () => {
    fc.assert(
      fc.property(chance, sureness, (one, sure) => {
        const kills = killsFor(one, sure)
        expect(chanceAfter(one, kills)).toBeGreaterThanOrEqual(sure - 1e-7)
        if (kills > 1) expect(chanceAfter(one, kills - 1)).toBeLessThan(sure + 1e-7)
      }),
    )
  })

  it('increase the chance of at least one, which stays between 0 and 1', () => {
    fc.assert(
      fc.property(chance, fc.integer({ min: 0, max: 100_000 }), (one, kills) => {
        const [before, after] = [chanceAfter(one, kills), chanceAfter(one, kills + 1)]
        expect(before).toBeGreaterThanOrEqual(0)
        expect(after).toBeGreaterThanOrEqual(before)
        expect(after).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('the expected gold of a kill', () => {
  it('is the sum of chance × quantity × price, with the share of draws that have a price', () => {
    const shares = sharesOf([
      { item_id: 'a', weight: 1, min_quantity: 2, max_quantity: 4 },
      { item_id: 'b', weight: 3 },
    ])
    expect(expectedGold(shares, new Map([['a', 100]]))).toEqual({ gold: 75, priced: 0.25 })
  })

  it.each([
    [{ min_quantity: 2, max_quantity: 5 }, 3.5],
    [{ min_quantity: 3 }, 3],
    [{ min_quantity: null, max_quantity: 5 }, 2.5],
    [{}, 1],
  ])('uses the mean of the quantities %j: %d', (quantities, mean) => {
    expect(meanQuantity({ item_id: 'a', weight: 1, ...quantities })).toBe(mean)
  })

  it('is between the lowest and the highest price, times the quantity', () => {
    fc.assert(
      fc.property(entries, fc.integer({ min: 1, max: 5000 }), (table, price) => {
        const prices = new Map(table.map((one) => [one.item_id, price]))
        const { gold } = expectedGold(sharesOf(table), prices)
        expect(gold).toBeLessThanOrEqual(price * Math.max(0, ...table.map(meanQuantity)) + 1e-6)
        expect(gold).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
