// Which of several lines about a listing is stored.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LiveRow } from '../../../api/model/live-store.ts'
import type { InProcessLiveStore } from '../in-process-live-store.ts'
import type { KnownItems } from '../intake/live-writer.ts'
import {
  day,
  firstPage,
  hour,
  iso,
  listing,
  minute,
  noon,
  post,
  TestLive,
  useNewStore,
  type Fields,
} from '../test/test-live.ts'
import { inLongForm } from '../../../../scripts/test/long-form.ts'

let live: InProcessLiveStore
let at: TestLive
useNewStore((...own) => {
  ;[live, at] = own
})

const now = noon + day
const one = async (id: number, when = now) => (await live.market.listing(id, when)).value
const all = async () => (await live.market.listings([], firstPage, now)).value.rows
const counts = { accepted: 1, duplicates: 0, rejected: [] }
const nothingNew = { accepted: 0, duplicates: 1, rejected: [] }

describe('a listing that is received again', () => {
  it('is a duplicate if it is equal', async () => {
    expect(await post(live, 'market', [listing(1)])).toEqual(counts)
    expect(await post(live, 'market', [listing(1)])).toEqual(nothingNew)
    expect(await post(live, 'market', [listing(2), listing(2)])).toEqual({ accepted: 1, duplicates: 1, rejected: [] })
  })

  it('has the values of the later observation, even if that was received first', async () => {
    await post(live, 'market', [listing(1, { captured_at: iso(noon + hour), has_sold: true })])
    expect(await post(live, 'market', [listing(1)])).toEqual(nothingNew)
    expect(await one(1)).toMatchObject({ has_sold: true, captured_at: '2026-03-04T13:00:00Z' })
  })

  it('is a change if only its instant of observation is later', async () => {
    await post(live, 'market', [listing(1)])
    expect(await post(live, 'market', [listing(1, { captured_at: iso(noon + 1) })])).toEqual(counts)
    expect(await one(1)).toMatchObject({ captured_at: '2026-03-04T12:00:00.001Z' })
  })

  it('keeps the first of two observations of the same instant, however often they are sent', async () => {
    const both = [listing(1, { price: 80 }), listing(1, { price: 70 })]
    expect(await post(live, 'market', both)).toEqual({ accepted: 1, duplicates: 1, rejected: [] })
    expect(await post(live, 'market', both)).toEqual({ accepted: 0, duplicates: 2, rejected: [] })
    expect(await one(1)).toMatchObject({ price: 80 })
  })

  it('has the values of the latest observation, in whatever order and batches the lines are received', async () => {
    const reported = fc.record({ id: fc.integer({ min: 1, max: 3 }), price: fc.nat(9), sold: fc.boolean() })
    const property = fc.asyncProperty(
      fc.array(reported, { minLength: 1, maxLength: 9 }).chain((lines) => {
        const observed = lines.map(({ id, price, sold }, index) => {
          const when = noon + index * minute
          return listing(id, { price, has_sold: sold, captured_at: iso(when), created_at: iso(noon - price * hour) })
        })
        return fc.tuple(
          fc.constant(observed),
          fc.shuffledSubarray(observed, { minLength: observed.length }),
          fc.array(fc.boolean(), { minLength: observed.length, maxLength: observed.length }),
        )
      }),
      async ([observed, shuffled, cuts]) => {
        const last = await rowsAfter([observed])
        expect(await rowsAfter(postsOf(shuffled, cuts))).toEqual(last)
      },
    )
    await fc.assert(property, { numRuns: inLongForm(25, 12) })
  })
})

/** The rows of a new store after some batches, without their receipt numbers. */
async function rowsAfter(posts: readonly (readonly Fields[])[]): Promise<LiveRow[]> {
  const other = new TestLive()
  try {
    const fresh = await other.open()
    for (const lines of posts) await post(fresh, 'market', lines)
    const { rows } = (await fresh.market.listings([], firstPage, now)).value
    return rows.map(({ cursor: _cursor, ...row }) => row)
  } finally {
    await other.remove()
  }
}

