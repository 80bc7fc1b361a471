// Compares selections from so many listings that their bitmaps have several stretches with filters of a plain list.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Condition } from '../../../../../api/model/conditions.ts'
import { maxCountedRows, type Slice } from '../../../../../api/model/live-store.ts'
import { Stream } from '../../../../../sample/random.ts'
import { inLongForm } from '../../../../../../scripts/test/long-form.ts'
import { placesPerBlock } from '../bits/bit-memory.ts'
import type { IndexedListing } from '../columns/market-columns.ts'
import { MarketIndex } from '../market-index.ts'

const listings = 140_000
const perBatch = 20_000
const millisecondsApart = 10
const duration = listings * millisecondsApart
/** At this instant some listings have expired and the last ones have not. */
const now = duration * 0.9
const lifetime = duration * 0.2

/** The frequency of each text is half of that of the one before. */
const textOf = (stream: Stream, name: string) => `${name} ${Math.min(11, Math.floor(-Math.log2(stream.next() + 1e-9)))}`
const texts = (name: string) => fc.nat(12).map((nth) => `${name} ${nth}`)

function listingOf(nth: number, stream: Stream): IndexedListing {
  const created_at = nth * millisecondsApart - Math.floor(stream.next() ** 3 * 4000)
  // The cheapest were all listed early, so pages of them begin far from the newest listings.
  const isEarly = nth > listings * 0.1 && nth < listings * 0.3
  const price = isEarly && stream.chance(0.05) ? stream.int(1, 3) : Math.round(4 * Math.exp(stream.between(0, 8)))
  const quantity = stream.chance(0.7) ? 1 : stream.int(2, 20)
  const end = stream.next()
  return {
    // Half of the places are free, so that the others lie in two stretches.
    ...{ number: 2 * nth + 1, id: (nth * 7919) % listings, created_at, expires_at: created_at + lifetime },
    ...{ item_id: textOf(stream, 'item'), archetype: textOf(stream, 'archetype'), rarity: textOf(stream, 'rarity') },
    ...{ loot_state: stream.chance(0.1) ? null : 'none', seller: `seller ${stream.int(0, 30)}` },
    ...{ price, quantity, price_per_unit: String(Math.round((price / quantity) * 100) / 100) },
    ...{ has_sold: end < 0.4 ? 1 : 0, has_expired: end > 0.7 ? 1 : 0, has_cancelled: end > 0.4 && end < 0.5 ? 1 : 0 },
  }
}

const stream = new Stream('selection')
const all = Array.from({ length: listings }, (_, nth) => listingOf(nth, stream))
const index = new MarketIndex()
// Not in the order of their numbers, so that consecutive blocks of numbers do not get adjacent places.
for (const batch of [1, 0, 2, 5, 4, 3, 6]) index.upsert(all.slice(batch * perBatch, (batch + 1) * perBatch))
const newestFirst = all.toSorted((a, b) => b.created_at - a.created_at || b.id - a.id)

function testOf({ column, operator, value }: Condition): (listing: IndexedListing) => boolean {
  if (column === 'has_expired')
    return ({ has_expired, has_sold, has_cancelled, expires_at }) =>
      value === (has_expired === 1 || (!has_sold && !has_cancelled && Number(expires_at) <= now))
  const valueIn = (listing: IndexedListing) => listing[column as keyof IndexedListing]
  if (typeof value === 'boolean') return (listing) => valueIn(listing) === Number(value)
  if (operator === 'equal') return (listing) => valueIn(listing) === value
  if (operator === 'oneOf') return (listing) => (value as readonly unknown[]).includes(valueIn(listing))
  if (operator === 'atLeast') return (listing) => Number(valueIn(listing)) >= Number(value)
  if (operator === 'below') return (listing) => Number(valueIn(listing)) < Number(value)
  return (listing) => Number(valueIn(listing)) <= Number(value)
}

