import { z } from 'zod'
import { liveEndpoint, type LiveEndpoint } from '../model/endpoint.ts'
import type { ChangeFeed } from '../model/feeds/feed-names.ts'
import { unscoped } from '../model/patch-modes.ts'
import { integer } from '../model/values/codecs.ts'
import type { LiveRow } from '../model/live-store.ts'
import { feedRows } from './feed-rows.ts'
import { liveRowTexts } from './lists/live-rows.ts'
import { localizedListing } from './market.ts'

const limits = { default: 250, max: 1000 }
const number = z.int().nonnegative()

/** Declares the list of a feed's rows in the order of their last change, for clients that keep a copy of them. */
function changesOf(feed: ChangeFeed, id: string, path: string, summary: string): LiveEndpoint {
  const { columns, schema } = feedRows[feed]
  return liveEndpoint({
    ...{ id, path, summary },
    mode: unscoped,
    maxAgeSeconds: 1,
    params: {
      after: {
        codec: integer(),
        default: 0,
        summary: '`next_after` of the previous answer; 0 begins with the row whose last change is the oldest.',
      },
      limit: {
        codec: integer({ min: 1, max: limits.max }),
        default: limits.default,
        summary: `Rows in the answer, ${limits.max} at most.`,
      },
    },
    schema: z.strictObject({
      body: z.array(schema).max(limits.max).describe('Rows as they are now, in the order of their last change.'),
      next_after: number.describe('Send this as `after` for what changes from here on.'),
      caught_up: z.boolean().describe('Whether there was nothing more when this was answered.'),
    }),
    async answer(request, live, store) {
      const { values } = request
      const [after, limit] = [Number(values.after), Number(values.limit)]
      const { value, observedAt } = await live.changes.ofFeed(feed, { after, limit, now: live.now() })
      const { rows, next, isLast } = value
      const localize = (row: LiveRow) => (feed === 'market' ? localizedListing(row, values, store) : row)
      // If the store was restored from a backup, its numbers may be lower than the client's: it continues from there.
      const last = rows.at(-1)?.change ?? Math.min(after, next)
      const stored = rows.map(({ row }) => row)
      const texts = await liveRowTexts(columns, stored, request, localize)
      return { body: `{"body":[${texts.join(',')}],"next_after":${last},"caught_up":${isLast}}`, observedAt }
    },
  })
}

export const marketChanges = changesOf(
  'market',
  'market.changes',
  '/v2/market/changes',
  'Listings in the order of their last change: following `next_after` misses none.',
)
export const tradeChanges = changesOf(
  'trades',
  'trades.changes',
  '/v2/trades/changes',
  'Messages of the trade channel in the order in which they came in: following `next_after` misses none.',
)
export const stockChanges = changesOf(
  'merchant-stock',
  'merchant-stock.changes',
  '/v2/merchant/stock/changes',
  'Rows of stock in the order of their last change: following `next_after` misses none. A snapshot in which a merchant sells nothing has no rows, so it is not among them: the list of stock shows it.',
)