const postsOf = (lines: readonly Fields[], cuts: readonly boolean[]): Fields[][] =>
  lines.reduce<Fields[][]>((posts, line, index) => {
    const open = posts.at(-1)
    if (open && !cuts[index]) open.push(line)
    else posts.push([line])
    return posts
  }, [])

describe('a line without an instant of observation', () => {
  const undated = (fields: Fields = {}) => listing(1, { captured_at: null, ...fields })

  it('counts as observed on receipt', async () => {
    await post(live, 'market', [undated()], noon + minute)
    expect(await one(1)).toMatchObject({ captured_at: '2026-03-04T12:01:00Z' })
    expect(await post(live, 'market', [listing(1, { price: 1 })])).toEqual(nothingNew)
    expect(await post(live, 'market', [listing(1, { price: 1, captured_at: iso(noon + hour) })])).toEqual(counts)
  })

  it('is a duplicate if it is equal, whenever it is received', async () => {
    await post(live, 'market', [undated()], noon + minute)
    expect(await post(live, 'market', [undated()], noon + hour)).toEqual(nothingNew)
    expect(await post(live, 'market', [undated({ price: 1 })], noon + hour)).toEqual(counts)
    expect(await one(1)).toMatchObject({ price: 1, captured_at: '2026-03-04T13:00:00Z' })
  })

  it('does not change a listing that was observed after its receipt', async () => {
    await post(live, 'market', [listing(1, { captured_at: iso(noon + hour) })])
    expect(await post(live, 'market', [undated({ price: 1 })], noon + minute)).toEqual(nothingNew)
    expect(await one(1)).toMatchObject({ price: 100, captured_at: '2026-03-04T13:00:00Z' })
  })
})

describe('the patch of a listing', () => {
  const known = (patchId: number | null): KnownItems => ({ patchId: () => patchId, item: () => undefined })

  it('is the one that the line names, otherwise the current one on receipt', async () => {
    live = await at.open(known(12))
    await post(live, 'market', [listing(1, { captured_patch_id: 3 }), listing(2)])
    expect([await one(1), await one(2)]).toMatchObject([{ captured_patch_id: 3 }, { captured_patch_id: 12 }])
  })

  it('stays the same when the listing is received again under another patch, unless the line names one', async () => {
    await post(await at.open(known(12)), 'market', [listing(1)])
    const later = await at.open(known(13))
    await post(later, 'market', [listing(1, { captured_at: iso(noon + 1), has_sold: true })])
    expect(await one(1)).toMatchObject({ captured_patch_id: 12, has_sold: true })
    await post(later, 'market', [listing(1, { captured_at: iso(noon + 2), captured_patch_id: 4 })])
    expect(await one(1)).toMatchObject({ captured_patch_id: 4 })
  })
})

