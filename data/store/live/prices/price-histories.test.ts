// Compares prices from roll-ups and later changes with sums over the raw listings.
import fc from 'fast-check'
import type { Kysely, KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxPriceBuckets, type PriceBucket, type PricesWindow } from '../../../api/model/live-store.ts'
import type { InProcessLiveStore } from '../in-process-live-store.ts'
import { priceHistories } from './price-histories.ts'
import { rollUp } from './roll-up.ts'
import type { LiveTables } from '../rows/tables.ts'
import { batchOf, day, hour, iso, listing, minute, noon, TestLive } from '../test/test-live.ts'
import { inLongForm } from '../../../../scripts/test/long-form.ts'

const at = new TestLive()
let live: InProcessLiveStore
let db: Kysely<LiveTables>
beforeAll(async () => {
  live = await at.open()
  db = await at.tables()
})
afterAll(async () => {
  await db.destroy()
  await at.remove()
})

interface ObservedListing {
  readonly id: number
  readonly item_id: string
  readonly archetype: string | null
  readonly created: number
  readonly quarters: number
  readonly quantity: number
  readonly captured: number
}

type Window = Omit<PricesWindow, 'itemIds'> & { readonly itemId: string }

/** The listings in their final state, by id. */
class FinalListings {
  readonly #listings = new Map<number, ObservedListing>()

  add(observed: ObservedListing): void {
    const earlier = this.#listings.get(observed.id)
    if (earlier && observed.captured <= earlier.captured) return
    const archetype = earlier?.item_id === observed.item_id ? earlier.archetype : null
    this.#listings.set(observed.id, { ...observed, archetype: observed.archetype ?? archetype })
  }

