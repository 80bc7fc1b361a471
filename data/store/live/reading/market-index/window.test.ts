// Compares an index of limited size with a plain list of all listings: the content of its window, and its memory.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Condition } from '../../../../api/model/conditions.ts'
import { inLongForm } from '../../../../../scripts/test/long-form.ts'
import { placesPerBlock } from './bits/bit-memory.ts'
import type { IndexedListing } from './columns/market-columns.ts'
import { MarketIndex } from './market-index.ts'

const maxListings = 50
const everything = { offset: 0, limit: 1_000_000 }
/** The distance between numbers: each listing is in a block of its own. */
const apart = 5000

const listingOf = (nth: number, fields: Partial<IndexedListing> = {}): IndexedListing => ({
  ...{ number: nth * apart, id: nth, item_id: `thing ${nth % 7}`, archetype: null, rarity: null, loot_state: null },
  ...{ seller: `seller ${Math.floor(nth / 10)}`, price: 1 + (nth % 900), price_per_unit: '1', quantity: 1 },
  ...{ created_at: nth, expires_at: nth + 20, has_sold: 0, has_expired: 0, has_cancelled: 0, ...fields },
})

/** Evicts listings as `Market` does. Returns whether there was an eviction. */
function evict(index: MarketIndex, all: ReadonlyMap<number, IndexedListing>, closedBy: number): boolean {
  const eviction = index.eviction(closedBy)
  if (eviction)
    index.evict(
      eviction,
      eviction.staying.flatMap((number) => all.get(number) ?? []),
    )
  return eviction !== undefined
}

const flags = ['has_sold', 'has_expired', 'has_cancelled']
const open = flags.map((column): Condition => ({ column, operator: 'equal', value: false }))
const isOpen = ({ has_sold, has_expired, has_cancelled, expires_at }: IndexedListing, at: number) =>
  !has_sold && !has_expired && !has_cancelled && (expires_at === null || expires_at > at)

const blocksOf = (index: MarketIndex) => Math.ceil(index.contents.length / placesPerBlock)

const newestFirst = (a: IndexedListing, b: IndexedListing) => b.created_at - a.created_at || b.id - a.id
const numbersOf = (listings: readonly IndexedListing[]) => listings.toSorted(newestFirst).map(({ number }) => number)

