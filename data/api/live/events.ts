import { z } from 'zod'
import { conditionTest, type Condition, type StoredValue } from '../model/conditions.ts'
import { liveEndpoint, type CanonicalRequest } from '../model/endpoint.ts'
import { changeFeeds, type ChangeFeed } from '../model/feeds/feed-names.ts'
import { bindFilters, conditionsOf, exact } from '../model/filters.ts'
import type { ChangedRow } from '../model/live-store.ts'
import { unscoped } from '../model/patch-modes.ts'
import type { CatalogStore } from '../model/store.ts'
import { integer, listOf } from '../model/values/codecs.ts'
import type { ParameterError } from '../model/values/errors.ts'
import type { Values } from '../model/values/params.ts'
import { items } from '../resources/items/items.ts'
import { feedRows } from './feed-rows.ts'
import { liveRowText } from './lists/live-rows.ts'
import { listingColumns, unknownRarity, withItemIds } from './market.ts'

/** The changes that a stream sends: rows of these feeds, but listings only if they meet the conditions. */
export interface Subscription {
  readonly feeds: readonly ChangeFeed[]
  readonly conditions: readonly Condition[]
}

const filters = bindFilters(
  [exact('item_id'), exact('archetype'), exact('rarity', { as: 'text', facetOf: items.name })],
  listingColumns,
).map((filter) => ({ ...filter, summary: `${filter.summary} Narrows the feed \`market\`.` }))

const eventSchemas = changeFeeds.map((feed) =>
  z
    .strictObject({
      id: z.int().nonnegative().describe('Number of the change: what `Last-Event-ID` and `after` take.'),
      event: z.literal(feed).describe('The feed.'),
      data: feedRows[feed].schema.describe('The row as it is after the change, as JSON.'),
    })
    .meta({ id: `${feed.replace(/(^|-)([a-z])/g, (_all, _dash, letter: string) => letter.toUpperCase())}Event` }),
)

/** For callers that keep no connection open, such as example requests: number of latest changes to read, and of events to return. */
const exampleLimits = { changes: 100, events: 2 }

export const events = liveEndpoint({
  id: 'events',
  path: '/v2/events',
  summary: 'Changes of live data as they come in, as Server-Sent Events; resumed where a connection broke.',
  mode: unscoped,
  isStream: true,
  rows: false,
  maxAgeSeconds: 0,
  filters,
  params: {
    feeds: {
      codec: listOf(changeFeeds),
      summary: 'Feeds to follow, separated by commas; all of them by default.',
    },
    after: {
      codec: integer(),
      summary:
        'Begin after this change, such as `next_after` of a list of changes; `Last-Event-ID` goes first. By default now.',
    },
  },
  validate: (values, store) => [...unknownRarity(values, store), ...withoutMarket(values)],
  schema: z.union(eventSchemas),
  async answer(request, live, store) {
    const { feeds, conditions } = subscriptionOf(request, store)
    const after = request.values.after ?? Math.max(0, (await live.changes.newest()) - exampleLimits.changes)
    const page = await live.changes.ofFeeds(feeds, {
      after: Number(after),
      limit: exampleLimits.changes,
      now: live.now(),
    })
    const rows = page.rows.filter(subscriptionTest({ feeds, conditions })).slice(-exampleLimits.events)
    return { body: rows.map(eventText).join('') }
  },
})

/** The subscription that a request asks for. */
export function subscriptionOf({ values }: CanonicalRequest, store: CatalogStore): Subscription {
  return { feeds: feedsOf(values), conditions: conditionsOf(filters, withItemIds(values, store)) }
}

const feedsOf = ({ feeds }: Values): readonly ChangeFeed[] =>
  feeds === undefined ? changeFeeds : changeFeeds.filter((feed) => String(feeds).split(',').includes(feed))

/** Returns a test of whether a subscription includes a changed row. */
export function subscriptionTest({ feeds, conditions }: Subscription): (changed: ChangedRow) => boolean {
  const tests = conditions.map((condition) => ({ column: condition.column, test: conditionTest(condition) }))
  return ({ feed, row }) =>
    feeds.includes(feed) &&
    (feed !== 'market' || tests.every(({ column, test }) => test((row[column] ?? null) as StoredValue)))
}

/** The event of a change: its number, the feed, and the row as lists answer it. */
export const eventText = ({ feed, change, row }: ChangedRow): string =>
  `id: ${change}\nevent: ${feed}\ndata: ${liveRowText(feedRows[feed].columns, row, { values: {} })}\n\n`

/** Validation errors for filters on listings if the feed of the market is not subscribed to. */
function withoutMarket(values: Values): ParameterError[] {
  if (feedsOf(values).includes('market')) return []
  const given = filters.filter(({ param }) => values[param] !== undefined)
  return given.map(({ param }) => ({
    parameter: param,
    message: 'narrows the feed `market`, which `feeds` leaves out',
  }))
}
