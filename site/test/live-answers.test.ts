// What live pages say to what they were answered, with which status, and for how long it may be kept.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LiveStore } from '../../data/api/live/live-store.ts'
import { ThreadBusyError } from '../../data/store/live/threads/thread.ts'
import { openListings } from '../src/lib/open-listings.ts'
import { sampleNow } from '../../scripts/sample-asker.ts'
import { livePages, pathOf, type PageKind } from './kinds-of-pages.ts'
import { openSiteHouse, type SiteHouse } from './site-house.ts'

interface Shelf {
  readonly merchant: string
  readonly captured_at: string
  readonly stock: readonly { readonly item_id: string }[]
}
type Reads = Pick<LiveStore, 'market' | 'trades' | 'merchants' | 'population' | 'leaderboards'>

const shelfOf = async (ask: <Answer>(target: string) => Promise<Answer>) => {
  const { body } = await ask<{ body: readonly Shelf[] }>('/v2/merchant/stock')
  const filled = body.find(({ stock }) => stock.length > 0)
  if (!filled) throw new Error('No merchant of the sample sells anything')
  return filled
}
const fragments: readonly PageKind[] = [
  { kind: 'live part of home', path: '/live' },
  {
    kind: 'live part of an item',
    path: async (ask) => `/items/${(await shelfOf(ask)).stock[0]?.item_id ?? ''}/live`,
  },
  { kind: 'live part of a merchant', path: async (ask) => `/merchants/${(await shelfOf(ask)).merchant}/live` },
  {
    kind: 'live part of a quest',
    path: async (ask) => {
      const { body } = await ask<{ body: { quests: readonly { quest_id: string }[] } }>('/v2/merchant/quests')
      return `/quests/${body.quests[0]?.quest_id ?? ''}/live`
    },
  },
]
const cases = [...livePages, ...fragments].map((one) => [one.kind, one] as const)

