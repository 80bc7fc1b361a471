// Compares selections and orders, by each filter and by combinations of them, with a plain array.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Condition } from '../../../../api/model/conditions.ts'
import { maxCountedRows, type LiveSortKey, type Slice } from '../../../../api/model/live-store.ts'
import type { SortedPosition } from '../../../../api/model/values/row-positions.ts'
import type { IndexedListing } from './columns/market-columns.ts'
import { MarketIndex } from './market-index.ts'

const now = 1000
const everything: Slice = { offset: 0, limit: 1_000_000 }

function listingOf(number: number, fields: Partial<IndexedListing> = {}): IndexedListing {
  return {
    ...{ number, id: number, item_id: 'rope', archetype: null, rarity: null, loot_state: null, seller: null },
    ...{ price: 1, price_per_unit: '1', quantity: 1, created_at: number, expires_at: null },
    ...{ has_sold: 0, has_expired: 0, has_cancelled: 0, ...fields },
  }
}

function matches(listing: IndexedListing, { column, operator, value }: Condition): boolean {
  const { has_sold, has_cancelled, has_expired, expires_at } = listing
  const isOver = expires_at !== null && expires_at <= now && !has_sold && !has_cancelled
  if (column === 'has_expired') return value === (has_expired === 1 || isOver)
  if (column === 'has_sold' || column === 'has_cancelled') return value === (listing[column] === 1)
  const stored = listing[column as keyof IndexedListing]
  if (operator === 'equal') return stored === value
  if (operator === 'oneOf') return (value as readonly unknown[]).includes(stored)
  if (operator === 'atLeast') return Number(stored) >= Number(value)
  return operator === 'below' ? Number(stored) < Number(value) : Number(stored) <= Number(value)
}

const newestFirst = (a: IndexedListing, b: IndexedListing) => b.created_at - a.created_at || b.id - a.id

const small = (max: number, min = 0) => fc.integer({ min, max })
const flag = fc.constantFrom<0 | 1>(0, 1)
const orNull = <T>(one: fc.Arbitrary<T>) => fc.oneof(one, fc.constant(null))
const words = fc.constantFrom('rope', 'rose', 'Ωmega', '')
/** Numbers are in the order of arrival, ids are not. */
const listings = small(40).chain((number) =>
  fc.record<IndexedListing>({
    ...{ number: fc.constant(number), id: fc.constant((number * 17) % 41), item_id: words },
    ...{ archetype: orNull(words), rarity: orNull(words), loot_state: orNull(words), seller: orNull(words) },
    ...{ price: small(5), price_per_unit: fc.constantFrom('0.5', '1', '1.50', '2'), quantity: small(3, 1) },
    ...{ created_at: small(12, -2), expires_at: orNull(small(now + 1, now - 1)) },
    ...{ has_sold: flag, has_expired: flag, has_cancelled: flag },
  }),
)
const changes = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.uniqueArray(listings, { selector: ({ number }) => number, maxLength: 25 }) },
    { weight: 1, arbitrary: small(11, -2) },
  ),
  { minLength: 1, maxLength: 6 },
)

const equal = (column: string, value: fc.Arbitrary<string | boolean>) =>
  value.map((one): Condition => ({ column, operator: 'equal', value: one }))
const bound = (column: string, value: fc.Arbitrary<number>, ...kinds: Condition['operator'][]) =>
  fc.tuple(value, fc.constantFrom(...kinds)).map(([one, operator]): Condition => ({ column, operator, value: one }))
const oneOf = (column: string) =>
  fc
    .uniqueArray(fc.oneof(words, fc.constant('unheard')), { minLength: 1, maxLength: 4 })
    .map((value): Condition => ({ column, operator: 'oneOf', value }))
const kinds = {
  ...{ any_rarity: oneOf('rarity'), any_item: oneOf('item_id') },
  ...{ item_id: equal('item_id', words), archetype: equal('archetype', fc.constantFrom('rope', 'unheard')) },
  ...{ rarity: equal('rarity', words), loot_state: equal('loot_state', words), seller: equal('seller', words) },
  ...{ price: bound('price', small(6, -1), 'atLeast', 'atMost') },
  ...{ price_per_unit: bound('price_per_unit', fc.constantFrom(0.5, 1.5, 1.49, 3), 'atLeast', 'atMost') },
  ...{ quantity: bound('quantity', small(4), 'atLeast', 'atMost') },
  ...{ created_at: bound('created_at', small(13, -3), 'atLeast', 'below') },
  ...{ has_sold: equal('has_sold', fc.boolean()), has_cancelled: equal('has_cancelled', fc.boolean()) },
  ...{ has_expired: equal('has_expired', fc.boolean()) },
}
const conditions = fc.oneof(...Object.values(kinds))
const positions = fc.record({ at: small(13, -3), id: small(40) })
const slices = fc
  .record({
    offset: fc.oneof(small(3), small(60)),
    limit: small(10),
    olderThan: fc.option(positions, { nil: undefined }),
  })
  .map(({ olderThan, ...slice }): Slice => ({ ...slice, ...(olderThan && { olderThan }) }))
