// A snapshot is all rows of a merchant at one instant, in however many batches they were received. The latest one
// counts.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { InProcessLiveStore } from '../in-process-live-store.ts'
import {
  firstPage,
  hour,
  iso,
  minute,
  noon,
  post,
  quest,
  stockRow,
  useNewStore,
  type TestLive,
} from '../test/test-live.ts'
import { latestSnapshots } from './merchants.ts'
import { fastest } from '../../../../scripts/test/fastest.ts'

let live: InProcessLiveStore
let at: TestLive
useNewStore((one, store) => {
  live = one
  at = store
})

const later = { captured_at: iso(noon + hour) }
const nothing = (merchant: string, when = noon) => ({ merchant_id: merchant, captured_at: iso(when), stock: [] })
/** The stock of each merchant, as `merchant: item item`. */
const stock = async (merchant?: string) =>
  (await live.merchants.stock(merchant)).value.map(({ merchant_id, rows }) =>
    `${merchant_id.slice(12)}: ${rows.map(({ item_id }) => String(item_id).slice(8)).join(' ')}`.trim(),
  )

describe('the stock of a merchant', () => {
  it('has all rows of the latest snapshot and no others, in whatever order snapshots were received', async () => {
    await post(live, 'merchant-stock', [stockRow('cook', 'salt', later), stockRow('bard', 'lute')])
    await post(live, 'merchant-stock', [stockRow('cook', 'rope'), stockRow('cook', 'oil')])
    expect(await stock()).toEqual(['bard: lute', 'cook: salt'])
    expect(await stock('id.merchant.cook')).toEqual(['cook: salt'])
    expect((await live.merchants.stock()).value[1]?.captured_at).toBe('2026-03-04T13:00:00Z')
  })

  it('may be received in several batches', async () => {
    await post(live, 'merchant-stock', [stockRow('cook', 'salt')])
    await post(live, 'merchant-stock', [stockRow('cook', 'oil'), stockRow('bard', 'lute')])
    await post(live, 'merchant-stock', [stockRow('cook', 'rope')])
    expect(await stock()).toEqual(['bard: lute', 'cook: oil rope salt'])
  })

  it('is empty after an empty snapshot, until the next one', async () => {
    await post(live, 'merchant-stock', [stockRow('cook', 'salt'), nothing('id.merchant.cook', noon + minute)])
    expect(await stock()).toEqual(['cook:'])
    await post(live, 'merchant-stock', [nothing('Id_Merchant_Cook', noon - hour)])
    expect(await stock()).toEqual(['cook:'])
    await post(live, 'merchant-stock', [stockRow('cook', 'oil', later)])
    expect(await stock()).toEqual(['cook: oil'])
  })

  it('is empty for a merchant that was never observed', async () => {
    expect((await live.merchants.stock('id.merchant.nobody')).value).toEqual([])
  })

  it('is found by index look-ups, however many snapshots there are', async () => {
    await post(live, 'merchant-stock', [stockRow('cook', 'salt', later), stockRow('bard', 'lute')])
    await at.store.query(
      'live',
      `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 150000)
       insert into stock_snapshots (merchant_id, captured_at) select 'id.merchant.' || (n % 3), n from numbers`,
    )
    expect(await stock()).toEqual(['0:', '1:', '2:', 'bard: lute', 'cook: salt'])
    const db = await at.tables('read')
    const snapshots = () => latestSnapshots(db, 'stock_snapshots')
    const count = () => sql`select count(*) from stock_snapshots`.execute(db)
    expect(await fastest(snapshots)).toBeLessThan((await fastest(count)) / 2)
    expect(await latestSnapshots(db, 'stock_snapshots')).toContainEqual({
      merchant_id: 'id.merchant.0',
      captured_at: 150_000,
    })
    await db.destroy()
  })

  it('is found by id, raw key and tag of the merchant', async () => {
    const named = ['id.merchant.cook', 'Id_Merchant_Cook', 'cook'].map((merchant_id, index) => ({
      ...stockRow('', `item_${index}`),
      merchant_id,
    }))
    await post(live, 'merchant-stock', named)
    expect(await stock()).toEqual(['cook: item_0 item_1 item_2'])
  })
})

