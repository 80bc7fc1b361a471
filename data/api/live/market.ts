import { z } from 'zod'
import { decimal } from '../codecs.ts'
import * as column from '../columns.ts'
import { endpoint } from '../endpoint.ts'
import { inBody, page } from '../envelopes.ts'
import { Problem, type ParameterFault } from '../errors.ts'
import type { Locale } from '../locales.ts'
import type { Values } from '../params.ts'
import { unscoped } from '../patch-modes.ts'
import { items } from '../resources/items.ts'
import { listSchema } from '../schemas.ts'
import type { CatalogStore } from '../store.ts'
import { itemIdOf, knownItem } from './known-item.ts'
import { answerLiveList, liveRowSchema, liveRowText, sliceOf } from './live-answers.ts'
import { bounds, exactFlag, exactId, exactInteger, exactText, paramsOf, termsOf, within } from './live-params.ts'
import type { LiveRow, Seen } from './live-store.ts'

export const listingColumns = {
  id: column.integer(),
  cursor: column.integer(),
  item_id: column.reference('item_id', 'items'),
  item: column.key(),
  archetype: column.key(),
  rarity: column.key(),
  price: column.integer(),
  price_per_unit: column.key(),
  quantity: column.integer(),
  created_at: column.timestamp(),
  expires_at: column.timestamp(),
  has_sold: column.boolean(),
  has_expired: column.boolean(),
  has_cancelled: column.boolean(),
  seller: column.key(),
  loot_state: column.key(),
  captured_patch_id: column.integer(),
  captured_at: column.timestamp(),
}

const filters = [
  exactInteger('id'),
  exactId('item_id'),
  exactId('item', 'item_id'),
  exactId('archetype'),
  exactText('rarity'),
  exactText('loot_state'),
  exactText('seller'),
  bounds('price'),
  bounds('price_per_unit', decimal()),
  bounds('quantity'),
  within('created_at'),
  exactFlag('has_sold'),
  exactFlag('has_expired'),
  exactFlag('has_cancelled'),
]

const envelope = page()
const rowSchema = liveRowSchema(listingColumns).meta({ id: 'Listing' })
const maxAgeSeconds = 5

export const market = endpoint({
  id: 'market.list',
  path: '/v2/market',
  summary: 'Listings of the market, newest first.',
  spec: '4.11',
  mode: unscoped,
  envelope,
  params: paramsOf(filters),
  maxAgeSeconds,
  faults: unknownRarity,
  schema: listSchema(envelope, rowSchema),
  async live(request, live, store) {
    const { values } = request
    const terms = termsOf(filters, withIds(values, store))
    const seen = await live.market.listings(terms, sliceOf(request), live.now())
    const rows = seen.value.rows.map((row) => localized(row, values, store))
    return answerLiveList(request, listingColumns, { ...seen, value: { ...seen.value, rows } })
  },
})

export const listing = endpoint({
  id: 'market.single',
  path: '/v2/market/{id}',
  summary: 'One listing.',
  spec: '4.11',
  mode: unscoped,
  maxAgeSeconds,
  schema: z.strictObject({ body: rowSchema }),
  async live({ path: { id = '' }, values }, live, store) {
    const seen: Seen<LiveRow | null> = /^(0|[1-9]\d{0,15})$/.test(id)
      ? await live.market.listing(Number(id), live.now())
      : { value: null, observedAt: null }
    if (!seen.value) throw new Problem('not_found', `No listing has the id ${JSON.stringify(id.slice(0, 100))}.`)
    const row = localized(seen.value, values, store)
    return { body: inBody(liveRowText(listingColumns, row, values.condense !== false)), observedAt: seen.observedAt }
  },
})

/** Raw keys of items as ids. */
function withIds(values: Values, store: CatalogStore): Values {
  const { item, item_id } = values
  return {
    ...values,
    ...(item !== undefined && { item: itemIdOf(store, String(item)) }),
    ...(item_id !== undefined && { item_id: itemIdOf(store, String(item_id)) }),
  }
}

/** The item's name in the language that was asked for; as it was observed where none was. */
function localized(row: LiveRow, { locale }: Values, store: CatalogStore): LiveRow {
  if (locale === undefined) return row
  const item = knownItem(store, String(row.item_id), locale as Locale)?.item
  return item ? { ...row, item } : row
}

/** A rarity is known when it is a usual one or occurs in any patch (DESIGN 3). */
function unknownRarity({ rarity }: Values, store: CatalogStore): ParameterFault[] {
  if (rarity === undefined) return []
  const known = store.patches.all.flatMap(({ id }) => Object.keys(store.facets(id).rarity ?? {}))
  const allowed = [...new Set([...(items.columns.rarity?.usual ?? []), ...known])]
  if (allowed.includes(String(rarity))) return []
  return [{ parameter: 'rarity', message: `got ${JSON.stringify(rarity)}, which occurs in no patch`, allowed }]
}