const isOlder = ({ created_at, id }: IndexedListing, { olderThan }: Slice) =>
  !olderThan || created_at < olderThan.at || (created_at === olderThan.at && id < olderThan.id)

/** Applies changes to an index and to a plain list. A number stands for pruning before that instant. */
function applied(steps: readonly (readonly IndexedListing[] | number)[]) {
  const index = new MarketIndex()
  let held = new Map<number, IndexedListing>()
  for (const step of steps) {
    if (typeof step === 'number') {
      index.prune(step)
      held = new Map([...held].filter(([, { created_at }]) => created_at >= step))
    } else {
      index.upsert(step)
      for (const listing of step) held.set(listing.number, listing)
    }
  }
  return { index, held: [...held.values()].sort(newestFirst) }
}

describe('a selection', () => {
  it.each(Object.entries(kinds))('by %s alone equals that of a plain list', (_name, kind) => {
    fc.assert(
      fc.property(changes, kind, slices, (steps, condition, slice) => expectSame(steps, [condition], slice)),
      { numRuns: 60 },
    )
  })

  it('by any combination of conditions equals that of a plain list', () => {
    const some = fc.array(conditions, { maxLength: 4 })
    fc.assert(fc.property(changes, some, slices, expectSame), { numRuns: 800 })
  })

  function expectSame(
    steps: readonly (readonly IndexedListing[] | number)[],
    some: readonly Condition[],
    slice: Slice,
  ) {
    const { index, held } = applied(steps)
    const matching = held.filter((listing) => some.every((condition) => matches(listing, condition)))
    const older = matching.filter((listing) => isOlder(listing, slice))
    expect(index.select(some, slice, now)).toEqual({
      numbers: older.slice(slice.offset, slice.offset + slice.limit).map(({ number }) => number),
      ...{ total: matching.length, totalIsMinimum: false, hasMore: older.length > slice.offset + slice.limit },
    })
    expect(index.count).toBe(held.length)
  }

  it('has listings of the same instant in descending order of their ids', () => {
    const index = new MarketIndex()
    index.upsert([7, 3, 9, 5].map((id, number) => listingOf(number + 1, { id, created_at: 5 })))
    index.upsert([listingOf(5, { id: 6, created_at: 5 }), listingOf(6, { id: 1, created_at: 5 })])
    expect(index.select([], everything, now).numbers).toEqual([3, 1, 5, 4, 2, 6])
  })

  it('has a pruned listing again after it came back', () => {
    const index = new MarketIndex()
    index.upsert([listingOf(1), listingOf(2)])
    index.prune(2)
    index.upsert([listingOf(1)])
    expect(index.select([], everything, now).numbers).toEqual([2, 1])
  })

  it('by a column that the index lacks throws an error', () => {
    const index = new MarketIndex()
    index.upsert([listingOf(1)])
    expect(() => index.select([{ column: 'sellers', operator: 'equal', value: 1 }], everything, now)).toThrow(
      'no column sellers',
    )
  })
})

