import { z } from 'zod'
import { decimal } from '../model/values/codecs.ts'
import * as column from '../model/columns.ts'
import { liveEndpoint } from '../model/endpoint.ts'
import { inBody, pageByTime } from '../model/envelopes.ts'
import { Problem, type ParameterError } from '../model/values/errors.ts'
import type { Locale } from '../model/values/locales.ts'
import { severalOf } from '../model/values/list-codecs.ts'
import type { Values } from '../model/values/params.ts'
import { unscoped } from '../model/patch-modes.ts'
import { items, rarities } from '../resources/items/items.ts'
import { fieldsParam } from '../model/row-params.ts'
import { listSchema } from '../model/schemas.ts'
import type { CatalogStore } from '../model/store.ts'
import { unknownNames } from '../request/row-checks.ts'
import { itemIdOf, knownItem } from './items/known-item.ts'
import { liveList } from './lists/live-list.ts'
import { liveRowSchema, liveRowText } from './lists/live-rows.ts'
import { bindFilters, exact, flag, range, within } from '../model/filters.ts'
import type { LiveRow, ObservedValue } from '../model/live-store.ts'

export const listingColumns = {
  id: column.alwaysPresent(column.integer('Surrogate id of the listing.')),
  cursor: column.alwaysPresent(column.integer('Number in the order of receipt.')),
  item_id: column.alwaysPresent(column.described('Id of the item.', column.reference('item_id', 'items'))),
  item: column.key("The item's name. Lists are sorted by the name that was observed, whatever the language."),
  archetype: column.key('Id that all rarities of the item share.'),
  rarity: column.ordered({ ...column.key('Rarity of the item.'), usual: rarities }),
  price: column.alwaysPresent(column.integer('Total price in gold.')),
  price_per_unit: column.alwaysPresent(column.decimal('Price of one, in gold, as a decimal.')),
  quantity: column.alwaysPresent(column.integer('How many are offered.')),
  created_at: column.alwaysPresent(column.timestamp('When it was listed.')),
  expires_at: column.timestamp('When it ends.'),
  has_sold: column.alwaysPresent(column.boolean('Whether it was sold.')),
  has_expired: column.alwaysPresent(column.boolean('Whether it ended unsold: observed, or past `expires_at`.')),
  has_cancelled: column.alwaysPresent(column.boolean('Whether it was taken back.')),
  seller: column.key('Name of the seller.'),
  loot_state: column.key('How the item was looted.'),
  captured_patch_id: column.integer('Patch under which it was observed.'),
  captured_at: column.alwaysPresent(column.timestamp('When it was last observed.')),
}

const filters = bindFilters(
  [
    exact('id'),
    exact('item_id'),
    exact('item_id', { param: 'item' }),
    exact('archetype'),
    exact('rarity', { as: 'text', facetOf: items.name }),
    exact('loot_state', { as: 'text' }),
    exact('seller', { as: 'text' }),
    range('price'),
    range('price_per_unit', 'price_per_unit', decimal()),
    range('quantity'),
    within('created_at'),
    flag('has_sold'),
    flag('has_expired'),
    flag('has_cancelled'),
  ],
  listingColumns,
)

const envelope = pageByTime({ at: 'created_at', id: 'id' })
export const listingSchema = liveRowSchema(listingColumns).meta({ id: 'Listing' })
const maxAgeSeconds = 5

export const market = liveList({
  id: 'market.list',
  path: '/v2/market',
  summary: 'Listings of the market, newest first.',
  specClause: '4.11',
  mode: unscoped,
  rowColumns: listingColumns,
  envelope,
  filters,
  maxAgeSeconds,
  validate: unknownRarity,
  schema: listSchema(envelope, listingSchema, listingColumns),
  resolveValues: withItemIds,
  read: ({ conditions, slice }, { live }) => live.market.listings(conditions, slice, live.now()),
  mapRow: (row, { request, store }) => localizedListing(row, request.values, store),
})

export const listing = liveEndpoint({
  id: 'market.single',
  path: '/v2/market/{id}',
  summary: 'One listing.',
  specClause: '4.11',
  mode: unscoped,
  rowColumns: listingColumns,
  params: fieldsParam(listingColumns),
  maxAgeSeconds,
  schema: z.strictObject({ body: listingSchema.describe('The listing.') }),
  async answer({ path: { id = '' }, values }, live, store) {
    const seen: ObservedValue<LiveRow | null> = /^(0|[1-9]\d{0,15})$/.test(id)
      ? await live.market.listing(Number(id), live.now())
      : { value: null, observedAt: null }
    if (!seen.value) throw new Problem('not_found', `No listing has the id ${JSON.stringify(id.slice(0, 100))}.`)
    const row = localizedListing(seen.value, values, store)
    return { body: inBody(liveRowText(listingColumns, row, { values })), observedAt: seen.observedAt }
  },
})

/** Replaces raw keys of items in the values of filters by ids. */
export function withItemIds(values: Values, store: CatalogStore): Values {
  const { item, item_id } = values
  return {
    ...values,
    ...(item !== undefined && { item: itemIdOf(store, String(item)) }),
    ...(item_id !== undefined && { item_id: itemIdOf(store, String(item_id)) }),
  }
}

/** Replaces the item's name in a listing by that in the requested language; unchanged if no language is requested. */
export function localizedListing(row: LiveRow, { locale }: Values, store: CatalogStore): LiveRow {
  if (locale === undefined) return row
  const item = knownItem(store, String(row.item_id), locale as Locale)?.item
  return item ? { ...row, item } : row
}

/** Validation errors for rarities that are neither usual nor occur in any patch. */
export function unknownRarity({ rarity }: Values, store: CatalogStore): ParameterError[] {
  if (rarity === undefined) return []
  const known = store.patches.all.flatMap(({ id }) => Object.keys(store.facets(id).rarity ?? {}))
  const allowed = [...new Set([...(items.columns.rarity?.usual ?? []), ...known])]
  const unknown = severalOf(rarity).filter((value) => !allowed.includes(value))
  return unknownNames('rarity', unknown, allowed, 'which occurs in no patch')
}
