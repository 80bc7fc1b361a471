import { z } from 'zod'
import { instant, ParseError, type Codec } from '../../model/values/codecs.ts'
import { liveEndpoint } from '../../model/endpoint.ts'
import { inBody } from '../../model/envelopes.ts'
import { invalidParameters, Problem } from '../../model/values/errors.ts'
import { unscoped } from '../../model/patch-modes.ts'
import { conditionsOf } from '../../model/filters.ts'
import { items } from '../../resources/items/items.ts'
import type { CatalogStore } from '../../model/store.ts'
import { endOfMinute, listingsIn, medianOf } from './headline-price.ts'
import { itemIdOf } from './known-item.ts'
import { maxPriceBuckets, type PriceBucket } from '../../model/live-store.ts'

/** Common intervals, as examples. */
export const usualIntervals = ['1m', '3m', '5m', '10m', '15m', '30m', '45m', '1h', '2h', '4h', '1d', '1w', '2w', '4w']

const unitMinutes = { m: 1, h: 60, d: 1440, w: 10_080 } as const
const minuteMilliseconds = 60_000
const dayMilliseconds = 1440 * minuteMilliseconds
const usualWindow = 7 * dayMilliseconds
/** Instants in ISO 8601 have years of four digits. */
const earliest = Date.parse('0000-01-01T00:00:00Z')

/** Length of an interval such as `4h` in minutes. */
export const minutesOf = (interval: string): number =>
  Number(interval.slice(0, -1)) * unitMinutes[interval.slice(-1) as keyof typeof unitMinutes]

/** Patterns of the numbers of each unit up to 52 weeks. */
const upTo52w = {
  m: '[1-9]\\d{0,4}|[1-4]\\d{5}|5[01]\\d{4}|52[0-3]\\d{3}|5240\\d{2}|5241[0-5]\\d|524160',
  h: '[1-9]\\d{0,2}|[1-7]\\d{3}|8[0-6]\\d{2}|87[0-2]\\d|873[0-6]',
  d: '[1-9]\\d?|[12]\\d{2}|3[0-5]\\d|36[0-4]',
  w: '[1-9]|[1-4]\\d|5[0-2]',
}
const intervalPattern = new RegExp(
  `^(?:${Object.entries(upTo52w)
    .map(([unit, numbers]) => `(?:${numbers})${unit}`)
    .join('|')})$`,
)

const interval: Codec = {
  schema: { type: 'string', pattern: intervalPattern.source, examples: usualIntervals },
  read(given) {
    if (intervalPattern.test(given)) return given
    return new ParseError('expected <n>m, <n>h, <n>d or <n>w, 52w at most', usualIntervals)
  },
  write: String,
}

const bucket = z.strictObject({
  timestamp: z.iso.datetime().describe('Start of the interval.'),
  avg: z.number().describe('Mean unit price in gold, weighted by quantity.'),
  min: z.number().describe('Least unit price in gold.'),
  max: z.number().describe('Greatest unit price in gold.'),
  volume: z.int().describe('Quantity that was listed.'),
  median: z.number().describe('Median of unit prices in gold, one per listing.'),
  listings: z.int().describe('How many listings there were.'),
})

export const priceHistory = liveEndpoint({
  id: 'market.price-history',
  path: '/v2/market/analytics/{item_id}/prices/history',
  summary: 'What an item or an archetype was listed for, interval by interval.',
  specClause: '4.11',
  mode: unscoped,
  rows: false,
  maxAgeSeconds: 30,
  params: {
    interval: {
      codec: interval,
      default: '15m',
      summary: `Width of a bucket: ${usualIntervals.join(', ')}, or any other up to 52w.`,
    },
    from: { codec: instant(), summary: 'Listings created from this instant on; 7 days before `to` by default.' },
    to: { codec: instant(), summary: 'Listings created before this instant; the end of this minute by default.' },
  },
  schema: z.strictObject({
    body: z
      .strictObject({
        item_id: z.string().describe('Id of the item or archetype.'),
        interval: z.string().regex(intervalPattern).describe('Width of a bucket.'),
        from: z.iso
          .datetime()
          .describe(
            `Start of the window, inclusive. With ${maxPriceBuckets} buckets the start of the first: send it as \`to\` for those before.`,
          ),
        to: z.iso.datetime().describe('End of the window, exclusive.'),
        series: z
          .array(bucket.meta({ id: 'PriceBucket' }))
          .max(maxPriceBuckets)
          .describe(`Buckets in which something was listed, ascending: the newest ${maxPriceBuckets} at most.`),
      })
      .describe('The prices.'),
  }),
  async answer({ path, values }, live, store) {
    const to = values.to === undefined ? endOfMinute(live.now()) : Date.parse(String(values.to))
    const from = values.from === undefined ? Math.max(to - usualWindow, earliest) : Date.parse(String(values.from))
    if (from >= to) throw invalidParameters([{ parameter: 'from', message: 'is not before `to`' }])
    const itemId = itemIdOf(store, String(path.item_id))
    const intervalMinutes = minutesOf(String(values.interval))
    const window = { itemIds: [itemId], intervalMinutes, from, to }
    const { value: histories, observedAt } = await live.market.priceHistories(window)
    const [value = []] = histories
    if (value.length === 0 && !isKnown(itemId, store))
      throw new Problem(
        'not_found',
        `Neither an item nor an archetype has the id ${JSON.stringify(itemId.slice(0, 100))}.`,
      )
    const series = value.map(formatBucket)
    // If there are as many buckets as an answer may have, `from` is the start of the first, so that a client can request
    // the buckets before it.
    const formattedFrom = value.length === maxPriceBuckets ? Math.max(from, value[0]?.start ?? from) : from
    const body = { item_id: itemId, interval: values.interval, from: iso(formattedFrom), to: iso(to), series }
    return { body: inBody(JSON.stringify(body)), observedAt }
  },
})

function isKnown(id: string, store: CatalogStore): boolean {
  const patch = store.patches.current()
  if (!patch) return false
  if (store.row(items, patch.id, id)) return true
  const conditions = conditionsOf(items.filters, { archetype: id })
  return (
    store.page(items, patch.id, { conditions, texts: undefined }, { offset: 0, limit: 1, descending: false }).total > 0
  )
}

/** `avg` is weighted by quantity; `median` is that of unit prices, one per listing. */
function formatBucket({ start, histogram }: PriceBucket): z.infer<typeof bucket> {
  const volume = histogram.reduce((sum, [, , quantity]) => sum + quantity, 0)
  const value = histogram.reduce((sum, [unitPrice, , quantity]) => sum + unitPrice * quantity, 0)
  const listings = listingsIn(histogram)
  const [min, max] = [histogram[0]?.[0] ?? 0, histogram.at(-1)?.[0] ?? 0]
  return {
    timestamp: iso(start),
    // Because of rounding, the mean may lie outside of the range of the prices.
    avg: Math.min(max, Math.max(min, value / volume)),
    ...{ min, max, volume },
    median: medianOf(histogram),
    listings,
  }
}

const iso = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z')