  history({ itemId, intervalMinutes, from, to }: Window): PriceBucket[] {
    const all = [...this.#listings.values()]
    const isItem = all.some(({ item_id }) => item_id === itemId)
    const matching = all.filter((one) => (isItem ? one.item_id : one.archetype) === itemId)
    const inside = matching.filter(({ created }) => created >= from && created < to)
    const width = intervalMinutes * minute
    const groups = groupBy(inside, ({ created }) => Math.floor(created / width) * width)
    return [...groups]
      .sort(([a], [b]) => a - b)
      .slice(-maxPriceBuckets)
      .map(([start, listings]) => ({ start, histogram: levelsOf(listings) }))
  }
}

function groupBy<T>(all: readonly T[], keyOf: (one: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>()
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return groups
}

function levelsOf(listings: readonly ObservedListing[]): PriceBucket['histogram'] {
  const levels = groupBy(listings, ({ quarters }) => quarters / 4)
  return [...levels]
    .sort(([a], [b]) => a - b)
    .map(([price, ones]) => [price, ones.length, ones.reduce((sum, { quantity }) => sum + quantity, 0)])
}

/** Ingests lines without rolling them up. */
const ingest = (observed: readonly ObservedListing[]) => {
  const lines = observed.map(({ id, created, quarters, captured, ...fields }) =>
    listing(id, {
      ...{ ...fields, created_at: iso(created), captured_at: iso(noon + captured) },
      price_per_unit: String(quarters / 4),
    }),
  )
  return live.writer.ingest('market', batchOf(lines), noon + 9 * day)
}
const histories = async (window: PricesWindow) => (await live.market.priceHistories(window)).value
const history = async ({ itemId, ...window }: Window) => (await histories({ ...window, itemIds: [itemId] }))[0] ?? []

const usual = [1, 3, 5, 10, 15, 30, 45, 60, 120, 240, 1440, 10_080, 20_160, 40_320]
const intervals = fc.constantFrom(...usual, 7, 37, 90, 25 * 60, 241, 3 * 10_080)
const edges = fc.tuple(
  fc.constantFrom(minute, 15 * minute, 4 * hour, day),
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(-1, 0, 1),
)
const instants = fc.oneof(
  fc.integer({ min: noon - 3 * day, max: noon + 3 * day }),
  fc.integer({ min: noon - 3 * minute, max: noon + 3 * minute }),
  edges.map(([width, count, off]) => Math.floor(noon / width) * width + count * width + off),
)
const small = (max: number, min = 0) => fc.integer({ min, max })
/** Changes of any columns of listings, observed in any order, with roll-ups in between. */
const steps = fc.array(
  fc.record({
    observed: fc.array(
      fc.record({
        ...{ id: small(7), item: small(1), archetype: small(2), created: instants },
        ...{ quarters: small(6), quantity: small(3, 1), captured: small(20) },
      }),
      { maxLength: 5 },
    ),
    rolled: fc.option(small(5, 1)),
  }),
  { minLength: 1, maxLength: 6 },
)
const subjects = ['item-0', 'item-1', 'archetype-0', 'nothing'] as const
const windows = fc.array(fc.tuple(fc.constantFrom(...subjects), intervals, instants, instants), {
  minLength: 2,
  maxLength: 8,
})

describe('price history', () => {
  it('equals the sums over all listings, even if they were late, corrected or repeated, rolled up or not', async () => {
    let run = 0
    const property = fc.asyncProperty(steps, windows, async (taken, requested) => {
      const known = new FinalListings()
      const own = (run += 1)
      for (const { observed, rolled } of taken) {
        const lines = observed.map(({ id, item, archetype, ...others }): ObservedListing => ({
          ...{ ...others, id: own * 10 + id, item_id: `item-${item}-${own}` },
          archetype: archetype === 2 ? null : `archetype-${archetype}-${own}`,
        }))
        for (const line of lines) known.add(line)
        await ingest(lines)
        if (rolled !== null) await rollUp(db, rolled)
        for (const [subject, intervalMinutes, one, other] of requested) {
          const [from, to] = [Math.min(one, other), Math.max(one, other)]
          const window = { itemId: `${subject}-${own}`, intervalMinutes, from, to }
          expect(await history(window), JSON.stringify(window)).toEqual(known.history(window))
          const itemIds = subjects.map((one) => `${one}-${own}`)
          expect(await histories({ ...window, itemIds }), JSON.stringify(window)).toEqual(
            itemIds.map((id) => known.history({ ...window, itemId: id })),
          )
        }
      }
    })
    await fc.assert(property, { numRuns: inLongForm(80, 25) })
  })

  it('has the newest 250 buckets that are not empty, rolled up or not', async () => {
    const moved = fc.uniqueArray(small(399), { maxLength: 300 })
    let run = 0
    const property = fc.asyncProperty(moved, fc.boolean(), small(900), async (gone, isRolledUp, max) => {
      const own = `long-${(run += 1)}`
      const known = new FinalListings()
      const report = async (observed: readonly ObservedListing[]) => {
        for (const line of observed) known.add(line)
        await ingest(observed)
      }
      const of = (index: number, item_id: string, captured: number): ObservedListing => ({
        ...{ id: 100_000 * run + index, item_id, archetype: null, created: noon + index * minute },
        ...{ quarters: index % 5, quantity: 1, captured },
      })
      await report(Array.from({ length: 400 }, (_, index) => of(index, own, 0)))
      if (isRolledUp) while (await rollUp(db, 1000));
      await report(gone.map((index) => of(index, `${own}-other`, 1)))
      if (max > 0) await rollUp(db, max)
      for (const intervalMinutes of [1, 3]) {
        const window = { itemId: own, intervalMinutes, from: noon - day, to: noon + day + 1 }
        expect(await history(window)).toEqual(known.history(window))
      }
    })
    await fc.assert(property, { numRuns: inLongForm(12, 4) })
  })
})

it('a hundred ids take as many queries as one', async () => {
  const queriesOf = async (itemIds: readonly string[]) => {
    let queries = 0
    const counting: KyselyPlugin = {
      transformQuery({ node }) {
        queries += 1
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    }
    await priceHistories(db.withPlugin(counting), { itemIds, intervalMinutes: 1440, from: noon - 7 * day, to: noon })
    return queries
  }
  const one = await queriesOf(['many-0'])
  expect(one).toBeGreaterThan(2)
  expect(await queriesOf(Array.from({ length: 100 }, (_, nth) => `many-${nth}`))).toBe(one)
})

describe('an id', () => {
  const line = (id: number, item_id: string, archetype: string, captured = 0): ObservedListing => ({
    ...{ id, item_id, archetype, captured, created: noon, quarters: id % 10, quantity: 1 },
  })
  const pricesOf = async (itemId: string) => {
    const buckets = await history({ itemId, intervalMinutes: 15, from: noon, to: noon + hour })
    return buckets.flatMap(({ histogram }) => histogram.map(([price]) => price))
  }

  it('of both an item and an archetype means the item', async () => {
    await ingest([line(9_000_001, 'both', 'nothing'), line(9_000_002, 'another', 'both')])
    expect(await pricesOf('both')).toEqual([0.25])
    while (await rollUp(db, 1000));
    expect(await pricesOf('both')).toEqual([0.25])
  })

  it('means the archetype again once no listing has the item', async () => {
    await ingest([line(9_000_011, 'was', 'nothing'), line(9_000_012, 'another', 'was')])
    while (await rollUp(db, 1000));
    await ingest([line(9_000_011, 'is', 'nothing', 1)])
    while (await rollUp(db, 1000));
    expect(await pricesOf('was')).toEqual([0.5])
  })
})