describe('an index with a window', () => {
  it('has all listings since its start, and all open ones', () => {
    const change = fc.record({
      nth: fc.integer({ min: 0, max: 400 }),
      moved: fc.integer({ min: -60, max: 60 }),
      expires_at: fc.option(fc.integer({ min: 0, max: 600 })),
      has_sold: fc.constantFrom<0 | 1>(0, 1),
      price: fc.constantFrom(1, 5, 70, 800),
      seller: fc.constantFrom('ada', 'bea', null),
    })
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: 60 }), { minLength: 3, maxLength: 12 }), (steps) => {
        const index = new MarketIndex(maxListings)
        const all = new Map<number, IndexedListing>()
        for (const [at, step] of steps.entries()) {
          const clock = at * 60
          const changed = step.map(({ nth, moved, ...fields }) =>
            listingOf(nth, { ...fields, created_at: nth + moved }),
          )
          const last = [...new Map(changed.map((listing) => [listing.number, listing])).values()]
          for (const listing of last) all.set(listing.number, listing)
          index.upsert(last, clock)
          evict(index, all, clock)
          const { from, closedBy } = index.window
          const held = [...all.values()]
          const select = (conditions: readonly Condition[]) => index.select(conditions, everything, closedBy).numbers
          const since: Condition = { column: 'created_at', operator: 'atLeast', value: Math.max(from, -100) }
          const recent = held.filter(({ created_at }) => created_at >= from)
          expect(select([since])).toEqual(numbersOf(recent))
          const dear: Condition = { column: 'price', operator: 'atLeast', value: 60 }
          expect(select([since, dear])).toEqual(numbersOf(recent.filter(({ price }) => price >= 60)))
          const ofAda: Condition = { column: 'seller', operator: 'equal', value: 'ada' }
          expect(select([ofAda, since])).toEqual(numbersOf(recent.filter(({ seller }) => seller === 'ada')))
          if (Number.isFinite(closedBy))
            expect(select(open)).toEqual(numbersOf(held.filter((listing) => isOpen(listing, closedBy))))
        }
      }),
      { numRuns: inLongForm(150, 50) },
    )
  })

  it('does not grow, however many listings come and go', () => {
    const index = new MarketIndex(maxListings)
    const all = new Map<number, IndexedListing>()
    const sizes: { blocks: number; texts: number; json: number }[] = []
    for (let nth = 0; nth < 3000; nth += 1) {
      // One in a hundred is closed much later than the others.
      const listing = listingOf(nth, nth % 100 === 0 ? { expires_at: nth + 700 } : {})
      all.set(listing.number, listing)
      index.upsert([listing], nth)
      if (!evict(index, all, nth) || nth % 100 > 2) continue
      const { tables } = index
      const texts = tables.texts.reduce((sum, each) => sum + each.length, 0)
      sizes.push({ blocks: blocksOf(index), texts, json: JSON.stringify(tables).length })
    }
    const { blocks = 0, texts = 0, json = 0 } = sizes[sizes.length >> 1] ?? {}
    expect(index.count).toBeLessThan(maxListings + 15)
    for (const each of sizes) {
      expect(each.blocks).toBeLessThanOrEqual(blocks + 2)
      expect(each.texts).toBeLessThanOrEqual(texts + 2)
      expect(each.json).toBeLessThan(1.3 * json)
    }
  })

  it('filters listings correctly in blocks that others had before', () => {
    const index = new MarketIndex(9000)
    const all = new Map<number, IndexedListing>()
    for (let round = 1; round <= 6; round += 1) {
      const listings = Array.from({ length: 5000 }, (_, nth) =>
        listingOf(round * 5000 + nth, {
          number: round * 5000 + nth,
          price: (nth * 7 * round) % 600,
          seller: `${nth % 5}`,
        }),
      )
      for (const listing of listings) all.set(listing.number, listing)
      index.upsert(listings, round * 5000)
      evict(index, all, round * 5000)
      const { from } = index.window
      const recent = [...all.values()].filter(({ created_at }) => created_at >= from)
      const since: Condition = { column: 'created_at', operator: 'atLeast', value: Math.max(0, from) }
      for (const value of [3, 50, 599]) {
        const dear: Condition = { column: 'price', operator: 'atLeast', value }
        const ofOne: Condition = { column: 'seller', operator: 'equal', value: '3' }
        const expected = recent.filter(({ price, seller }) => price >= value && seller === '3')
        expect(index.select([since, dear, ofOne], everything, 0).numbers).toEqual(numbersOf(expected))
      }
    }
    expect(blocksOf(index)).toBeLessThan(6)
  })

  it('reuses the places of pruned listings', () => {
    const index = new MarketIndex()
    const placesAfter = (nth: number) => {
      index.upsert([listingOf(nth)])
      index.prune(nth - 10)
      index.shrink()
      return blocksOf(index)
    }
    const first = Array.from({ length: 30 }, (_, nth) => placesAfter(nth)).at(-1) ?? 0
    for (let nth = 30; nth < 300; nth += 1) expect(placesAfter(nth)).toBeLessThanOrEqual(first)
  })

  it('says which lists are complete in the index', () => {
    const index = new MarketIndex(maxListings)
    const all = new Map(Array.from({ length: 100 }, (_, nth) => listingOf(nth)).map((one) => [one.number, one]))
    expect(index.isComplete([], 0)).toBe(true)
    index.upsert([...all.values()], 90)
    evict(index, all, 90)
    expect(index.window).toEqual({ from: 50, closedBy: 90 })
    expect(index.isComplete([], 99)).toBe(false)
    expect(index.isComplete([{ column: 'created_at', operator: 'atLeast', value: 50 }], 0)).toBe(true)
    expect(index.isComplete([{ column: 'created_at', operator: 'atLeast', value: 49 }], 99)).toBe(false)
    expect(index.isComplete([{ column: 'created_at', operator: 'below', value: 60 }], 99)).toBe(false)
    expect(index.isComplete(open, 90)).toBe(true)
    expect(index.isComplete(open, 89)).toBe(false)
    expect(index.isComplete(open.slice(1), 99)).toBe(false)
  })
})