describe('live pages', () => {
  let house: SiteHouse
  let reads: Reads
  const paths = new Map<string, string>()
  beforeAll(async () => {
    house = await openSiteHouse()
    const { market, trades, merchants, population, leaderboards } = house.live
    reads = { market, trades, merchants, population, leaderboards }
    for (const [kind, one] of cases) paths.set(kind, await pathOf(one, house.url))
  })
  afterAll(() => house.close())

  async function open(path: string) {
    const response = await fetch(house.url + path)
    return { status: response.status, headers: response.headers, html: await response.text() }
  }
  const json = async <Answer>(target: string) => (await (await fetch(house.url + target)).json()) as Answer

  /** As long as something is done, these feeds have more readers than they can serve. */
  async function busy<Result>(feeds: readonly (keyof Reads)[], task: () => Promise<Result>): Promise<Result> {
    const refuse = () => Promise.reject(new ThreadBusyError('a suite'))
    for (const feed of feeds) Object.assign(house.live, { [feed]: new Proxy(reads[feed], { get: () => refuse }) })
    return task().finally(() => Object.assign(house.live, reads))
  }
  const everyFeed = ['market', 'trades', 'merchants', 'population', 'leaderboards'] as const

  it.each(cases)('%s: is kept for seconds', async (kind) => {
    const { status, headers } = await open(paths.get(kind) ?? '')
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=5, stale-while-revalidate=10'])
  })

  it.each(cases)('%s: says that there is no answer where the live store is busy, and nothing else', async (kind) => {
    const { status, headers, html } = await busy(everyFeed, () => open(paths.get(kind) ?? ''))
    expect([status, headers.get('cache-control'), headers.get('retry-after')]).toEqual([503, 'no-store', '1'])
    expect(html).toContain('Too many requests wait for live data')
    expect(html).toContain('Ask again in 1 s')
    expect(html).not.toMatch(/not observed yet|not seen yet|[Nn]obody|No (ladder|merchant|listing)|was empty|>0</)
  })

  it.each([
    ['/market?min_price=cheap', 'min_price'],
    ['/market/id.item.ember_lantern_5001?interval=foo', 'interval'],
    ['/trades?from=yesterday', 'from'],
    ['/leaderboards?period=last', 'period'],
    ['/merchants/stock/history', 'item_id'],
  ])('%s is refused in the words of the API, and says nothing of the feed', async (path, parameter) => {
    const { status, html } = await open(path)
    expect(status).toBe(400)
    expect(html).toContain('The API did not take this.')
    expect(html).toMatch(new RegExp(`<code>${parameter}</code>\\s+\\w`))
    expect(html).not.toContain('not observed yet')
  })

  it.each([
    ['/merchants/stock/id.merchant.nobody', 'No merchant has the id'],
    ['/leaderboards/0/0', 'No season has the id'],
    ['/market/id.item.nobody_1001', 'Neither an item nor an archetype has the id'],
  ])('%s is told to be missing in the words of the API', async (path, words) => {
    const { status, html } = await open(path)
    expect(status).toBe(404)
    expect(html).toContain(words)
  })

  it('a character that was never seen is told so', async () => {
    const board = (paths.get('board') ?? '').replace('/leaderboards/', '')
    const { status, html } = await open(`/leaderboards/${board}/Nobody`)
    expect(status).toBe(404)
    expect(html).toContain('was never seen on this ladder')
  })

  it('a parameter that was meant is one click away', async () => {
    const { html } = await open('/market?raritty=rare&seller=Wick')
    expect(html).toMatch(/did you mean\s+<a href="\/market\?rarity=rare&#38;seller=Wick">/)
  })

  it('what one feed does not answer, the others do', async () => {
    const { status, headers, html } = await busy(['market'], () => open(paths.get('live part of an item') ?? ''))
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(html).toContain('Too many requests wait for live data')
    expect(html).toContain('shelf was seen')
  })

  describe("an item's page", () => {
    it('says how old its listings, prices and sellers are; and that they are old, shelves after hours only', async () => {
      const path = paths.get('live part of an item') ?? ''
      const { html } = await open(path)
      expect(html.match(/The market was seen/g)).toHaveLength(2)
      expect(html).toContain('shelf was seen')
      const told = /This is old\.<\/strong>\s+(The market|A merchant)/g
      const old = async (hours: number) => (await after(hours * 3_600_000, () => open(path))).html.match(told) ?? []
      expect([(await old(0.1)).length, (await old(0.3)).length, (await old(24)).length]).toEqual([0, 2, 3])
    })

    it('lists as sellers those whose latest shelf has it', async () => {
      const { merchant, captured_at, stock } = await shelfOf(json)
      const ware = stock[0]?.item_id ?? ''
      const sellers = async () => (await open(`/items/${ware}/live`)).html.split('On the market')[0] ?? ''
      expect(await sellers()).toContain(`/merchants/${merchant}`)
      await emptied(merchant, captured_at)
      expect(await sellers()).not.toContain(`/merchants/${merchant}`)
      expect(await sellers()).toContain(`/merchants/stock/history?item_id=${ware}`)
    })
  })

  it("a quest's page says who offers it", async () => {
    const answer = await json<{ body: { quests: readonly { quest_id: string; merchant_id: string }[] } }>(
      '/v2/merchant/quests',
    )
    const [{ quest_id: quest, merchant_id: merchant } = { quest_id: '', merchant_id: '' }] = answer.body.quests
    expect((await open(`/quests/${quest}/live`)).html).toContain(`href="/merchants/${merchant}"`)
  })

  it('a shelf that was seen to be empty is told to be empty', async () => {
    const { body } = await json<{ body: readonly Shelf[] }>('/v2/merchant/stock')
    const [{ merchant, captured_at } = { merchant: '', captured_at: '' }] = body
    await emptied(merchant, captured_at)
    for (const path of [`/merchants/${merchant}/live`, `/merchants/stock/${merchant}`]) {
      const { html } = await open(path)
      expect(html).toContain('It was empty.')
      expect(html).toMatch(/This shelf was seen/)
      expect(html).not.toContain('Nobody')
    }
  })

  it('the market shows what is open unless it is asked for more, and says which it shows', async () => {
    const counted = async (query: string) => {
      const { pagination } = await json<{ pagination: { total: number } }>(`/v2/market?${query}`)
      return pagination.total.toLocaleString('en')
    }
    const told = async (path: string) => /([\d,]+)\s+((?:\w+ )?listings)/.exec((await open(path)).html)?.slice(1)
    expect(await told('/market')).toEqual([await counted(openListings()), 'open listings'])
    expect(await told('/market?state=any')).toEqual([await counted(''), 'listings'])
    expect(await told('/market?has_sold=true')).toEqual([await counted('has_sold=true'), 'sold listings'])
    expect((await open('/market?state=sold')).html.match(/class="badge sold"/g)).toHaveLength(25)
  })

  it('the call that the market shows is the one that it asked, language and all', async () => {
    const { html } = await open('/market?state=any&locale=de')
    expect(html).toContain('/v2/market?locale=de')
  })

  it('an item that merchants sold is found by its name, whatever its rarity', async () => {
    const { items } = await json<{ items: Record<string, [string, string | null]> }>('/v2/items/names')
    const [tag = '', [name] = ['']] = Object.entries(items).find(([, [, rarity]]) => rarity === 'rare') ?? []
    const ware = `id.item.${tag}`
    for (const named of [name.toLowerCase(), ware]) {
      const { html } = await open(`/merchants/stock?named=${encodeURIComponent(named)}`)
      expect(html).toContain(`/merchants/stock/history?item_id=${ware}"`)
    }
    expect((await open('/merchants/stock?named=nosuchthing')).html).toContain('No item is called like')
  })

  it('the market shows no more rows than it does by itself, and draws each item once', async () => {
    let asked = 0
    const counting = new Proxy(reads.market, {
      get(market, name: keyof Reads['market']) {
        if (name === 'priceHistory') asked += 1
        return Reflect.get(market, name) as unknown
      },
    })
    Object.assign(house.live, { market: counting })
    const { html } = await open('/market?limit=250').finally(() => Object.assign(house.live, reads))
    const { body } = await json<{ body: readonly { item_id: string }[] }>(`/v2/market?${openListings()}`)
    expect(html.match(/class="badge /g)).toHaveLength(25)
    expect(asked).toBe(new Set(body.map(({ item_id: id }) => id)).size)
  })

  it.each(['market', 'price', 'population', 'board', 'stock', 'trade chat'])(
    '%s: its forms keep patch and language, each once',
    async (kind) => {
      const path = paths.get(kind) ?? ''
      const { html } = await open(`${path}${path.includes('?') ? '&' : '?'}patch=1&locale=de`)
      const forms = [...html.matchAll(/<form[^>]*method="get"[^]*?<\/form>/g)].map(([form]) => form)
      expect(forms.length).toBeGreaterThan(1)
      const picks = (form: string, name: string) => form.includes(`<select name="${name}"`)
      expect(forms.filter((form) => picks(form, 'locale'))).toHaveLength(1)
      for (const form of forms)
        for (const [name, value] of Object.entries({ patch: '1', locale: 'de' })) {
          const kept = form.match(new RegExp(`type="hidden" name="${name}" value="${value}"`, 'g')) ?? []
          expect(kept, form).toHaveLength(picks(form, name) ? 0 : 1)
        }
    },
  )

  /** The merchant is seen once more, a second later, with nothing. */
  async function emptied(merchant: string, capturedAt: string): Promise<void> {
    const line = {
      merchant_id: merchant,
      captured_at: new Date(Date.parse(capturedAt) + 1000).toISOString(),
      stock: [],
    }
    await house.live.take('merchant-stock', { bytes: Buffer.from(JSON.stringify(line)), firstLine: 1 }, sampleNow)
  }

  /** Does something as if it were that much later. */
  async function after<Result>(milliseconds: number, task: () => Promise<Result>): Promise<Result> {
    Object.assign(house.live, { now: () => sampleNow + milliseconds })
    return task().finally(() => Object.assign(house.live, { now: () => sampleNow }))
  }
})