describe('a line may leave out', () => {
  it('the fields that the catalog has of the item', async () => {
    const item = { item: 'Silk Rope', archetype: 'id.item.silk_rope', rarity: 'rare' }
    live = await at.open({ patchId: () => null, item: (id) => (id === 'id.item.rope_1001' ? item : undefined) })
    const short = { item: null, archetype: undefined, rarity: undefined }
    await post(live, 'market', [listing(1, short), listing(2, { ...short, rarity: 'epic' })])
    await post(live, 'market', [listing(3, { ...short, item_id: 'id.item.none_9' })])
    expect(await one(1)).toMatchObject(item)
    expect(await one(2)).toMatchObject({ ...item, rarity: 'epic' })
    expect(await one(3)).toMatchObject({ item: null, archetype: null, rarity: null })
  })

  it('the fields that an earlier line had of the same item, if the catalog lacks it', async () => {
    const told = { item: 'Silk Rope', archetype: 'id.item.silk_rope', rarity: 'rare' }
    const untold = { item: null, archetype: null, rarity: null }
    await post(live, 'market', [listing(1, told), listing(2, told)])
    const later = { ...untold, captured_at: iso(noon + hour), has_sold: true }
    await post(live, 'market', [listing(1, later), listing(2, { ...later, item_id: 'id.item.none_9' })])
    expect(await one(1)).toMatchObject({ ...told, has_sold: true })
    expect(await one(2)).toMatchObject({ ...untold, has_sold: true })
    const again = listing(1, { ...later, captured_at: null })
    expect(await post(live, 'market', [again], noon + 2 * hour)).toEqual(nothingNew)
  })

  it('the price per unit, which then is computed to two decimal places', async () => {
    const perUnit = (price: number, quantity: number) => ({ price, quantity, price_per_unit: undefined })
    await post(live, 'market', [listing(1, perUnit(100, 3)), listing(2, perUnit(0, 1)), listing(3, perUnit(5, 2))])
    expect((await all()).map((row) => row.price_per_unit)).toEqual(['2.5', '0', '33.33'])
  })
})

describe('a listing in a response', () => {
  it('has all columns that the observer sent', async () => {
    const extra = { rune: 'Ω "quoted"', nested: { a: [1, null] }, price_history: [1, 2], nothing: null }
    await post(live, 'market', [listing(1, extra)])
    expect(await one(1)).toMatchObject({ rune: extra.rune, nested: extra.nested, price_history: [1, 2] })
    expect(await one(1)).not.toHaveProperty('nothing')
    expect(await one(1)).not.toHaveProperty('extra')
  })

  it('has expired if it was observed as expired, or is past its end and neither sold nor cancelled', async () => {
    const expires_at = iso(noon + hour)
    await post(live, 'market', [listing(1, { expires_at }), listing(2, { expires_at, has_sold: true })])
    await post(live, 'market', [listing(3, { expires_at, has_cancelled: true }), listing(4, { has_expired: true })])
    await post(live, 'market', [listing(5), listing(6, { expires_at, has_sold: true, has_expired: true })])
    const expiredAt = async (when: number) => {
      const condition = { column: 'has_expired', operator: 'equal', value: true } as const
      const { value } = await live.market.listings([condition], firstPage, when)
      const rows = await Promise.all([1, 2, 3, 4, 5, 6].map((id) => one(id, when)))
      const displayed = rows.filter((row) => row?.has_expired === true).map((row) => row?.id)
      expect(value.rows.map(({ id }) => id).sort()).toEqual(displayed)
      return displayed
    }
    expect(await expiredAt(noon + hour - 1)).toEqual([4, 6])
    expect(await expiredAt(noon + hour)).toEqual([1, 4, 6])
  })

  it('is sorted by its instant of creation, even if that is corrected', async () => {
    const ids = async () => (await all()).map(({ id }) => id)
    await post(
      live,
      'market',
      [1, 2, 3].map((id) => listing(id, { created_at: iso(noon + id) })),
    )
    expect(await ids()).toEqual([3, 2, 1])
    await post(live, 'market', [listing(1, { created_at: iso(noon + hour), captured_at: iso(noon + 1) })])
    expect(await ids()).toEqual([1, 3, 2])
  })
})

describe('the receipt number', () => {
  it('counts listings without gaps and does not change', async () => {
    const cursors = async () => (await all()).map(({ id, cursor }) => [id, cursor]).sort()
    await post(live, 'market', [listing(10), listing(20)])
    for (let again = 1; again <= 3; again += 1)
      await post(live, 'market', [listing(10, { captured_at: iso(noon + again) }), listing(20)])
    await post(live, 'market', [listing(30), listing(10, { captured_at: iso(noon + 9) }), listing(40), listing(40)])
    expect(await cursors()).toEqual([[10, 1], [20, 2], [30, 3], [40, 4]]) // prettier-ignore
  })
})
