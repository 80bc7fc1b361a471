import { z } from 'zod'
import { instant, Refusal, type Codec } from '../codecs.ts'
import { endpoint } from '../endpoint.ts'
import { inBody } from '../envelopes.ts'
import { invalidParameters, Problem } from '../errors.ts'
import { unscoped } from '../patch-modes.ts'
import { canonicalId } from '../raw-key.ts'
import { exact } from '../filters.ts'
import { items } from '../resources/items.ts'
import type { CatalogStore } from '../store.ts'
import { itemIdOf } from './known-item.ts'
import { priceBuckets, type PriceBucket } from './live-store.ts'

/** The intervals of the specification's clause 8. */
export const usualIntervals = ['1m', '3m', '5m', '10m', '15m', '30m', '45m', '1h', '2h', '4h', '1d', '1w', '2w', '4w']

const unitMinutes = { m: 1, h: 60, d: 1440, w: 10_080 } as const
const longestMinutes = 52 * unitMinutes.w
const minuteMilliseconds = 60_000
const dayMilliseconds = 1440 * minuteMilliseconds
const usualWindow = 7 * dayMilliseconds

/** How long an interval such as `4h` is. */
export const minutesOf = (interval: string): number =>
  Number(interval.slice(0, -1)) * unitMinutes[interval.slice(-1) as keyof typeof unitMinutes]

const interval: Codec = {
  schema: { type: 'string', pattern: '^[1-9][0-9]{0,6}[mhdw]$', examples: usualIntervals },
  read(given) {
    const isOne = /^[1-9]\d{0,6}[mhdw]$/.test(given) && minutesOf(given) <= longestMinutes
    if (isOne) return given
    return new Refusal('expected <n>m, <n>h, <n>d or <n>w, 52w at most', usualIntervals)
  },
  write: String,
}

const bucket = z.strictObject({
  timestamp: z.string(),
  avg: z.number(),
  min: z.number(),
  max: z.number(),
  volume: z.int(),
  median: z.number(),
  listings: z.int(),
})

export const priceHistory = endpoint({
  id: 'market.prices',
  path: '/v2/market/analytics/{item_id}/prices/history',
  summary: 'What an item or an archetype was listed for, interval by interval.',
  spec: '4.11',
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
  identify: ({ item_id = '' }) => ({ item_id: canonicalId(item_id) }),
  schema: z.strictObject({
    body: z.strictObject({
      item_id: z.string(),
      interval: z.string(),
      from: z.string(),
      to: z.string(),
      series: z.array(bucket).max(priceBuckets),
    }),
  }),
  async live({ path, values }, live, store) {
    const to = values.to === undefined ? endOfMinute(live.now()) : Date.parse(String(values.to))
    const from = values.from === undefined ? to - usualWindow : Date.parse(String(values.from))
    if (from >= to) throw invalidParameters([{ parameter: 'from', message: 'is not before `to`' }])
    const itemId = itemIdOf(store, String(path.item_id))
    const intervalMinutes = minutesOf(String(values.interval))
    const { value, observedAt } = await live.market.priceHistory({ itemId, intervalMinutes, from, to })
    if (value.length === 0 && !isKnown(itemId, store))
      throw new Problem(
        'not_found',
        `Neither an item nor an archetype has the id ${JSON.stringify(itemId.slice(0, 100))}.`,
      )
    const series = value.map(shown)
    // A full answer begins with its first bucket, so that a client can ask for what lies before.
    const shownFrom = value.length === priceBuckets ? Math.max(from, value[0]?.start ?? from) : from
    const body = { item_id: itemId, interval: values.interval, from: iso(shownFrom), to: iso(to), series }
    return { body: inBody(JSON.stringify(body)), observedAt }
  },
})

/** To the minute, so that an answer stays the same for a while and clients can revalidate it. */
export const endOfMinute = (at: number): number => (Math.floor(at / minuteMilliseconds) + 1) * minuteMilliseconds

function isKnown(id: string, store: CatalogStore): boolean {
  const patch = store.patches.current()
  if (!patch) return false
  if (store.row(items, patch.id, id)) return true
  const conditions = exact('archetype')(items.columns).conditions({ archetype: id })
  return (
    store.page(items, patch.id, { conditions, texts: undefined }, { offset: 0, limit: 1, descending: false }).total > 0
  )
}

/** `avg` is weighted by quantity; `median` is that of unit prices, one per listing. */
function shown({ start, histogram }: PriceBucket): z.infer<typeof bucket> {
  const volume = histogram.reduce((sum, [, , quantity]) => sum + quantity, 0)
  const value = histogram.reduce((sum, [unitPrice, , quantity]) => sum + unitPrice * quantity, 0)
  const listings = histogram.reduce((sum, [, count]) => sum + count, 0)
  const [min, max] = [histogram[0]?.[0] ?? 0, histogram.at(-1)?.[0] ?? 0]
  return {
    timestamp: iso(start),
    // Rounding may lead out of the range of what is averaged.
    avg: Math.min(max, Math.max(min, value / volume)),
    ...{ min, max, volume },
    median: medianOf(histogram),
    listings,
  }
}

/** Of unit prices, one per listing; `histogram` is in the order of unit prices. */
export function medianOf(histogram: PriceBucket['histogram']): number {
  const listings = histogram.reduce((sum, [, count]) => sum + count, 0)
  return (unitPriceAt(histogram, Math.floor((listings - 1) / 2)) + unitPriceAt(histogram, Math.floor(listings / 2))) / 2
}

/** Unit price of the listing at a place in the order of unit prices, from 0. */
function unitPriceAt(histogram: PriceBucket['histogram'], place: number): number {
  let passed = 0
  for (const [unitPrice, listings] of histogram) {
    passed += listings
    if (place < passed) return unitPrice
  }
  return 0
}

const iso = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z')
