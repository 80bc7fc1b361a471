import { z } from 'zod'
import { liveEndpoint } from '../../model/endpoint.ts'
import type { LiveStore, PriceBucket } from '../../model/live-store.ts'
import { unscoped } from '../../model/patch-modes.ts'
import { idsOf } from '../../model/row-params.ts'
import { idList, maxIds } from '../../model/values/list-codecs.ts'
import { endOfMinute, headlinePrices, listingsIn, medianOf } from './headline-price.ts'
import { itemIdOf } from './known-item.ts'

const dayMinutes = 1440
const dayMilliseconds = dayMinutes * 60_000
const days = 7

const day = z
  .strictObject({
    date: z.iso
      .date()
      .describe('The day, in UTC; the first and the last one are those parts of it that lie in the window.'),
    median: z.number().describe('Median of unit prices in gold, one per listing.'),
    listings: z.int().describe('How many listings there were.'),
  })
  .meta({ id: 'PriceDay' })

const itemPrice = z
  .strictObject({
    item_id: z.string().describe('Id of the item or archetype.'),
    median: z
      .number()
      .optional()
      .describe('Median of unit prices in gold, one per listing; none where nothing was listed in 7 days.'),
    listings: z.int().describe('How many listings the median rests on.'),
    hours: z
      .int()
      .optional()
      .describe('How far the median looks back: 24 hours, or 168 where nothing was listed in 24.'),
    days: z
      .array(day)
      .max(days + 1)
      .describe('Days of the last 7 on which something was listed, ascending.'),
  })
  .meta({ id: 'ItemPrice' })

type ItemPrice = z.infer<typeof itemPrice>

/** The current prices of many items in one answer. */
export const itemPrices = liveEndpoint({
  id: 'market.prices',
  path: '/v2/market/prices',
  summary:
    'What items cost now: the median of the last 24 hours, its number of listings, and the medians of the last 7 days.',
  mode: unscoped,
  rows: false,
  maxAgeSeconds: 30,
  params: {
    ids: {
      codec: idList(),
      required: true,
      summary: `Ids or raw upstream keys of items, or ids of archetypes, ${maxIds} at most; answered in this order.`,
    },
  },
  schema: z.strictObject({ body: z.array(itemPrice).max(maxIds).describe('The prices, in the order of `ids`.') }),
  async answer({ values }, live, store) {
    const ids = [...new Set((idsOf(values) ?? []).map((id) => itemIdOf(store, id)))]
    const [{ value: headlines, observedAt }, days] = await Promise.all([headlinePrices(ids, live), daysOf(ids, live)])
    const rows = ids.map((id, at): ItemPrice => ({
      item_id: id,
      listings: 0,
      ...headlines.get(id),
      days: (days[at] ?? []).map(dayOf),
    }))
    return { body: JSON.stringify({ body: rows }), observedAt }
  },
})

async function daysOf(itemIds: readonly string[], live: LiveStore) {
  const to = endOfMinute(live.now())
  const window = { itemIds, intervalMinutes: dayMinutes, from: to - days * dayMilliseconds, to }
  return (await live.market.priceHistories(window)).value
}

const dayOf = ({ start, histogram }: PriceBucket): ItemPrice['days'][number] => ({
  date: new Date(start).toISOString().slice(0, 10),
  median: medianOf(histogram),
  listings: listingsIn(histogram),
})
