import type { Condition } from '../../../data/api/model/conditions.ts'
import type { Slice } from '../../../data/api/model/live-store.ts'
import { Stream } from '../../../data/sample/random.ts'
import {
  archetypeIdOf,
  drawItem,
  drawSeller,
  itemIdOf,
  lootStates,
  rarities,
  sellerOf,
  yearBegin,
  yearEnd,
} from './synthetic-feeds.ts'

type Draw = (stream: Stream) => Condition

// Values are drawn by their frequency in the synthetic market, bounds at random quantiles.
const high = (stream: Stream) => Math.round(5 * Math.exp(stream.between(0, 9)))
const atLeast =
  (column: string, value: (stream: Stream) => number): Draw =>
  (stream) => ({ column, operator: 'atLeast', value: value(stream) })
const atMost =
  (column: string, value: (stream: Stream) => number): Draw =>
  (stream) => ({ column, operator: 'atMost', value: value(stream) })
const flag =
  (column: string): Draw =>
  (stream) => ({ column, operator: 'equal', value: stream.chance(0.5) })
const instant = (stream: Stream) => Math.round(stream.between(yearBegin, yearEnd))

/** Every filter of /v2/market except `id`, which selects at most one listing. */
const marketFilters = {
  item_id: (stream) => ({ column: 'item_id', operator: 'equal', value: itemIdOf(drawItem(stream)) }),
  archetype: (stream) => ({ column: 'archetype', operator: 'equal', value: archetypeIdOf(drawItem(stream)) }),
  rarity: (stream) => ({ column: 'rarity', operator: 'equal', value: stream.pick(rarities) }),
  loot_state: (stream) => ({ column: 'loot_state', operator: 'equal', value: stream.pick(lootStates) }),
  seller: (stream) => ({ column: 'seller', operator: 'equal', value: sellerOf(drawSeller(stream)) }),
  min_price: atLeast('price', high),
  max_price: atMost('price', high),
  min_price_per_unit: atLeast('price_per_unit', (stream) => high(stream) / 4),
  max_price_per_unit: atMost('price_per_unit', (stream) => high(stream) / 4),
  min_quantity: atLeast('quantity', (stream) => stream.int(1, 21)),
  max_quantity: atMost('quantity', (stream) => stream.int(0, 20)),
  from: atLeast('created_at', instant),
  to: (stream) => ({ column: 'created_at', operator: 'below', value: instant(stream) }),
  has_sold: flag('has_sold'),
  has_expired: flag('has_expired'),
  has_cancelled: flag('has_cancelled'),
} satisfies Record<string, Draw>

export type MarketFilter = keyof typeof marketFilters
export const marketFilterNames = Object.keys(marketFilters) as MarketFilter[]

export const pairsOfFilters = marketFilterNames.flatMap((one, at) =>
  marketFilterNames.slice(at + 1).map((other) => [one, other] as const),
)

/** Draws `count` conditions for a combination of filters. */
export function drawConditions(filters: readonly MarketFilter[], count: number): Condition[][] {
  const stream = new Stream(`live/queries/${filters.join('+')}`)
  return Array.from({ length: count }, () => filters.map((name) => marketFilters[name](stream)))
}

const rowsPerPage = 25
export const firstPage: Slice = { offset: 0, limit: rowsPerPage }
export const page1000: Slice = { offset: 999 * rowsPerPage, limit: rowsPerPage }
