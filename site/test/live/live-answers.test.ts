// Content, status and cache lifetime of live pages for each kind of API response.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LiveStore, PricesWindow } from '../../../data/api/model/live-store.ts'
import { ThreadBusyError } from '../../../data/store/threads/thread.ts'
import { openListings } from '../../src/features/market/open-listings.ts'
import { sampleNow } from '../../../scripts/site/sample-api-client.ts'
import { livePages, pathOf, type PageKind } from '../kinds-of-pages.ts'
import { openSiteFixture, type SiteFixture } from '../site-service.ts'

interface Shelf {
  readonly merchant: string
  readonly captured_at: string
  readonly stock: readonly { readonly item_id: string }[]
}
interface Recipe {
  readonly id: string
  readonly payload: Readonly<Record<'materials' | 'output', readonly { readonly item_id: string }[]>>
}
type Price = readonly [itemId: string, price: number]
type Reads = Pick<LiveStore, 'market' | 'trades' | 'merchants' | 'population' | 'leaderboards'>

const shelfOf = async (fetchApi: <Answer>(target: string) => Promise<Answer>) => {
  const { body } = await fetchApi<{ body: readonly Shelf[] }>('/v2/merchant/stock')
  const filled = body.find(({ stock }) => stock.length > 0)
  if (!filled) throw new Error('No merchant of the sample sells anything')
  return filled
}
const fragments: readonly PageKind[] = [
  { kind: 'live part of home', path: '/live/figures' },
  {
    kind: 'live part of an item',
    path: async (fetchApi) => `/items/${(await shelfOf(fetchApi)).stock[0]?.item_id ?? ''}/live`,
  },
  {
    kind: 'live part of a merchant',
    path: async (fetchApi) => `/merchants/${(await shelfOf(fetchApi)).merchant}/live`,
  },
  {
    kind: 'live part of a quest',
    path: async (fetchApi) => {
      const { body } = await fetchApi<{ body: { quests: readonly { quest_id: string }[] } }>('/v2/merchant/quests')
      return `/quests/${body.quests[0]?.quest_id ?? ''}/live`
    },
  },
]
const cases = [...livePages, ...fragments].map((one) => [one.kind, one] as const)

