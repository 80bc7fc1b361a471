import { beforeAll, describe, expect, it } from 'vitest'
import { countedRows, type Term } from '../../../api/live/live-store.ts'
import { Stream } from '../../../sample/random.ts'
import type { IndexedListing } from './market-columns.ts'
import { MarketIndex } from './market-index.ts'

const now = 2_000_000
const texts = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name} ${at}`)
const [items, rarities, sellers] = [texts('item', 30), texts('rarity', 2), texts('seller', 4000)]

function madeUp(number: number, stream: Stream, created: number): IndexedListing {
  const over = stream.next()
  return {
    number,
    id: 10_000_000 - number,
    item_id: items[Math.floor(stream.next() ** 3 * items.length)] ?? '',
    archetype: stream.chance(0.1) ? null : stream.pick(['a', 'b']),
    rarity: stream.pick(rarities),
    loot_state: stream.pick(['looted', 'supplied']),
    seller: stream.pick(sellers),
    price: Math.floor(Math.exp(stream.between(-1, 9))),
    price_per_unit: String(Math.round(Math.exp(stream.between(-2, 9)) * 100) / 100),
    quantity: stream.int(1, 4),
    created_at: created,
    expires_at: stream.chance(0.1) ? null : created + 300_000,
    has_sold: over < 0.3 ? 1 : 0,
    has_expired: over > 0.9 ? 1 : 0,
    has_cancelled: over > 0.3 && over < 0.4 ? 1 : 0,
  }
}

/** What the index does, told in the plainest way. */
function plainly(listings: readonly IndexedListing[], terms: readonly Term[], offset: number, limit: number) {
  const holds = (listing: IndexedListing, { column, is, value }: Term) => {
    const { has_sold, has_cancelled, expires_at } = listing
    if (column === 'has_expired') {
      const isPast = expires_at !== null && expires_at <= now && has_sold === 0 && has_cancelled === 0
      return (listing.has_expired === 1 || isPast) === value
    }
    const held = listing[column as keyof IndexedListing]
    if (typeof value === 'boolean') return (held === 1) === value
    if (is === 'equal') return held === value
    if (is === 'atLeast') return Number(held) >= Number(value)
    return is === 'below' ? Number(held) < Number(value) : Number(held) <= Number(value)
  }
  const found = listings.filter((listing) => terms.every((term) => holds(listing, term)))
  found.sort((a, b) => b.created_at - a.created_at || b.id - a.id)
  return { numbers: found.slice(offset, offset + limit).map(({ number }) => number), total: found.length }
}

const draws: readonly ((stream: Stream) => Term)[] = [
  (stream) => ({ column: 'item_id', is: 'equal', value: stream.pick(items) }),
  (stream) => ({ column: 'archetype', is: 'equal', value: stream.pick(['a', 'b', 'c']) }),
  (stream) => ({ column: 'rarity', is: 'equal', value: stream.pick(rarities) }),
  (stream) => ({ column: 'seller', is: 'equal', value: stream.pick(sellers) }),
  (stream) => ({ column: 'price', is: stream.pick(['atLeast', 'atMost']), value: stream.int(0, 9000) }),
  (stream) => ({ column: 'price_per_unit', is: stream.pick(['atLeast', 'atMost']), value: stream.between(0, 900) }),
  (stream) => ({ column: 'quantity', is: stream.pick(['atLeast', 'atMost']), value: stream.int(0, 5) }),
  (stream) => ({ column: 'created_at', is: stream.pick(['atLeast', 'below']), value: stream.int(900_000, 2_100_000) }),
  (stream) => ({
    column: stream.pick(['has_sold', 'has_expired', 'has_cancelled']),
    is: 'equal',
    value: stream.chance(0.5),
  }),
]

describe.each([
  ['in order of time, nearly', (at: number, stream: Stream) => 1_000_000 + at * 50 - stream.int(0, 2000)],
  ['in any order', (_: number, stream: Stream) => 1_000_000 + stream.int(0, 1_000_000)],
])('the index of a market that came in %s', (_name, createdAt) => {
  const index = new MarketIndex()
  const held = new Map<number, IndexedListing>()
  beforeAll(() => {
    const stream = new Stream('market index')
    for (let from = 1; from <= 12_000; from += 1000) {
      const some = Array.from({ length: 1000 }, (_, at) => madeUp(from + at, stream, createdAt(from + at, stream)))
      const changed = [...held.values()].filter(() => stream.chance(0.01))
      const now = changed.map((listing) =>
        stream.chance(0.5)
          ? { ...listing, has_sold: 1 as const, price: 7 }
          : madeUp(listing.number, stream, createdAt(listing.number, stream)),
      )
      for (const listing of [...some, ...now]) held.set(listing.number, listing)
      index.place([...some, ...now])
    }
  })

  it('gives what going through all listings gives, for one to four conditions together and any page', () => {
    const stream = new Stream('market queries')
    for (let query = 0; query < 250; query += 1) {
      const terms = Array.from({ length: stream.int(1, 4) }, () => stream.pick(draws)(stream))
      const slice = { offset: stream.pick([0, 0, 10, 500, 6000]), limit: stream.pick([1, 25, 250]) }
      const { numbers, total } = index.select(terms, slice, now)
      expect({ terms, numbers, total }).toEqual({
        terms,
        ...plainly([...held.values()], terms, slice.offset, slice.limit),
      })
    }
  })

  it('forgets what is pruned', () => {
    const before = 1_300_000
    index.prune(before)
    const left = [...held.values()].filter(({ created_at }) => created_at >= before)
    for (const terms of [[], [{ column: 'has_sold', is: 'equal', value: true }]] as const) {
      const { numbers, total } = index.select(terms, { offset: 5, limit: 30 }, now)
      expect({ numbers, total }).toEqual(plainly(left, terms, 5, 30))
    }
  })
})

it('counts no further than totals go', () => {
  const index = new MarketIndex()
  const stream = new Stream('many')
  const rows = Array.from({ length: countedRows + 20_000 }, (_, at) => ({ ...madeUp(at + 1, stream, at), quantity: 1 }))
  index.place(rows)
  const one: Term = { column: 'quantity', is: 'atMost', value: 1 }
  const { numbers, total, totalIsMinimum } = index.select([one], { offset: 110_000, limit: 2 }, now)
  expect({ numbers, total, totalIsMinimum }).toEqual({
    numbers: [10_000, 9999],
    total: countedRows,
    totalIsMinimum: true,
  })
})
