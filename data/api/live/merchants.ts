import { z } from 'zod'
import { text } from '../codecs.ts'
import * as column from '../columns.ts'
import type { CanonicalRequest } from '../endpoint.ts'
import { endpoint } from '../endpoint.ts'
import { inBody, page } from '../envelopes.ts'
import { Problem } from '../errors.ts'
import { unscoped } from '../patch-modes.ts'
import { tagOf } from '../raw-key.ts'
import { merchants } from '../resources/merchants.ts'
import { listSchema } from '../schemas.ts'
import { itemIdOf } from './known-item.ts'
import { answerLiveList, liveRowSchema, liveRowTexts, sliceOf } from './live-answers.ts'
import type { Snapshot } from './live-store.ts'

export const stockColumns = {
  merchant_id: column.reference('merchant_id', 'merchants'),
  item_id: column.reference('item_id', 'items'),
  price: column.integer(),
  currency: column.key(),
  stock: column.integer(),
  rank_id: column.key(),
  captured_at: column.timestamp(),
}

export const merchantQuestColumns = {
  merchant_id: column.reference('merchant_id', 'merchants'),
  quest_id: column.reference('quest_id', 'quests'),
  reset_at: column.timestamp(),
  is_repeatable: column.boolean(),
  rank_requirement: column.key(),
  captured_at: column.timestamp(),
}

const live = { spec: '4.10', mode: unscoped, maxAgeSeconds: 30 }
const stockRow = liveRowSchema(stockColumns).meta({ id: 'StockRow' })
const stockSchema = z.array(stockRow)
const snapshotSchema = z.strictObject({ merchant: z.string(), captured_at: z.string(), stock: stockSchema })

export const stock = endpoint({
  ...live,
  id: 'merchant-stock.list',
  path: '/v2/merchant/stock',
  summary: 'What each merchant was last seen to sell.',
  schema: z.strictObject({ body: z.array(snapshotSchema) }),
  async live(request, { merchants: reads }) {
    const { value, observedAt } = await reads.stock()
    return { body: inBody(`[${value.map((snapshot) => snapshotText(snapshot, request)).join(',')}]`), observedAt }
  },
})

export const stockOfMerchant = endpoint({
  ...live,
  id: 'merchant-stock.single',
  path: '/v2/merchant/stock/{merchant}',
  summary: 'What a merchant was last seen to sell.',
  identify: ({ merchant = '' }) => ({ merchant: `id.merchant.${tagOf(merchant)}` }),
  schema: z.strictObject({ body: snapshotSchema.partial({ captured_at: true }) }),
  async live(request, { merchants: reads }, store) {
    const { merchant = '' } = request.path
    const { value, observedAt } = await reads.stock(merchant)
    const [snapshot] = value
    if (snapshot) return { body: inBody(snapshotText(snapshot, request)), observedAt }
    const patch = store.patches.current()
    if (!patch || !store.row(merchants, patch.id, merchant))
      throw new Problem('not_found', `No merchant has the id ${JSON.stringify(merchant.slice(0, 100))}.`)
    return { body: inBody(JSON.stringify({ merchant, stock: [] })), observedAt }
  },
})

const envelope = page({ default: 250, max: 250 })

export const stockHistory = endpoint({
  ...live,
  id: 'merchant-stock.history',
  path: '/v2/merchant/stock/history',
  summary: 'Every row of stock in which an item was seen, newest first.',
  envelope,
  params: { item_id: { codec: text(), required: true, summary: 'The item: an id or a raw upstream key.' } },
  schema: listSchema(envelope, stockRow),
  async live(request, { merchants: reads }, store) {
    const itemId = itemIdOf(store, String(request.values.item_id))
    return answerLiveList(request, stockColumns, await reads.stockOf(itemId, sliceOf(request)))
  },
})

export const merchantQuests = endpoint({
  ...live,
  id: 'merchant-quests.list',
  path: '/v2/merchant/quests',
  summary: 'The quests that each merchant was last seen to offer.',
  schema: z.strictObject({
    body: z.strictObject({ quests: z.array(liveRowSchema(merchantQuestColumns).meta({ id: 'MerchantQuestRow' })) }),
  }),
  async live(request, { merchants: reads }) {
    const { value, observedAt } = await reads.quests()
    const rows = value.flatMap((snapshot) => snapshot.rows)
    return {
      body: inBody(`{"quests":[${liveRowTexts(merchantQuestColumns, rows, request).join(',')}]}`),
      observedAt,
    }
  },
})

function snapshotText({ merchant_id, captured_at, rows }: Snapshot, request: CanonicalRequest): string {
  const head = JSON.stringify({ merchant: merchant_id, captured_at }).slice(0, -1)
  return `${head},"stock":[${liveRowTexts(stockColumns, rows, request).join(',')}]}`
}
