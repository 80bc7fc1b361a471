// Feeds of listings: what a saved query of the market finds, and deals, as Atom and as JSON Feed 1.1.
import type { ApiResponse, Row } from '../../format/api-response.ts'
import { atomText } from '../../format/atom.ts'
import { inEnglish } from '../../messages/catalogs.ts'
import { formatDistance, medianMessages, type ItemPrice } from '../../format/charts/headline-price.ts'
import { humanize } from '../../format/humanize.ts'
import { listingState } from '../market/market-states.ts'

/** Listings that a feed holds. */
export const maxListed = 50
const secondsKept = 60

export const feedFormats = ['atom', 'json'] as const
export type FeedFormat = (typeof feedFormats)[number]

const mediaTypes: Readonly<Record<FeedFormat, string>> = {
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
}

export interface ListingFeed {
  readonly title: string
  readonly origin: string
  /** The page that shows the same, with its query: `/deals?rarity=epic`. */
  readonly page: string
  readonly rows: readonly Row[]
  readonly prices: ReadonlyMap<string, ItemPrice>
  /** What an item is called where its row does not say. */
  readonly nameOf: (id: string) => string
}

interface Listed {
  readonly url: string
  readonly title: string
  readonly published: string
  readonly updated: string
  readonly summary: string
}

/** `/deals?rarity=epic` as the address of its feed: `/deals.atom?rarity=epic`. */
export function feedAddress(page: string, format: FeedFormat): string {
  const [path = '', ...query] = page.split('?')
  return [`${path}.${format}`, ...query].join('?')
}

/** The feed as an answer that caches may keep for a minute. */
export function answerFeed(feed: ListingFeed, format: FeedFormat): Response {
  const entries = feed.rows.slice(0, maxListed).map((row) => entryOf(row, feed))
  const text = format === 'atom' ? atomOf(feed, entries) : jsonOf(feed, entries)
  return new Response(text, {
    headers: { 'content-type': mediaTypes[format], 'cache-control': `public, max-age=${secondsKept}` },
  })
}

/** What the API answers to a query that it refuses, or to any while it is busy. */
export const answerProblem = ({ status, json, headers }: ApiResponse): Response =>
  new Response(JSON.stringify(json), {
    status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      ...(headers['retry-after'] && { 'retry-after': headers['retry-after'] }),
    },
  })

function entryOf(row: Row, { origin, prices, nameOf }: ListingFeed): Listed {
  const id = String(row.item_id)
  const name = typeof row.item === 'string' ? row.item : nameOf(id)
  const unitPrice = Number(row.price_per_unit)
  const price = prices.get(id)
  const quantity = Number(row.quantity)
  const about = [
    quantity > 1 && `${quantity} pieces`,
    typeof row.seller === 'string' && `seller ${row.seller}`,
    listingState(row),
    price?.median !== undefined &&
      `median ${inEnglish.gold(price.median)} gold of ${price.listings} listings in ${price.hours === 24 ? '24 h' : '7 days'}`,
  ]
  return {
    url: `${origin}/market?${new URLSearchParams({ id: String(row.id), state: 'any' })}`,
    title: [
      `${[name, typeof row.rarity === 'string' && humanize(row.rarity)].filter(Boolean).join(', ')}:`,
      `${inEnglish.gold(unitPrice)} gold${quantity > 1 ? ' each' : ''}`,
      ...(price?.median === undefined
        ? []
        : [`(${formatDistance(unitPrice, price.median, medianMessages, inEnglish)})`]),
    ].join(' '),
    published: String(row.created_at),
    updated: String(row.captured_at ?? row.created_at),
    summary: about.filter(Boolean).join('; '),
  }
}

function atomOf({ title, origin, page }: ListingFeed, entries: readonly Listed[]): string {
  const updated = entries.map((entry) => entry.updated).sort()
  return atomText({
    title: `Deepledger: ${title}`,
    page: origin + page,
    self: origin + feedAddress(page, 'atom'),
    updated: updated.at(-1) ?? new Date(0).toISOString(),
    entries,
  })
}

const jsonOf = ({ title, origin, page }: ListingFeed, entries: readonly Listed[]): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: `Deepledger: ${title}`,
    language: 'en',
    home_page_url: origin + page,
    feed_url: origin + feedAddress(page, 'json'),
    items: entries.map(({ url, title: named, published, updated, summary }) => ({
      ...{ id: url, url, title: named, content_text: summary },
      ...{ date_published: published, date_modified: updated },
    })),
  })
