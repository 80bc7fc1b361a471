import { describe, expect, it } from 'vitest'
import { readXml } from '../../test/test-xml.ts'
import { feedResponse, problemResponse, feedUrl, maxFeedListings, type ListingFeed } from './listing-feed.ts'

const row = (id: number, more: Record<string, unknown> = {}) => ({
  ...{ id, item_id: 'id.item.blade_5001', item: 'Blade <of> & "Gloom"', rarity: 'epic', price_per_unit: '88.00' },
  ...{ quantity: 1, seller: 'Quill', created_at: '2026-11-22T14:00:00Z', captured_at: `2026-11-22T14:0${id % 10}:00Z` },
  ...more,
})
const feed = (more: Partial<ListingFeed> = {}): ListingFeed => ({
  title: 'deals',
  origin: 'https://ledger.example',
  page: '/deals?rarity=epic&order=gold',
  rows: [row(1), row(2, { quantity: 3, item: undefined })],
  prices: new Map([
    ['id.item.blade_5001', { item_id: 'id.item.blade_5001', median: 100, listings: 9, hours: 24, days: [] }],
  ]),
  nameOf: () => 'Blade',
  ...more,
})
const itemsOf = async (given: ListingFeed) =>
  ((await feedResponse(given, 'json').json()) as { items: Record<string, string>[] }).items

describe('the URL of a feed', () => {
  it.each([
    ['/deals', '/deals.atom'],
    ['/market?rarity=epic&state=sold', '/market.atom?rarity=epic&state=sold'],
    ['/market?named=what?', '/market.atom?named=what?'],
  ])('of %s is %s', (page, address) => expect(feedUrl(page, 'atom')).toBe(address))
})

describe('a feed of listings', () => {
  it('is well-formed Atom with one entry per listing and the time of the newest', async () => {
    const answer = feedResponse(feed(), 'atom')
    expect(answer.headers.get('content-type')).toContain('application/atom+xml')
    const text = await answer.text()
    const { children } = readXml(text)
    expect(children.filter(({ name }) => name === 'entry')).toHaveLength(2)
    expect(children.find(({ name }) => name === 'updated')?.text).toBe('2026-11-22T14:02:00Z')
    expect(text).toContain('https://ledger.example/deals.atom?rarity=epic&amp;order=gold')
  })

  it('is marked as English', async () => {
    expect(await feedResponse(feed(), 'json').json()).toMatchObject({ language: 'en' })
    expect(readXml(await feedResponse(feed(), 'atom').text()).attributes['xml:lang']).toBe('en')
  })

  it('has the price, its distance from the median, and the number of listings behind the median', async () => {
    const [one, other] = await itemsOf(feed())
    expect(one?.title).toBe('Blade <of> & "Gloom", Epic: 88 gold (12% below median)')
    expect(one?.content_text).toBe('seller Quill; listed; median 100 gold of 9 listings in 24 h')
    expect(other?.title).toBe('Blade, Epic: 88 gold each (12% below median)')
    expect(other?.content_text).toContain('3 pieces')
  })

  it('has only the price if there is no median', async () => {
    const [one] = await itemsOf(feed({ prices: new Map() }))
    expect(one?.title).toMatch(/: 88 gold$/)
    expect(one?.content_text).toBe('seller Quill; listed')
  })

  it('has a stable id for each listing', async () => {
    const ids = async (rows: ListingFeed['rows']) => (await itemsOf(feed({ rows }))).map(({ id }) => id)
    const [first, second] = await ids([row(1), row(2)])
    expect(first).not.toBe(second)
    expect(await ids([row(2, { has_sold: true }), row(1)])).toEqual([second, first])
  })

  it('is limited in length, cacheable, and empty if there are no listings', async () => {
    const many = Array.from({ length: 300 }, (_, at) => row(at))
    expect(await itemsOf(feed({ rows: many }))).toHaveLength(maxFeedListings)
    expect(feedResponse(feed(), 'json').headers.get('cache-control')).toBe('public, max-age=60')
    expect(await feedResponse(feed({ rows: [] }), 'atom').text()).not.toContain('<entry>')
  })
})

it('a problem of the API is passed on and not cached', async () => {
  const problem = { status: 400, title: 'Bad Request' }
  const answer = problemResponse({ status: 400, target: '/v2/market', headers: {}, json: problem })
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([400, 'no-store'])
  expect(await answer.json()).toEqual(problem)
  const busy = problemResponse({ status: 503, target: '/v2/market', headers: { 'retry-after': '7' }, json: problem })
  expect(busy.headers.get('retry-after')).toBe('7')
})