describe('a row of stock', () => {
  it('exists for each rank and for no rank', async () => {
    const ranks = [null, 1, 'hero'].map((rank_id, index) => stockRow('cook', 'salt', { rank_id, price: index }))
    expect(await post(live, 'merchant-stock', ranks)).toMatchObject({ accepted: 3 })
    expect(await post(live, 'merchant-stock', ranks)).toMatchObject({ accepted: 0, duplicates: 3 })
    const [{ rows } = { rows: [] }] = (await live.merchants.stock()).value
    expect(rows.map(({ rank_id, price }) => [rank_id, price])).toEqual([[null, 0], ['1', 1], ['hero', 2]]) // prettier-ignore
  })

  it('stays as it was received first, whatever is received with the same key later', async () => {
    const both = [stockRow('cook', 'salt'), stockRow('cook', 'salt', { stock: 0 })]
    expect(await post(live, 'merchant-stock', both)).toMatchObject({ accepted: 1, duplicates: 1 })
    expect(await post(live, 'merchant-stock', both.slice(1))).toMatchObject({ accepted: 0, duplicates: 1 })
    expect((await live.merchants.stock()).value[0]?.rows).toMatchObject([{ stock: 3, price: 10 }])
  })

  it('has all columns that the observer sent', async () => {
    await post(live, 'merchant-stock', [stockRow('cook', 'salt', { mood: 'sour', currency: null, extra: [1] })])
    expect((await live.merchants.stock()).value[0]?.rows).toEqual([
      {
        ...{ merchant_id: 'id.merchant.cook', item_id: 'id.item.salt', price: 10, currency: null, stock: 3 },
        ...{ rank_id: null, captured_at: '2026-03-04T12:00:00Z', mood: 'sour', extra: [1] },
      },
    ])
  })

  it('that is empty is a change only once', async () => {
    const twice = [nothing('cook'), nothing('cook')]
    expect(await post(live, 'merchant-stock', twice)).toMatchObject({ accepted: 1, duplicates: 1 })
    expect(await post(live, 'merchant-stock', twice)).toMatchObject({ accepted: 0, duplicates: 2 })
  })
})

describe('the history of an item', () => {
  it('has all its rows of stock, newest first, page by page', async () => {
    const rows = [0, 1, 2].flatMap((hours) => [
      stockRow('cook', 'salt', { captured_at: iso(noon + hours * hour), price: hours }),
      stockRow('bard', 'salt', { captured_at: iso(noon + hours * hour), price: hours + 10 }),
      stockRow('cook', 'oil', { captured_at: iso(noon + hours * hour) }),
    ])
    await post(live, 'merchant-stock', [...rows.slice(3), ...rows.slice(0, 3), nothing('cook', noon + 9 * hour)])
    const page = async (offset: number, limit: number) =>
      (await live.merchants.stockOf('id.item.salt', { offset, limit })).value
    expect((await page(0, 9)).rows.map(({ price }) => price)).toEqual([12, 2, 11, 1, 10, 0])
    expect(await page(1, 2)).toMatchObject({ rows: [{ price: 2 }, { price: 11 }], total: 6, totalIsMinimum: false })
    expect((await live.merchants.stockOf('id.item.none', firstPage)).value).toMatchObject({ rows: [], total: 0 })
  })
})

describe('the quests of a merchant', () => {
  it('are those of the latest snapshot', async () => {
    const reset = { reset_at: '2026-03-05', rank_requirement: 2 }
    await post(live, 'merchant-quests', [quest('cook', 'b', { ...later, ...reset }), quest('cook', 'a', later)])
    await post(live, 'merchant-quests', [quest('cook', 'old'), quest('bard', 'c', { is_repeatable: null })])
    const { value, observedAt } = await live.merchants.quests()
    expect(observedAt).toBe(noon + hour)
    expect(value.flatMap(({ rows }) => rows)).toMatchObject([
      { merchant_id: 'id.merchant.bard', quest_id: 'id.quest.c', is_repeatable: false, reset_at: null },
      { merchant_id: 'id.merchant.cook', quest_id: 'id.quest.a', is_repeatable: true, rank_requirement: null },
      { quest_id: 'id.quest.b', reset_at: '2026-03-05T00:00:00Z', rank_requirement: '2' },
    ])
  })

  it('stay as they were received first, whatever is received with the same key later', async () => {
    const both = [quest('cook', 'a'), quest('cook', 'a', { is_repeatable: false })]
    expect(await post(live, 'merchant-quests', both)).toMatchObject({ accepted: 1, duplicates: 1 })
    expect(await post(live, 'merchant-quests', both.slice(1))).toMatchObject({ accepted: 0, duplicates: 1 })
    expect((await live.merchants.quests()).value[0]?.rows).toMatchObject([{ is_repeatable: true }])
  })

  it('are none after an empty snapshot', async () => {
    await post(live, 'merchant-quests', [quest('cook', 'a'), { merchant_id: 'cook', quests: [], ...later }])
    expect((await live.merchants.quests()).value).toMatchObject([{ merchant_id: 'id.merchant.cook', rows: [] }])
  })
})