describe('an order by columns', () => {
  const shownIn = (listing: IndexedListing, column: string): string | number | null => {
    const { has_sold, has_cancelled, has_expired, expires_at } = listing
    if (column === 'cursor') return listing.number
    if (column === 'has_expired')
      return Number(has_expired === 1 || (expires_at !== null && expires_at <= now && !has_sold && !has_cancelled))
    if (column === 'price_per_unit') return Number(listing.price_per_unit)
    return listing[column as keyof IndexedListing] ?? null
  }
  const ranked = ['rose', 'rope']
  const columns = fc.constantFrom(
    ...['item_id', 'archetype', 'rarity', 'seller', 'price', 'price_per_unit', 'quantity', 'created_at', 'expires_at'],
    ...['has_sold', 'has_expired', 'has_cancelled', 'cursor', 'id'],
  )
  const keys = fc.uniqueArray(fc.record({ column: columns, descending: fc.boolean() }), {
    ...{ minLength: 1, maxLength: 3, selector: ({ column }) => column },
  })

  const compare = (a: IndexedListing, b: IndexedListing, { column, descending, ranked: first = [] }: LiveSortKey) => {
    const [x, y] = [shownIn(a, column), shownIn(b, column)]
    if (x === y) return 0
    if (x === null || y === null) return x === null ? 1 : -1
    const rankOf = (value: string | number) => (first.includes(String(value)) ? first.indexOf(String(value)) : 99)
    const rising = rankOf(x) - rankOf(y) || (x < y ? -1 : 1)
    return descending ? -rising : rising
  }

  it('equals that of a sorted plain list, page by page', () => {
    const some = fc.array(conditions, { maxLength: 2 })
    fc.assert(
      fc.property(changes, some, keys, small(10, 1), fc.boolean(), (steps, wanted, given, limit, isRanked) => {
        const { index, held } = applied(steps)
        const order = { keys: given.map((key) => ({ ...key, ...(isRanked && key.column === 'rarity' && { ranked }) })) }
        index.writeOrderColumns(held.map(({ number, expires_at }) => ({ number, expires_at })))
        const matching = held.filter((listing) => wanted.every((condition) => matches(listing, condition)))
        const sorted = matching.toSorted(
          (a, b) => order.keys.map((key) => compare(a, b, key)).find((one) => one !== 0) ?? a.id - b.id,
        )
        const walked: number[] = []
        for (let last: SortedPosition | undefined, isDone = false; !isDone;) {
          const slice = { offset: 0, limit, order: { ...order, ...(last && { after: last }) } }
          const { numbers, hasMore, total } = index.select(wanted, slice, now)
          expect(total).toBe(matching.length)
          walked.push(...numbers)
          const row = held.find(({ number }) => number === numbers.at(-1))
          isDone = !hasMore || !row
          if (row) last = { id: row.id, values: order.keys.map(({ column }) => asShown(shownIn(row, column), column)) }
        }
        expect(walked).toEqual(sorted.map(({ number }) => number))
        const page = index.select(wanted, { offset: 2, limit, order }, now)
        expect(page.numbers).toEqual(sorted.slice(2, 2 + limit).map(({ number }) => number))
      }),
      { numRuns: 300 },
    )
  })

  /** Rows of responses have instants as texts. */
  const asShown = (value: string | number | null, column: string) =>
    value !== null && column.endsWith('_at') ? new Date(value).toISOString() : value

  it('says which of its columns have not been loaded', () => {
    const index = new MarketIndex()
    const order = { keys: ['price', 'item', 'expires_at'].map((column) => ({ column, descending: false })) }
    expect(index.missingColumns(order)).toEqual(['item', 'expires_at'])
    index.markLoaded(['item'])
    expect(index.missingColumns(order)).toEqual(['expires_at'])
  })

  it('selects pages from many listings, wherever they are in the order', () => {
    const index = new MarketIndex()
    index.upsert(Array.from({ length: 20_000 }, (_, at) => listingOf(at + 1, { price: (at * 7919) % 20_000 })))
    const byPrice = (descending: boolean, offset: number) =>
      index.select([], { offset, limit: 3, order: { keys: [{ column: 'price', descending }] } }, now).numbers
    const numberOf = (price: number) =>
      Array.from({ length: 20_000 }, (_, at) => (at * 7919) % 20_000).indexOf(price) + 1
    expect(byPrice(false, 5000)).toEqual([5000, 5001, 5002].map(numberOf))
    expect(byPrice(true, 0)).toEqual([19_999, 19_998, 19_997].map(numberOf))
    expect(byPrice(true, 30_000)).toEqual([])
  })
})

