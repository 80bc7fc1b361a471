import { z } from 'zod'
import { text } from '../model/values/codecs.ts'
import * as column from '../model/columns.ts'
import { liveEndpoint, type CanonicalRequest } from '../model/endpoint.ts'
import { inBody, page } from '../model/envelopes.ts'
import { currentId } from '../request/known-ids.ts'
import { Problem } from '../model/values/errors.ts'
import { unscoped } from '../model/patch-modes.ts'
import { tagOf } from '../model/values/raw-key.ts'
import { merchants } from '../resources/world/merchants.ts'
import { listSchema } from '../model/schemas.ts'
import { itemIdOf } from './items/known-item.ts'
import { liveList } from './lists/live-list.ts'
import { liveRowSchema, liveRowTexts } from './lists/live-rows.ts'
import type { Snapshot } from '../model/live-store.ts'

export const stockColumns = {
  merchant_id: column.alwaysPresent(
    column.described('Id of the merchant.', column.reference('merchant_id', 'merchants')),
  ),
  item_id: column.alwaysPresent(column.described('Id of the item.', column.reference('item_id', 'items'))),
  price: column.alwaysPresent(column.integer('Price.')),
  currency: column.key('What the price is paid in.'),
  stock: column.alwaysPresent(column.integer('How many there are.')),
  rank_id: column.key('Rank that is needed to buy.'),
  captured_at: column.alwaysPresent(column.timestamp('When it was observed.')),
}

export const merchantQuestColumns = {
  merchant_id: column.alwaysPresent(
    column.described('Id of the merchant.', column.reference('merchant_id', 'merchants')),
  ),
  quest_id: column.alwaysPresent(column.described('Id of the quest.', column.reference('quest_id', 'quests'))),
  reset_at: column.timestamp('When the offer rolls over.'),
  is_repeatable: column.alwaysPresent(
    column.boolean('True for daily and weekly quests, false for those of the story.'),
  ),
  rank_requirement: column.key('Rank that is needed.'),
  captured_at: column.alwaysPresent(column.timestamp('When it was observed.')),
}

const live = { specClause: '4.10', mode: unscoped, maxAgeSeconds: 30 }
export const merchantQuestSchema = liveRowSchema(merchantQuestColumns).meta({ id: 'MerchantQuestRow' })
export const stockSchema = liveRowSchema(stockColumns).meta({ id: 'StockRow' })
const snapshotSchema = z.strictObject({
  merchant: z.string().describe('Canonical id of the merchant.'),
  captured_at: z.iso.datetime().describe('When it was observed.'),
  stock: z.array(stockSchema).describe('What the merchant sells.'),
})
const snapshot = snapshotSchema.meta({ id: 'MerchantStock' })
const lastSnapshot = snapshotSchema.partial({ captured_at: true })

export const stock = liveEndpoint({
  ...live,
  id: 'merchant-stock.list',
  path: '/v2/merchant/stock',
  summary: 'What each merchant was last seen to sell.',
  schema: z.strictObject({ body: z.array(snapshot).describe('The latest snapshot of each merchant.') }),
  async answer(request, { merchants: reads }) {
    const { value, observedAt } = await reads.stock()
    const texts: string[] = []
    for (const snapshot of value) texts.push(await snapshotText(snapshot, request))
    return { body: inBody(`[${texts.join(',')}]`), observedAt }
  },
})

export const stockOfMerchant = liveEndpoint({
  ...live,
  id: 'merchant-stock.single',
  path: '/v2/merchant/stock/{merchant}',
  summary: 'What a merchant was last seen to sell.',
  schema: z.strictObject({
    body: lastSnapshot.describe('The latest snapshot; without `captured_at` where there is none.'),
  }),
  async answer(request, { merchants: reads }, store) {
    const { merchant: given = '' } = request.path
    const merchant = currentId(store, merchants, given) ?? `id.merchant.${tagOf(given)}`
    const { value, observedAt } = await reads.stock(merchant)
    const [snapshot] = value
    if (snapshot) return { body: inBody(await snapshotText(snapshot, request)), observedAt }
    const patch = store.patches.current()
    if (!patch || !store.row(merchants, patch.id, merchant))
      throw new Problem('not_found', `No merchant has the id ${JSON.stringify(merchant.slice(0, 100))}.`)
    return { body: inBody(JSON.stringify({ merchant, stock: [] })), observedAt }
  },
})

const envelope = page({ default: 250, max: 250 })

export const stockHistory = liveList({
  ...live,
  id: 'merchant-stock.history',
  path: '/v2/merchant/stock/history',
  summary: 'Every row of stock in which an item was seen, newest first.',
  rowColumns: stockColumns,
  envelope,
  params: { item_id: { codec: text(), required: true, summary: 'The item: an id, a raw slug or a raw upstream key.' } },
  schema: listSchema(envelope, stockSchema),
  read: ({ slice }, { request, live, store }) =>
    live.merchants.stockOf(itemIdOf(store, String(request.values.item_id)), slice),
})

export const merchantQuests = liveEndpoint({
  ...live,
  id: 'merchant-quests.list',
  path: '/v2/merchant/quests',
  summary: 'The quests that each merchant was last seen to offer.',
  schema: z.strictObject({
    body: z
      .strictObject({
        quests: z.array(merchantQuestSchema).describe('The quests of the latest snapshot of each merchant.'),
      })
      .describe('What is offered.'),
  }),
  async answer(request, { merchants: reads }) {
    const { value, observedAt } = await reads.quests()
    const rows = value.flatMap((snapshot) => snapshot.rows)
    return {
      body: inBody(`{"quests":[${(await liveRowTexts(merchantQuestColumns, rows, request)).join(',')}]}`),
      observedAt,
    }
  },
})

async function snapshotText({ merchant_id, captured_at, rows }: Snapshot, request: CanonicalRequest): Promise<string> {
  const head = JSON.stringify({ merchant: merchant_id, captured_at }).slice(0, -1)
  const texts = await liveRowTexts(stockColumns, rows, request)
  return `${head},"stock":[${texts.join(',')}]}`
}