const condition = <T extends Condition['value']>(
  column: string,
  value: fc.Arbitrary<T>,
  ...operators: Condition['operator'][]
) => fc.record({ column: fc.constant(column), operator: fc.constantFrom(...operators), value })
const prices = fc.oneof(
  fc.constantFrom(1, 2, 3, 64, 12_000),
  // Not `fc.double`, most of whose numbers are close to zero: no values would be so close to a bound that they have to
  // be read.
  fc.nat(8100).map((power) => Math.round(400 * Math.exp(power / 1000)) / 100),
)
const bounds = (...operators: Condition['operator'][]) => [
  ...['price', 'price_per_unit'].map((column) => condition(column, prices, ...operators)),
  condition('quantity', fc.nat(21), ...operators),
]
const instants = fc.integer({ min: -5000, max: duration + 1000 })
const filters = [
  ...['item_id', 'archetype', 'rarity'].map((column) => condition(column, texts(column.replace('_id', '')), 'equal')),
  condition('rarity', fc.uniqueArray(texts('rarity'), { minLength: 1, maxLength: 4 }), 'oneOf'),
  condition('loot_state', fc.constant('none'), 'equal'),
  condition(
    'seller',
    fc.nat(31).map((nth) => `seller ${nth}`),
    'equal',
  ),
  ...bounds('atLeast', 'atMost'),
  condition('created_at', instants, 'atLeast', 'below'),
  ...['has_sold', 'has_expired', 'has_cancelled'].map((column) => condition(column, fc.boolean(), 'equal')),
]
/** A lower and an upper bound, which an index evaluates in one pass. Random conditions have both too seldom. */
const band = fc.tuple(fc.oneof(...bounds('atLeast')), fc.oneof(...bounds('atMost')), fc.oneof(...filters))
const slices = fc.record({
  offset: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(30_000)),
  limit: fc.nat(30),
  after: fc.option(fc.nat(listings - 1)),
})

describe('a selection of many listings', () => {
  it('equals that of a plain list for any combination of filters', () => {
    const some = fc.oneof(
      { weight: 3, arbitrary: fc.array(fc.oneof(...filters), { minLength: 1, maxLength: 3 }) },
      { weight: 1, arbitrary: band },
    )
    fc.assert(
      fc.property(some, slices, (conditions, { offset, limit, after }) => {
        const found = conditions.map(testOf).reduce((left, test) => left.filter(test), newestFirst)
        const position = after === null ? undefined : newestFirst[after]
        const older = position
          ? found.filter(
              ({ created_at, id }) =>
                created_at < position.created_at || (created_at === position.created_at && id < position.id),
            )
          : found
        const slice: Slice = {
          ...{ offset, limit },
          ...(position && { olderThan: { at: position.created_at, id: position.id } }),
        }
        expect(index.select(conditions, slice, now)).toEqual({
          numbers: older.slice(offset, offset + limit).map(({ number }) => number),
          total: Math.min(found.length, maxCountedRows),
          totalIsMinimum: found.length > maxCountedRows,
          hasMore: older.length > offset + limit,
        })
      }),
      { numRuns: inLongForm(100, 40) },
    )
  })
})

describe('pages of a few among many listings', () => {
  const blocks = 10
  const few: Condition[] = [{ column: 'price', operator: 'atMost', value: 1 }]
  // Instants differ from the order of arrival by up to three blocks, so every page has listings of several blocks.
  const disordered = Array.from({ length: blocks * placesPerBlock }, (_, nth) => ({
    ...listingOf(nth, stream),
    ...{ number: nth, created_at: nth * 10 - stream.int(0, 3 * placesPerBlock * 10) },
    price: nth < 7 * placesPerBlock && stream.chance(0.01) ? 1 : 5,
  }))
  const scattered = new MarketIndex()
  // Consecutive blocks of numbers do not get adjacent places, so they are read one by one.
  for (const block of [0, 2, 4, 6, 8, 1, 3, 5, 7, 9])
    scattered.upsert(disordered.slice(block * placesPerBlock, (block + 1) * placesPerBlock))
  const found = disordered.filter(({ price }) => price === 1).sort((a, b) => b.created_at - a.created_at || b.id - a.id)

  it('have the newest first, even if listings arrived long before or after others of their time', () => {
    for (let offset = 0; offset < found.length; offset += 1) {
      const { numbers } = scattered.select(few, { offset, limit: 5 }, now)
      expect(numbers).toEqual(found.slice(offset, offset + 5).map(({ number }) => number))
    }
  })

  it('continue after any listing', () => {
    for (const [nth, { created_at, id }] of found.entries()) {
      const { numbers } = scattered.select(few, { offset: 0, limit: 5, olderThan: { at: created_at, id } }, now)
      expect(numbers).toEqual(found.slice(nth + 1, nth + 6).map(({ number }) => number))
    }
  })
})
