// Saved queries of the market as feeds, on two days of observations.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readXml } from '../../src/test/test-xml.ts'
import { openSiteFixture, type SiteFixture } from '../site-service.ts'

interface JsonFeed {
  readonly feed_url: string
  readonly home_page_url: string
  readonly items: readonly { readonly id: string; readonly title: string }[]
}

describe('feeds of listings', () => {
  let fixture: SiteFixture
  beforeAll(async () => {
    fixture = await openSiteFixture()
  })
  afterAll(() => fixture.close())

  const at = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(fixture.url + path, { headers })
    return { answer, text: await answer.text() }
  }
  const items = async (path: string) => (JSON.parse((await at(path)).text) as JsonFeed).items

  it.each(['/market', '/deals?listings=1'])('%s links to its feeds, which have the same query', async (page) => {
    const { text } = await at(page)
    for (const format of ['atom', 'json']) {
      const address = page.replace(/(\?|$)/, `.${format}$1`)
      expect(text).toContain(`href="${address}"`)
      expect((await at(address)).answer.status).toBe(200)
    }
  })

  it('contain the listings that the API finds', async () => {
    const found = await items('/market.json?rarity=epic')
    const open = 'rarity=epic&has_sold=false&has_expired=false&has_cancelled=false&limit=50'
    const { body } = JSON.parse((await at(`/v2/market?${open}`)).text) as { body: { id: number }[] }
    expect(found.map(({ id }) => new URL(id).searchParams.get('id'))).toEqual(body.map(({ id }) => String(id)))
    expect(found.length).toBeGreaterThan(0)
  })

  it('contain only the item named in the query, and nothing if there is no such item', async () => {
    const [one] = await items('/market.json')
    const name = one?.title.split(',')[0] ?? ''
    const found = await items(`/market.json?named=${encodeURIComponent(` ${name} `)}&state=any`)
    expect(found.length).toBeGreaterThan(0)
    for (const { title } of found) expect(title).toContain(name)
    expect(await items('/market.json?named=zzzzqq')).toEqual([])
    expect(await items('/market.json?named=%20')).toEqual(await items('/market.json'))
  })

  it('of deals contain listings below the median', async () => {
    const found = await items('/deals.json?listings=1')
    expect(found.length).toBeGreaterThan(0)
    for (const { title } of found) expect(title).toMatch(/% below median\)$/)
  })

  it('are well-formed, and answer 304 to a matching ETag', async () => {
    const { answer, text } = await at('/deals.atom?listings=1')
    expect(readXml(text).name).toBe('feed')
    const etag = answer.headers.get('etag') ?? ''
    expect((await at('/deals.atom?listings=1', { 'if-none-match': etag })).answer.status).toBe(304)
  })

  it('refuse a query that the API refuses', async () => {
    const { answer, text } = await at('/market.atom?min_price=cheap')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      400,
      expect.stringContaining('application/problem+json'),
    ])
    expect(text).toContain('min_price')
  })
})
