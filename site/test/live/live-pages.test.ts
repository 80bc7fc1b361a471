// The home page, live pages and the dashboard in a browser.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, openBrowser } from '../../../dynamic/test/fixtures/browser.ts'
import { closeAfterTest, reusedPages, type OpenPage } from '../../../dynamic/test/fixtures/reused-pages.ts'
import { copiedBy, mayUseClipboard } from '../clipboard.ts'
import { openSiteFixture, type SiteFixture } from '../site-service.ts'

/** On a busy machine. */
const pollOptions = { timeout: 60_000 }

describe.skipIf(!hasBrowser('live pages'))('the live site', () => {
  let fixture: SiteFixture
  let browser: Browser
  let openPage: OpenPage
  let page: Page
  let errors: string[] = []
  let archetype = ''
  let item = ''
  let ware = ''
  let character = ''

  beforeAll(async () => {
    fixture = await openSiteFixture({ population: 3 })
    browser = await openBrowser()
    openPage = reusedPages(browser, { viewport: { width: 1200, height: 900 }, colorScheme: 'dark' })
    const rows = (await json('/v2/market?limit=250')).body as { archetype: string; item_id: string }[]
    archetype = maxSeen(rows.map((row) => row.archetype))
    item = maxSeen(rows.map(({ item_id: id }) => id))
    const shelves = (await json('/v2/merchant/stock')).body as { stock: { item_id: string }[] }[]
    ware = maxSeen(shelves.flatMap(({ stock }) => stock.map(({ item_id: id }) => id)))
    const board = await json('/v2/leaderboards')
    const [sheet = ''] =
      (board.seasons as { id: string; sheets: string[] }[]).find(({ id }) => id === board.current)?.sheets ?? []
    const path = `${String(board.current)}/sheets/${sheet}/entries`
    const { entries } = await json(`/v2/leaderboards/seasons/${path}?page_size=1`)
    character = `/leaderboards/${String(board.current)}/${sheet}/${encodeURIComponent((entries as { character: string }[])[0]?.character ?? '')}`
  })
  afterAll(async () => {
    await browser.close()
    await fixture.close()
  })

  function maxSeen(ids: readonly string[]): string {
    const counts = new Map<string, number>()
    for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
    return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? ''
  }

  const json = async (target: string) => (await (await fetch(fixture.url + target)).json()) as Record<string, unknown>

  async function open(path: string, options?: BrowserContextOptions): Promise<void> {
    errors = []
    page = await openPage(options)
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    await page.goto(fixture.url + path)
  }

  describe('home', () => {
    it('sends a request and shows the response, and code in the language that was chosen last', async () => {
      await open('/')
      await page.getByRole('link', { name: 'Who is online' }).click()
      await expect.poll(() => page.locator('[data-json]').textContent(), pollOptions).toContain('num_online')
      expect(await page.locator('[data-answered]').textContent()).toContain('GET /v2/population 200')
      expect(await page.locator('[data-headers]').textContent()).toContain('x-data-age')
      await page.getByLabel('Python').check()
      expect(await page.locator('[data-snippet]').textContent()).toContain(
        `requests.get("${fixture.url}/v2/population"`,
      )
      await page.reload()
      expect(await page.getByLabel('Python').isChecked()).toBe(true)
      expect(errors).toEqual([])
    })

    it("shows the API's error for a wrong request", async () => {
      await open('/')
      await page.getByLabel('GET').fill('/v2/items?raritty=epic')
      await page.getByRole('button', { name: 'Send' }).click()
      await expect.poll(() => page.locator('[data-json]').textContent(), pollOptions).toContain('did_you_mean')
      await page.getByLabel('GET').fill('https://elsewhere.example/')
      await page.getByRole('button', { name: 'Send' }).click()
      await expect.poll(() => page.locator('[data-answered]').textContent(), pollOptions).toContain('begin with /v2/')
    })
  })

  describe('the market', () => {
    it('is filtered, keeps the filter in its URL, and shows the API call to copy', async () => {
      await open('/market', mayUseClipboard)
      const choices = page.getByRole('group', { name: 'Rarity', exact: true })
      await choices.getByRole('checkbox', { name: 'Rare', exact: true }).press('Space')
      await page.getByRole('button', { name: 'Apply', exact: true }).click()
      await page.waitForURL(/rarity=rare/)
      const rarities = await page.evaluate<string[]>(
        `[...document.querySelectorAll('#listings tbody a.item-link')].map(({ dataset }) => dataset.rarity)`,
      )
      expect(new Set(rarities)).toEqual(new Set(['rare']))
      const target = '/v2/market?rarity=rare&has_sold=false&has_expired=false&has_cancelled=false'
      await expect.poll(() => copiedBy(page.getByRole('button', { name: 'Copy URL' }))).toBe(fixture.url + target)
      expect((await json(target)).body).toHaveLength(25)
      expect(errors).toEqual([])
    })

    it('is sorted by price, which keeps the filters', async () => {
      await open('/market?rarity=rare')
      await page.getByLabel('Order').selectOption('Price each, lowest first')
      await page.getByRole('button', { name: 'Apply', exact: true }).click()
      await page.waitForURL(/sort=price_per_unit/)
      expect(new URL(page.url()).searchParams.get('rarity')).toBe('rare')
      const { body } = await json(
        '/v2/market?rarity=rare&sort=price_per_unit&has_sold=false&has_expired=false&has_cancelled=false',
      )
      const [cheapest] = body as { price_per_unit: string }[]
      const row = page.locator('#listings tbody tr').first()
      expect(await row.locator('td.number').textContent()).toContain(`${Number(cheapest?.price_per_unit)} gold`)
      expect(await page.getByLabel('Order').inputValue()).toBe('price_per_unit')
      expect(errors).toEqual([])
    })

    it('finds an item by its name', async () => {
      const name = await nameOf(archetype)
      await open(`/market?named=${encodeURIComponent(name)}`)
      await page.getByRole('link', { name: 'Price history' }).click()
      await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent(), pollOptions).toContain(name)
    })

    it('says what is wrong with a query', async () => {
      await open('/market?min_price=cheap')
      expect(await page.getByRole('alert').textContent()).toContain('Price from: “cheap” is not a whole number')
    })

    const nameOf = async (id: string) => {
      const { body } = await json(`/v2/market?archetype=${id}&limit=1&locale=en`)
      return (body as { item: string }[])[0]?.item ?? ''
    }
  })

  describe('a price chart', () => {
    it('is read point by point and zoomed by keyboard', async () => {
      await open(`/market/${archetype}?interval=1h`)
      const chart = page.getByRole('application')
      await chart.focus()
      await page.keyboard.press('Home')
      const spoken = page.locator('.read [aria-live="polite"]')
      await expect.poll(() => spoken.textContent(), pollOptions).toMatch(/UTC: Median price [\d,.]+, Average price/)
      const first = await spoken.textContent()
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => spoken.textContent(), pollOptions).not.toBe(first)
      await page.keyboard.press('+')
      await page.keyboard.press('End')
      const last = await page.locator('.chart tbody tr').last().locator('data').first().getAttribute('value')
      await expect
        .poll(() => spoken.textContent(), pollOptions)
        .toContain(Number(Number(last).toFixed(2)).toLocaleString('en'))
      expect(errors).toEqual([])
    })

    it('stays zoomed in another theme', async () => {
      await open(`/market/${archetype}?interval=1h`)
      const chart = page.getByRole('application')
      await chart.focus()
      await page.keyboard.press('Home')
      const read = page.locator('.read output')
      const atLeft = async () => {
        const { x, y } = (await page.locator('.u-over').boundingBox()) ?? { x: 0, y: 0 }
        await page.mouse.move(x + 300, y + 40)
        await page.mouse.move(x + 60, y + 50)
        return read.textContent()
      }
      const unzoomed = await atLeft()
      await page.keyboard.press('End')
      await page.keyboard.press('+')
      await page.keyboard.press('+')
      const zoomed = await atLeft()
      expect(zoomed).not.toBe(unzoomed)
      await page.evaluate(`document.documentElement.dataset.theme = 'light'`)
      await page.waitForTimeout(300)
      expect(await atLeft()).toBe(zoomed)
    })

    it("is reached by Tab on an item's page, and its table without the picture", async () => {
      await open(`/items/${item}?prices=month`)
      const prices = page.locator('#prices')
      await prices.scrollIntoViewIfNeeded()
      await prices.getByRole('application').waitFor(pollOptions)
      await prices.getByRole('link', { name: 'JSON' }).focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Home')
      await page.keyboard.press('ArrowRight')
      const spoken = prices.locator('[aria-live="polite"]')
      await expect.poll(() => spoken.textContent(), pollOptions).toMatch(/UTC: Median price [\d,.]+, Average price/)
      await prices.locator('summary').focus()
      await page.keyboard.press('Enter')
      expect(await prices.getByRole('region', { name: /, table$/ }).isVisible()).toBe(true)
      expect(errors).toEqual([])
    })

    it("shows each merchant's price of an item over time", async () => {
      await open(`/merchants/stock/history?item_id=${ware}`)
      const chart = page.getByRole('application').first()
      await chart.focus()
      await page.keyboard.press('End')
      const spoken = page.locator('.chart').first().locator('[aria-live="polite"]')
      await expect.poll(() => spoken.textContent(), pollOptions).toMatch(/UTC: Price [\d,.]+, In stock [\d,.]+/)
      expect(errors).toEqual([])
    })

    it('is not drawn if it was removed before', async () => {
      let release: () => void = () => undefined
      const gone = new Promise<void>((resolve) => (release = resolve))
      await open('/')
      await page.route(/draw-chart/, (route) => gone.then(() => route.continue()))
      const requested = page.waitForRequest(/draw-chart/)
      await page.goto(`${fixture.url}/market/${archetype}`)
      await page.locator('time-chart').scrollIntoViewIfNeeded()
      const loaded = (await requested).response()
      await page.evaluate(`globalThis.chart = document.querySelector('time-chart'), chart.remove()`)
      release()
      await (await loaded)?.finished()
      await page.evaluate(`new Promise((resolve) => setTimeout(resolve, 100))`)
      expect(await page.evaluate(`chart.querySelectorAll('.moving, canvas').length`)).toBe(0)
      expect(errors).toEqual([])
    })

    it('never widens the page, not even while it is resized', async () => {
      await open('/')
      closeAfterTest(page)
      await page.addInitScript(`ResizeObserver = class { observe() {} unobserve() {} disconnect() {} }`)
      await page.goto(`${fixture.url}/market/${archetype}`)
      await page.locator('.chart canvas').waitFor(pollOptions)
      await page.setViewportSize({ width: 360, height: 800 })
      expect((await page.locator('.chart canvas').boundingBox())?.width).toBeGreaterThan(1000)
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360)
    })

    it('takes interval and range from its form, through the URL', async () => {
      await open(`/market/${archetype}`)
      await page.getByLabel('Interval').selectOption('1d')
      await page.waitForURL(/interval=1d/)
      expect(await page.locator('.call code').textContent()).toContain('interval=1d')
    })
  })

  describe('refreshing an open page', () => {
    async function openWithClock(path: string): Promise<void> {
      await open(path)
      closeAfterTest(page)
      await page.clock.install()
      await page.goto(fixture.url + path)
    }

    it('a live page refreshes after half a minute, and waits as long as a 429 says', async () => {
      await open('/')
      closeAfterTest(page)
      await page.clock.install()
      let requested = 0
      await page.route(`${fixture.url}/market`, (route) => {
        requested += 1
        return requested === 1
          ? route.continue()
          : requested === 2
            ? route.fulfill({ status: 429, headers: { 'retry-after': '120' } })
            : route.continue()
      })
      await page.goto(`${fixture.url}/market`)
      await page.clock.fastForward(31_000)
      await expect.poll(() => page.locator('[data-live-status]').textContent(), pollOptions).toContain('120 s')
      await page.clock.fastForward(60_000)
      expect(requested).toBe(2)
      await page.clock.fastForward(61_000)
      await expect.poll(() => page.locator('[data-live-status]').isHidden(), pollOptions).toBe(true)
      expect(requested).toBe(3)
    })

    it('a part keeps its content if its refresh fails', async () => {
      await openWithClock('/market')
      let requested = 0
      const unanswered =
        '<div id="live-bar">news</div><div id="listings"><div data-unanswered>The data is temporarily unavailable.</div></div>'
      await page.route(`${fixture.url}/market`, (route) => {
        requested += 1
        return route.fulfill({ contentType: 'text/html', body: unanswered })
      })
      await page.clock.fastForward(31_000)
      await expect.poll(() => page.locator('#live-bar').textContent(), pollOptions).toBe('news')
      expect(requested).toBe(1)
      expect(await page.locator('#listings tbody tr').count()).toBe(25)
    })

    it('a table keeps its horizontal scroll position', async () => {
      await openWithClock('/market')
      await page.evaluate(`document.styleSheets[0].insertRule('.scroll > table { min-width: 3000px }')`)
      await page.evaluate(`document.querySelector('#listings .scroll').scrollLeft = 500`)
      await page.evaluate(`document.querySelector('#listings').append('old news')`)
      await page.clock.fastForward(31_000)
      await expect.poll(() => page.locator('#listings').textContent(), pollOptions).not.toContain('old news')
      expect(await page.evaluate(`document.querySelector('#listings .scroll').scrollLeft`)).toBe(500)
    })

    it('a part with selected text waits until nothing is selected', async () => {
      await openWithClock('/market')
      await page.evaluate(`document.querySelector('#listings').append('old news')`)
      await page.evaluate(`getSelection().selectAllChildren(document.querySelector('#listings tbody td'))`)
      const selected = await page.evaluate<string>(`String(getSelection())`)
      await page.evaluate(`document.querySelector('#live-bar').append('old bar')`)
      await page.clock.fastForward(31_000)
      await expect.poll(() => page.locator('#live-bar').textContent(), pollOptions).not.toContain('old bar')
      expect(await page.locator('#listings').textContent()).toContain('old news')
      expect(await page.evaluate(`String(getSelection())`)).toBe(selected)
      await page.evaluate(`getSelection().removeAllRanges()`)
      await page.clock.fastForward(31_000)
      await expect.poll(() => page.locator('#listings').textContent(), pollOptions).not.toContain('old news')
    })

    it("a merchant's stock stays opened or closed", async () => {
      await openWithClock('/merchants/stock')
      const shelves = page.locator('#snapshots details')
      const isOpen = () =>
        page.evaluate<boolean[]>(`[...document.querySelectorAll('#snapshots details')].map(({ open }) => open)`)
      const before = await isOpen()
      for (const summary of await shelves.locator('> summary').all()) await summary.click()
      await page.evaluate(`document.activeElement.blur()`)
      await page.evaluate(`document.querySelector('#snapshots').append('old news')`)
      await page.clock.fastForward(31_000)
      await expect.poll(() => page.locator('#snapshots').textContent(), pollOptions).not.toContain('old news')
      expect(await isOpen()).toEqual(before.map((one) => !one))
    })

    it('a feed that fell silent is reported, and its last data stays', async () => {
      await open('/population')
      expect(await page.getByRole('note').textContent()).toMatch(/out of date.*3 hr\. ago/s)
      const online = await page.locator('#population-figures dd').first().textContent()
      expect(Number(online?.replace(',', ''))).toBeGreaterThan(0)
    })
  })

  describe('the dashboard', () => {
    async function signIn(options?: BrowserContextOptions): Promise<void> {
      await open('/dashboard', options)
      await page.getByRole('link', { name: 'Sign in' }).click()
      await page.getByText('Signed in as').waitFor(pollOptions)
    }

    it('signs in, creates a key that works and is shown once, rotates and revokes it', async () => {
      await signIn(mayUseClipboard)
      await page.getByRole('main').getByLabel('Name').fill('My guild')
      await page.getByRole('button', { name: 'Create key' }).click()
      const displayed = page.getByRole('region', { name: 'New API key' })
      const key = (await displayed.locator('code').textContent()) ?? ''
      expect(key).toMatch(/^dl_/)
      await expect.poll(() => copiedBy(displayed.getByRole('button', { name: 'Copy' }))).toBe(key)
      expect(await statusWith(key)).toBe(200)
      await page.reload()
      await page.getByRole('heading', { name: /My guild/ }).waitFor(pollOptions)
      expect(await page.content()).not.toContain(key)
      expect(await page.locator('[data-usage]').textContent()).toContain('1 request in')

      await page.getByRole('button', { name: 'Rotate My guild' }).click()
      await page.getByRole('button', { name: 'Rotate key' }).click()
      await expect.poll(() => page.locator('.key').count(), pollOptions).toBe(2)
      expect(await statusWith(key)).toBe(200)

      const prefix = key.slice(0, 11)
      await page.locator(`[data-prefix="${prefix}"]`).getByRole('button', { name: 'Revoke' }).click()
      const revoke = page.getByRole('button', { name: 'Revoke key' })
      await revoke.click()
      expect(await revoke.isVisible()).toBe(true)
      await page.getByLabel(`Type ${prefix} to confirm`).fill(prefix)
      await revoke.click()
      await expect
        .poll(() => page.locator(`[data-prefix="${prefix}"] .badge`).textContent(), pollOptions)
        .toBe('revoked')
      expect(await statusWith(key)).toBe(401)

      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('link', { name: 'Sign in' }).waitFor(pollOptions)
    })

    it('creates one key on a double click', async () => {
      await signIn()
      let made = 0
      await page.route('**/account/keys', async (route) => {
        if (route.request().method() === 'POST') made += 1
        await route.continue()
      })
      await page.getByRole('main').getByLabel('Name').fill('Clicked twice')
      await page.getByRole('button', { name: 'Create key' }).dblclick()
      await page.getByRole('region', { name: 'New API key' }).waitFor(pollOptions)
      await page.waitForTimeout(500)
      expect(made).toBe(1)
      expect(await page.getByRole('button', { name: 'Create key' }).isEnabled()).toBe(true)
    })

    it.each([503, 401])('shows a new key even if the list of keys is answered with %i', async (status) => {
      await signIn()
      // By now the page's own requests have been answered.
      await page.locator('[data-usage] > *').first().waitFor(pollOptions)
      await page.route('**/account/keys', (route) =>
        route.request().method() === 'GET'
          ? route.fulfill({ status, json: { detail: 'Keys cannot be read.' } })
          : route.continue(),
      )
      await page.getByRole('main').getByLabel('Name').fill('Without a list')
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByRole('alert').filter({ hasText: 'Keys cannot be read.' }).waitFor(pollOptions)
      const displayed = page.getByRole('region', { name: 'New API key' })
      expect(await displayed.locator('code').textContent()).toMatch(/^dl_/)
      expect(await displayed.getByRole('button', { name: 'Copy' }).isVisible()).toBe(true)
      expect(await page.evaluate(`document.activeElement.matches('[data-new-key]')`)).toBe(true)
    })

    it('moves the focus to the result of its buttons', async () => {
      await signIn()
      await page.getByRole('main').getByLabel('Name').fill('By keyboard')
      await page.keyboard.press('Enter')
      const displayed = page.getByRole('region', { name: 'New API key' })
      const prefix = ((await displayed.locator('code').textContent()) ?? '').slice(0, 11)
      await displayed.getByRole('button', { name: 'Done' }).press('Enter')
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Keys')
      await page.getByRole('button', { name: 'Revoke By keyboard' }).press('Enter')
      await page.getByLabel(`Type ${prefix} to confirm`).fill(prefix)
      await page.keyboard.press('Enter')
      await expect.poll(() => page.evaluate('document.activeElement.textContent')).toMatch(/^By keyboard.*revoked$/)
    })

    it('preselects its first scope for every key, and lists keys even if their usage cannot be read', async () => {
      await signIn()
      const scope = page.getByRole('checkbox').first()
      expect(await scope.isChecked()).toBe(true)
      await page.getByRole('main').getByLabel('Name').fill('Without usage')
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByRole('region', { name: 'New API key' }).waitFor(pollOptions)
      expect(await scope.isChecked()).toBe(true)
      await page.route('**/account/usage?*', (route) =>
        route.fulfill({ status: 503, json: { detail: 'Usage cannot be read.' } }),
      )
      await page.reload()
      await page.getByRole('alert').filter({ hasText: 'Usage cannot be read.' }).waitFor(pollOptions)
      await page.getByRole('button', { name: 'Revoke Without usage' }).waitFor(pollOptions)
    })

    it('says why the account of a signed-in user cannot be read', async () => {
      await open('/dashboard')
      await page.evaluate(`localStorage.setItem('signed-in', '')`)
      await page.route('**/account', (route) => route.fulfill({ status: 503, json: { detail: 'Not ready.' } }))
      await page.reload()
      await page.getByRole('alert').filter({ hasText: 'Not ready.' }).waitFor(pollOptions)
    })

    it('is never cached', async () => {
      await open('/dashboard')
      expect((await fetch(`${fixture.url}/dashboard`)).headers.get('cache-control')).toBe('no-store')
    })

    const statusWith = async (key: string) =>
      (await fetch(`${fixture.url}/v2/patches`, { headers: { 'x-api-key': key } })).status
  })

  it.each(['/market', '/merchants/stock', '/leaderboards', '/trades'])(
    '%s has all that it tells on a phone',
    async (path) => {
      await open(path, { viewport: { width: 360, height: 800 } })
      const hidden = await page.evaluate<string[]>(
        `[...document.querySelectorAll('main, main .scroll')].filter((box) => box.scrollWidth > box.clientWidth).map(({ outerHTML }) => outerHTML.slice(0, 80))`,
      )
      expect(hidden).toEqual([])
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
    },
  )

  it('shows the rarity of an item in words beside its name', async () => {
    await open('/merchants/stock')
    const [link] = await page.locator('#snapshots a.item-link[data-rarity]').all()
    const rarity = (await link?.getAttribute('data-rarity')) ?? ''
    expect(rarity).not.toBe('')
    expect((await link?.locator('small').innerText())?.toLowerCase()).toBe(rarity)
  })

  it('the content is available without JavaScript', async () => {
    await open('/market', { javaScriptEnabled: false })
    expect(await page.locator('#listings tbody tr').count()).toBe(25)
    await page.goto(`${fixture.url}/market/${archetype}`)
    expect(await page.getByRole('img', { name: /^Price of/ }).count()).toBe(1)
    expect(await page.locator('.chart tbody tr').count()).toBeGreaterThan(1)
    await page.goto(fixture.url)
    expect(await page.getByRole('link', { name: 'Who is online' }).getAttribute('href')).toBe('/v2/population')
    expect(await page.locator('[data-json]').textContent()).toContain('pagination')
    await page.goto(fixture.url + character)
    expect(await page.getByRole('img', { name: /^Rank of/ }).count()).toBe(1)
  })

  it('an unknown URL is answered with a page', async () => {
    await open('/no/such/page/here', { javaScriptEnabled: false })
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Page not found')
    expect((await fetch(`${fixture.url}/market?patch=999`)).status).toBe(404)
  })
})
