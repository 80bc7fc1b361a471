// Feeds of listings, for queries of the market and for deals, as Atom and as JSON Feed 1.1.
import type { ApiResponse, Row } from '../../format/api-response.ts'
import { atomText } from '../../format/atom.ts'
import { inEnglish } from '../../messages/catalogs.ts'
import { formatDistance, medianMessages, type ItemPrice } from '../../format/charts/headline-price.ts'
import { humanize } from '../../format/humanize.ts'
import { listingState } from '../market/market-states.ts'

/** Number of listings in a feed at most. */
export const maxFeedListings = 50
const maxAgeSeconds = 60

export const feedFormats = ['atom', 'json'] as const
export type FeedFormat = (typeof feedFormats)[number]

const mediaTypes: Readonly<Record<FeedFormat, string>> = {
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
}

export interface ListingFeed {
  readonly title: string
  readonly origin: string
  /** Path and query of the page that shows these listings, such as `/deals?rarity=epic`. */
  readonly page: string
  readonly rows: readonly Row[]
  readonly prices: ReadonlyMap<string, ItemPrice>
  /** Returns the name of an item if its row has none. */
  readonly nameOf: (id: string) => string
}

interface FeedEntry {
  readonly url: string
  readonly title: string
  readonly published: string
  readonly updated: string
  readonly summary: string
}

/** Returns the URL of the feed of a page: `/deals.atom?rarity=epic` for `/deals?rarity=epic`. */
export function feedUrl(page: string, format: FeedFormat): string {
  const [path = '', ...query] = page.split('?')
  return [`${path}.${format}`, ...query].join('?')
}

/** Responds with the first listings as a feed, which may be cached for a minute. */
export function feedResponse(feed: ListingFeed, format: FeedFormat): Response {
  const entries = feed.rows.slice(0, maxFeedListings).map((row) => entryOf(row, feed))
  const text = format === 'atom' ? atomOf(feed, entries) : jsonOf(feed, entries)
  return new Response(text, {
    headers: { 'content-type': mediaTypes[format], 'cache-control': `public, max-age=${maxAgeSeconds}` },
  })
}

/** Responds with the problem with which the API answered the query. It is not cached. */
export const problemResponse = ({ status, json, headers }: ApiResponse): Response =>
  new Response(JSON.stringify(json), {
    status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      ...(headers['retry-after'] && { 'retry-after': headers['retry-after'] }),
    },
  })

function entryOf(row: Row, { origin, prices, nameOf }: ListingFeed): FeedEntry {
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

function atomOf({ title, origin, page }: ListingFeed, entries: readonly FeedEntry[]): string {
  const updated = entries.map((entry) => entry.updated).sort()
  return atomText({
    title: `Deepledger: ${title}`,
    page: origin + page,
    self: origin + feedUrl(page, 'atom'),
    updated: updated.at(-1) ?? new Date(0).toISOString(),
    entries,
  })
}

const jsonOf = ({ title, origin, page }: ListingFeed, entries: readonly FeedEntry[]): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: `Deepledger: ${title}`,
    language: 'en',
    home_page_url: origin + page,
    feed_url: origin + feedUrl(page, 'json'),
    items: entries.map(({ url, title: named, published, updated, summary }) => ({
      ...{ id: url, url, title: named, content_text: summary },
      ...{ date_published: published, date_modified: updated },
    })),
  })