describe('any of several texts', () => {
  const index = new MarketIndex()
  const rarities = ['common', 'rare', 'epic', 'legendary', 'odd', 'unique', null]
  // Two are frequent enough for bitmaps, the others are not.
  const all = Array.from({ length: 30_000 }, (_, at) =>
    listingOf(at + 1, {
      rarity: at % 2 === 0 ? 'common' : at % 5 === 0 ? 'rare' : at % 97 === 0 ? (rarities[(at % 5) + 2] ?? null) : null,
      seller: at % 3 === 0 ? 'quill' : 'wick',
      price: at % 11,
      has_sold: at % 7 === 0 ? 1 : 0,
    }),
  )
  index.upsert(all)
  const held = all.toReversed()
  const several = fc
    .subarray(['common', 'rare', 'epic', 'legendary', 'odd', 'unique', 'unheard'], { minLength: 1 })
    .map((value): Condition => ({ column: 'rarity', operator: 'oneOf', value }))
  const others = fc.subarray<Condition>([
    { column: 'seller', operator: 'equal', value: 'quill' },
    { column: 'price', operator: 'atMost', value: 6 },
    { column: 'has_sold', operator: 'equal', value: false },
    { column: 'created_at', operator: 'atLeast', value: 9000 },
  ])

  it('select the union of the listings of each, in every order and with any other conditions', () => {
    const by = fc.option(fc.constant({ keys: [{ column: 'price', descending: false }] }), { nil: undefined })
    fc.assert(
      fc.property(several, others, by, small(40), (wanted, beside, order, offset) => {
        const some = [wanted, ...beside]
        const found = held.filter((listing) => some.every((condition) => matches(listing, condition)))
        const sorted = order ? found.toSorted((a, b) => a.price - b.price || a.id - b.id) : found
        const page = index.select(some, { offset, limit: 20, ...(order && { order }) }, now)
        expect(page.numbers).toEqual(sorted.slice(offset, offset + 20).map(({ number }) => number))
        expect(page.total).toBe(found.length)
      }),
      { numRuns: 150 },
    )
  })
})

describe('a total', () => {
  const index = new MarketIndex()
  const max = maxCountedRows + 9000
  // Two thirds are cheap, and the newest 5 are ropes.
  const all = Array.from({ length: max }, (_, at) =>
    listingOf(at + 1, {
      item_id: at < max - 5 ? 'stone' : 'rope',
      price: at % 3 === 0 ? 9 : 1,
      quantity: at < 9000 ? 2 : 1,
    }),
  )
  index.upsert(all)
  const page = { offset: 0, limit: 2 }
  const stones: Condition = { column: 'item_id', operator: 'equal', value: 'stone' }
  const priced = (operator: 'atLeast' | 'atMost', value: number): Condition => ({ column: 'price', operator, value })
  const single: Condition = { column: 'quantity', operator: 'atMost', value: 1 }

  it('is exact up to the number that is counted', () => {
    expect(index.select([single], page, now)).toMatchObject({ total: maxCountedRows, totalIsMinimum: false })
    expect(index.select([priced('atMost', 1)], page, now)).toMatchObject({ total: 72_666, totalIsMinimum: false })
    const from: Condition = { column: 'created_at', operator: 'atLeast', value: 9001 }
    expect(index.select([from], page, now)).toMatchObject({ total: maxCountedRows, totalIsMinimum: false })
  })

  it('is a minimum above that, whether listings are tested one by one or not', () => {
    const minimum = { total: maxCountedRows, totalIsMinimum: true, hasMore: true }
    expect(index.select([], page, now)).toEqual({ numbers: [max, max - 1], ...minimum })
    expect(index.select([stones], page, now)).toEqual({ numbers: [max - 5, max - 6], ...minimum })
    expect(index.select([priced('atLeast', 1)], page, now)).toEqual({ numbers: [max, max - 1], ...minimum })
    expect(index.select([stones, priced('atLeast', 1)], page, now)).toEqual({
      numbers: [max - 5, max - 6],
      ...minimum,
    })
  })

  it('is that of the whole list on every page, whichever listing the page follows', () => {
    for (const conditions of [[], [single], [stones, single], [priced('atMost', 1)], [priced('atLeast', 9), stones]]) {
      const { total, totalIsMinimum } = index.select(conditions, page, now)
      const { numbers } = index.select(conditions, { offset: 0, limit: 7 }, now)
      const [at = 0, ...older] = numbers
      const olderThan = { at, id: at }
      const expected = { numbers: older, total, totalIsMinimum, hasMore: true }
      expect(index.select(conditions, { offset: 0, limit: 6, olderThan }, now)).toEqual(expected)
      const last = { offset: 0, limit: 6, olderThan: { at: 1, id: 1 } }
      expect(index.select(conditions, last, now)).toEqual({ numbers: [], total, totalIsMinimum, hasMore: false })
    }
  })

  it('does not limit the pages', () => {
    const far = { offset: max - 3, limit: 5 }
    expect(index.select([], far, now).numbers).toEqual([3, 2, 1])
    expect(index.select([priced('atLeast', 1)], far, now).numbers).toEqual([3, 2, 1])
    expect(index.select([priced('atLeast', 1)], { offset: max, limit: 5 }, now).numbers).toEqual([])
  })
})