describe('live pages', () => {
  let fixture: SiteFixture
  let reads: Reads
  const paths = new Map<string, string>()
  beforeAll(async () => {
    fixture = await openSiteFixture()
    const { market, trades, merchants, population, leaderboards } = fixture.live
    reads = { market, trades, merchants, population, leaderboards }
    for (const [kind, one] of cases) paths.set(kind, await pathOf(one, fixture.url))
  })
  afterAll(() => fixture.close())

  async function open(path: string) {
    const response = await fetch(fixture.url + path)
    // Messages for scripts are not shown yet.
    const html = (await response.text()).replaceAll(/ data-messages="[^"]*"/g, '')
    return { status: response.status, headers: response.headers, html }
  }
  const json = async <Answer>(target: string) => (await (await fetch(fixture.url + target)).json()) as Answer

  /** Makes the reads of these feeds fail as busy while the callback runs. */
  async function busy<Result>(feeds: readonly (keyof Reads)[], task: () => Promise<Result>): Promise<Result> {
    const refuse = () => Promise.reject(new ThreadBusyError('a suite'))
    for (const feed of feeds) Object.assign(fixture.live, { [feed]: new Proxy(reads[feed], { get: () => refuse }) })
    return task().finally(() => Object.assign(fixture.live, reads))
  }
  const everyFeed = ['market', 'trades', 'merchants', 'population', 'leaderboards'] as const

  it.each(cases)('%s: is cached for seconds', async (kind) => {
    const { status, headers } = await open(paths.get(kind) ?? '')
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=5, stale-while-revalidate=10'])
  })

  it.each(cases)('%s: only says that there is no answer if the live store is busy', async (kind) => {
    const { status, headers, html } = await busy(everyFeed, () => open(paths.get(kind) ?? ''))
    expect([status, headers.get('cache-control'), headers.get('retry-after')]).toEqual([503, 'no-store', '1'])
    expect(html).toContain('Too many requests wait for live data')
    expect(html).toContain('Try again in 1 s')
    expect(html).not.toMatch(
      /not (been )?observed yet|[Nn]obody|No (leaderboard|merchant|listing)|no open listings|was empty|>0</,
    )
  })

  it.each([
    ['/market?min_price=cheap', 'Price from: “cheap” is not a whole number'],
    ['/market/id.item.ember_lantern_5001?interval=foo', '<code>interval</code> <span lang="en">expected'],
    ['/trades?from=yesterday', 'From: “yesterday” is not a time such as 2026-11-20T12:00Z'],
    ['/leaderboards?period=last', '<code>period</code>: “last” is not a whole number'],
    ['/merchants/stock/history', '<code>item_id</code> <span lang="en">is required</span>'],
  ])('%s is refused with the reason, and shows nothing about the feed', async (path, words) => {
    const { status, html } = await open(path)
    expect(status).toBe(400)
    expect(html).toContain('The API rejected this request.')
    expect(html.replaceAll(/\s+/g, ' ')).toContain(words)
    expect(html).not.toContain('observed yet')
  })

  it.each([
    ['/merchants/stock/id.merchant.nobody', 'No merchant has the id'],
    ['/leaderboards/0/0', 'No season has the id'],
    ['/market/id.item.nobody_1001', 'Neither an item nor an archetype has the id'],
  ])('%s is reported as missing with the detail of the API', async (path, words) => {
    const { status, html } = await open(path)
    expect(status).toBe(404)
    expect(html).toContain(words)
  })

  it('a character that was never observed is reported as such', async () => {
    const board = (paths.get('board') ?? '').replace('/leaderboards/', '')
    const { status, html } = await open(`/leaderboards/${board}/Nobody`)
    expect(status).toBe(404)
    expect(html).toContain('has not been observed on this leaderboard')
  })

  it('a suggested parameter is one click away', async () => {
    const { html } = await open('/market?raritty=rare&seller=Wick')
    expect(html).toMatch(/did you mean\s+<a href="\/market\?rarity=rare&amp;seller=Wick">/)
  })

  it('if one feed does not answer, the others are still shown', async () => {
    const { status, headers, html } = await busy(['market'], () => open(paths.get('live part of an item') ?? ''))
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(html).toContain('Too many requests wait for live data')
    expect(html).toContain('stock was observed')
  })

  describe("an item's page", () => {
    it('shows the ages of its listings, prices and sellers, and marks old ones (stock only after hours)', async () => {
      const path = paths.get('live part of an item') ?? ''
      const { html } = await open(path)
      expect(html.match(/The market was observed/g)).toHaveLength(2)
      expect(html).toContain('stock was observed')
      const reported = /This data is out of date\.<\/strong>\s+(The market|Merchant stock)/g
      const old = async (hours: number) => (await after(hours * 3_600_000, () => open(path))).html.match(reported) ?? []
      expect([(await old(0.1)).length, (await old(0.3)).length, (await old(24)).length]).toEqual([0, 2, 3])
    })

    it('lists merchants whose latest stock has the item', async () => {
      const { merchant, captured_at, stock } = await shelfOf(json)
      const ware = stock[0]?.item_id ?? ''
      const sellers = async () => (await open(`/items/${ware}/live`)).html.split('On the market')[0] ?? ''
      expect(await sellers()).toContain(`/merchants/${merchant}`)
      await emptied(merchant, captured_at)
      expect(await sellers()).not.toContain(`/merchants/${merchant}`)
      expect(await sellers()).toContain(`/merchants/stock/history?item_id=${ware}`)
    })
  })

  it('the page of a quest shows who offers it', async () => {
    const answer = await json<{ body: { quests: readonly { quest_id: string; merchant_id: string }[] } }>(
      '/v2/merchant/quests',
    )
    const [{ quest_id: quest, merchant_id: merchant } = { quest_id: '', merchant_id: '' }] = answer.body.quests
    expect((await open(`/quests/${quest}/live`)).html).toContain(`href="/merchants/${merchant}"`)
  })

  it('stock that was observed to be empty is shown as empty', async () => {
    const { body } = await json<{ body: readonly Shelf[] }>('/v2/merchant/stock')
    const [{ merchant, captured_at } = { merchant: '', captured_at: '' }] = body
    await emptied(merchant, captured_at)
    for (const path of [`/merchants/${merchant}/live`, `/merchants/stock/${merchant}`]) {
      const { html } = await open(path)
      expect(html).toContain('The stock was empty.')
      expect(html).toMatch(/This merchant’s stock was observed/)
      expect(html).not.toContain('Nobody')
    }
  })

  it('the market shows open listings by default, and says which listings it shows', async () => {
    const counted = async (query: string) => {
      const { pagination } = await json<{ pagination: { total: number } }>(`/v2/market?${query}`)
      return pagination.total.toLocaleString('en')
    }
    const reported = async (path: string) => /([\d,]+)\s+((?:\w+ )?listings)/.exec((await open(path)).html)?.slice(1)
    expect(await reported('/market')).toEqual([await counted(openListings()), 'open listings'])
    expect(await reported('/market?state=any')).toEqual([await counted(''), 'listings'])
    expect(await reported('/market?has_sold=true')).toEqual([await counted('has_sold=true'), 'sold listings'])
    expect((await open('/market?state=sold')).html.match(/class="badge sold"/g)).toHaveLength(25)
  })

  it('the market shows the API call that it made, including the language', async () => {
    const { html } = await open('/market?state=any&locale=de')
    expect(html).toContain('/v2/market?locale=de')
    expect(html).toMatch(/data-rarity="\w+"[^>]*>\s*(Schlecht|Gewöhnlich|Ungewöhnlich|Selten|Episch)/)
  })

  it('an item that merchants sold is found by its name, whatever its rarity', async () => {
    const { items } = await json<{ items: Record<string, [string, string | null]> }>('/v2/items/names')
    const [tag = '', [name] = ['']] = Object.entries(items).find(([, [, rarity]]) => rarity === 'rare') ?? []
    const ware = `id.item.${tag}`
    for (const named of [name.toLowerCase(), ware]) {
      const { html } = await open(`/merchants/stock?named=${encodeURIComponent(named)}`)
      expect(html).toContain(`/merchants/stock/history?item_id=${ware}"`)
    }
    expect((await open('/merchants/stock?named=nosuchthing')).html).toContain('No item matches')
  })

  it('the market shows no more rows than by default, and reads the prices of each item once', async () => {
    const windows: PricesWindow[] = []
    const counting: Reads['market'] = {
      ...reads.market,
      priceHistories(window) {
        windows.push(window)
        return reads.market.priceHistories(window)
      },
    }
    Object.assign(fixture.live, { market: counting })
    const { html } = await open('/market?limit=250').finally(() => Object.assign(fixture.live, reads))
    const { body } = await json<{ body: readonly { item_id: string }[] }>(`/v2/market?${openListings()}`)
    expect(html.match(/data-label="Each"/g)).toHaveLength(25)
    expect(new Set(windows.flatMap(({ itemIds }) => itemIds))).toEqual(new Set(body.map(({ item_id: id }) => id)))
    expect(new Set(windows.map((window) => JSON.stringify(window))).size).toBe(windows.length)
  })

  it('deals list profitable recipes, and listings below the vendor price', async () => {
    const [recipe] = (await json<{ rows: readonly Recipe[] }>('/v2/workshop_services?service_type=craft&limit=1')).rows
    if (!recipe) throw new Error('The sample has no recipe')
    const { materials, output } = recipe.payload
    const { body: priced } = await json<{ body: readonly { id: string; vendor_price: number }[] }>(
      '/v2/items?sort=-vendor_price&limit=1',
    )
    const flip = priced[0]?.id ?? ''
    await listed([
      ...materials.flatMap(({ item_id: id }) => Array<Price>(90).fill([id, 1])),
      ...output.flatMap(({ item_id: id }) => Array<Price>(90).fill([id, 99_000])),
      [flip, 1],
    ])
    const { html } = await open('/deals?listings=1&max_price=98000')
    const table = (id: string) => new RegExp(`<section[^>]*id="${id}"[^]*?</section>`).exec(html)?.[0] ?? ''
    expect(table('crafts')).toContain(`/workshop_services/${recipe.id}`)
    expect(table('crafts')).toMatch(/data-label="Sells for"[^>]*>\s*99,000/)
    expect(table('flips')).toContain(`/items/${flip}`)
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

  it('a leaderboard of an ended season says which period it shows', async () => {
    const { seasons } = await json<{ seasons: { id: string; state: string; sheets: string[] }[] }>('/v2/leaderboards')
    const [ended] = seasons.filter(({ state }) => state === 'ended')
    const board = `${String(ended?.id)}/${String(ended?.sheets[0])}`
    const [season = '', sheet = ''] = board.split('/')
    const { entries } = await json<{ entries: { period_index: number }[] }>(
      `/v2/leaderboards/seasons/${season}/sheets/${sheet}/entries?page_size=1`,
    )
    const { html } = await open(`/leaderboards/${board}`)
    const [periods = ''] = /<select name="period"[^]*?<\/select>/.exec(html) ?? []
    expect(/<option value="(\d+)" selected/.exec(periods)?.[1]).toBe(String(entries[0]?.period_index))
  })

  it('a character with unknown score and karma shows neither', async () => {
    const { current, seasons } = await json<{ current: string; seasons: { id: string; sheets: string[] }[] }>(
      '/v2/leaderboards',
    )
    const sheet = seasons.find(({ id }) => id === current)?.sheets[0] ?? ''
    const captured_at = new Date(sampleNow - 1000).toISOString()
    const rank = { season_id: current, sheet_id: sheet, period_index: 1, rank: 7000, captured_at }
    const line = { entry: { ...rank, character: 'Unweighed', character_class: 'warden' } }
    await fixture.live.ingest('leaderboards', { bytes: Buffer.from(JSON.stringify(line)), firstLine: 1 }, sampleNow)
    const { status, html } = await open(`/leaderboards/${current}/${sheet}/Unweighed`)
    const [figures = ''] = /<dl class="figures"[^]*?<\/dl>/.exec(html) ?? []
    expect([status, figures.includes('7,000'), /Score|\bkarma|>0</i.test(figures)]).toEqual([200, true, false])
  })

  it('known scores of a character are in its table', async () => {
    const { current, seasons } = await json<{ current: string; seasons: { id: string; sheets: string[] }[] }>(
      '/v2/leaderboards',
    )
    const sheet = seasons.find(({ id }) => id === current)?.sheets[0] ?? ''
    const rank = { season_id: current, sheet_id: sheet, period_index: 1, rank: 7001, character: 'Halfweighed' }
    const lines = [{ score: '4100' }, {}].map((known, at) => {
      const captured_at = new Date(sampleNow - 2000 + 1000 * at).toISOString()
      return JSON.stringify({ entry: { ...rank, ...known, character_class: 'warden', captured_at } })
    })
    await fixture.live.ingest('leaderboards', { bytes: Buffer.from(lines.join('\n')), firstLine: 1 }, sampleNow)
    const { html } = await open(`/leaderboards/${current}/${sheet}/Halfweighed`)
    const [head = '', ...rows] = html.match(/<tr[^]*?<\/tr>/g) ?? []
    const place = [...head.matchAll(/data-draw="[^"]*"[^>]*>\s*(\w+)/g)].findIndex(([, label]) => label === 'Score')
    const scores = rows.map(
      (row) => [...row.matchAll(/<data value="([^"]*)">([^<]*)/g)].map(([, , text]) => text)[place],
    )
    expect(scores).toEqual(['4,100', ''])
  })

  /** Observes the merchant again a second later, without stock. */
  async function emptied(merchant: string, capturedAt: string): Promise<void> {
    const line = {
      merchant_id: merchant,
      captured_at: new Date(Date.parse(capturedAt) + 1000).toISOString(),
      stock: [],
    }
    await fixture.live.ingest('merchant-stock', { bytes: Buffer.from(JSON.stringify(line)), firstLine: 1 }, sampleNow)
  }

  /** Listings of one piece each, observed a minute ago. */
  async function listed(prices: readonly Price[]): Promise<void> {
    const [created_at, expires_at] = [-60_000, 86_400_000].map((later) => new Date(sampleNow + later).toISOString())
    const lines = prices.map(([item_id, price], at) => ({
      ...{ id: 900_000_000 + at, item_id, price, quantity: 1 },
      ...{ created_at, expires_at, captured_at: created_at },
    }))
    const bytes = Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'))
    await fixture.live.ingest('market', { bytes, firstLine: 1 }, sampleNow)
  }

  /** Does something as if it were that much later. */
  async function after<Result>(milliseconds: number, task: () => Promise<Result>): Promise<Result> {
    Object.assign(fixture.live, { now: () => sampleNow + milliseconds })
    return task().finally(() => Object.assign(fixture.live, { now: () => sampleNow }))
  }
})
