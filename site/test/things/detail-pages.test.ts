// The explorer, detail pages, patches and the search box in a browser, on the sample world.
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../../../dynamic/test/fixtures/browser.ts'
import { copiedBy, mayUseClipboard } from '../clipboard.ts'
import { openBrowsedSite, type OpenedSite } from '../open-site.ts'

interface Listed {
  /** The rows of a cursor list. */
  readonly rows?: readonly { readonly title: string }[]
  readonly body: readonly {
    readonly id: string
    readonly name: string
    readonly title?: string
    readonly is_current?: boolean
    readonly imported_at?: string
    readonly loot_table_id?: string
  }[]
  readonly pagination: { readonly total: number }
}

const withoutScripts = { javaScriptEnabled: false }

describe.skipIf(!hasBrowser('pages of things'))('the site', () => {
  let site: OpenedSite
  beforeAll(async () => {
    site = await openBrowsedSite()
  })
  afterAll(() => site.close())

  const fetchApi = async (target: string) => (await (await fetch(site.origin + target)).json()) as Listed
  const call = (page: Page) => page.locator('.api-call code').first().textContent()

  describe('the explorer', () => {
    it('finds the epic weapons of a class in an old patch, and its API call finds the same', async () => {
      const { page, errors } = await site.open('/items', mayUseClipboard)
      await page.getByLabel('Patch').selectOption({ index: 3 })
      await page.waitForURL(/patch=1/)
      for (const [label, value] of [
        ['Rarity', 'epic'],
        ['Type', 'weapon'],
      ] as const) {
        const choices = page.getByRole('group', { name: label, exact: true })
        await choices.locator(`input[value=${value}]`).press('Space')
      }
      await page.locator('select[name=required_class]').selectOption({ index: 1 })
      await page.getByRole('button', { name: 'Apply' }).click()
      await page.waitForURL(/rarity=epic/)
      expect(page.url()).toContain('patch=1')
      const displayed = await page.getByRole('status').textContent()
      let copied = ''
      const copy = async () => (copied = await copiedBy(page.getByRole('button', { name: 'Copy URL' })))
      await expect.poll(copy).toContain(site.origin)
      const { pagination, body } = (await (await fetch(copied)).json()) as Listed
      expect(displayed).toContain(String(pagination.total))
      expect(await page.locator('tbody tr').count()).toBe(body.length)
      expect(await page.getByRole('list', { name: 'Active filters' }).getByRole('link').count()).toBe(4)
      expect(errors).toEqual([])
    })

    it('removes one filter by its link and keeps the others', async () => {
      const { page } = await site.open('/items?rarity=epic&type=weapon', withoutScripts)
      await page.getByRole('link', { name: 'Rarity: Epic: remove' }).click()
      expect(new URL(page.url()).search).toBe('?type=weapon')
    })

    it('counts each choice among the other filters', async () => {
      const { page } = await site.open('/items?rarity=epic', withoutScripts)
      const { pagination } = await fetchApi('/v2/items?rarity=epic&type=weapon')
      const choice = page.locator('label', { has: page.locator('input[name=type][value=weapon]') })
      expect((await choice.textContent())?.replace(/\s+/g, ' ').trim()).toBe(`Weapon ${pagination.total}`)
    })

    it('keeps another language in its API call and in every link', async () => {
      const { page } = await site.open('/quests?locale=de', withoutScripts)
      expect(await call(page)).toContain('locale=de')
      const [german, english] = await Promise.all(
        ['de', 'en'].map(async (locale) => (await fetchApi(`/v2/quests?limit=25&locale=${locale}`)).rows?.[0]),
      )
      expect(german?.title).not.toBe(english?.title)
      await page
        .getByRole('link', { name: german?.title ?? '', exact: true })
        .first()
        .click()
      expect(new URL(page.url()).search).toBe('?locale=de')
      expect(await page.locator('h1').textContent()).toBe(german?.title)
      expect(await page.locator('h1').getAttribute('lang')).toBe('de')
      for (const link of await page.locator('header nav a').all())
        expect(await link.getAttribute('href')).toContain('locale=de')
    })

    it('switches the language in the header and stays on the same page', async () => {
      const { page } = await site.open('/items?rarity=epic')
      await page.getByLabel('Language').selectOption('de')
      await page.waitForURL(/locale=de/)
      expect(new URL(page.url()).searchParams.get('rarity')).toBe('epic')
      expect(await page.locator('tbody').textContent()).toContain('Episch')
      expect(await page.locator('label', { has: page.locator('input[value=epic]') }).textContent()).toContain('Episch')
    })

    it('restarts a cursor list in another language or patch, and pages on in the patch in which it began', async () => {
      const { page } = await site.open('/quests?limit=3')
      await page.getByRole('link', { name: 'Next', exact: true }).click()
      await page.waitForURL(/cursor=/)
      const at = new URL(page.url()).searchParams
      expect(at.get('patch')).toMatch(/^\d+$/)
      await page.getByLabel('Language').selectOption('de')
      await page.waitForURL(/locale=de/)
      expect(await page.locator('tbody tr').count()).toBe(3)
      await page.getByRole('link', { name: 'Weiter', exact: true }).click()
      await page.waitForURL(/cursor=/)
      await page.locator('select[name=patch]').selectOption('1')
      await page.waitForURL(/patch=1/)
      expect(await page.locator('tbody tr').count()).toBe(3)
    })

    it('explains what the API refuses', async () => {
      const { page } = await site.open('/items?min_gear_score=much', withoutScripts)
      expect(await page.getByRole('alert').textContent()).toContain('Gear score from: “much” is not a whole number')
    })
  })

  describe('a detail page', () => {
    it('links from an item to its source and all its loot, without scripts', async () => {
      const { body } = await fetchApi('/v2/monsters?limit=250')
      const table = body.find(({ loot_table_id: id }) => id)?.loot_table_id ?? ''
      const loot = (await (await fetch(`${site.origin}/v2/loot-tables/${table}`)).json()) as {
        body: { entries: { item_id: string }[] }
      }
      const { page } = await site.open(`/items/${loot.body.entries[0]?.item_id}`, withoutScripts)
      const link = await page.locator(`a[href="/loot-tables/${table}"]`).first().getAttribute('href')
      await page.goto(`${site.origin}${link ?? ''}`)
      expect(await page.locator('meter').count()).toBe(loot.body.entries.length)
      await page.locator('a[href^="/monsters/"]').first().click()
      await page.waitForURL(/monsters/)
      expect(await page.getByRole('heading', { name: 'Drops' }).count()).toBe(1)
      expect(await page.locator('meter').count()).toBe(loot.body.entries.length)
    })

    it('links from an item to a class that may use it, and back to all gear of the class', async () => {
      const { body } = await fetchApi('/v2/items?required_class=warden&limit=1')
      const { page } = await site.open(`/items/${body[0]?.id}`, withoutScripts)
      await page.getByRole('article').getByRole('link', { name: 'Warden' }).click()
      await page.waitForURL(/classes/)
      const { pagination } = await fetchApi('/v2/items?required_class=warden&limit=1')
      const gear = page.locator('.figures div', { hasText: 'Items for this class' }).getByRole('link')
      expect(await gear.textContent()).toBe(String(pagination.total))
      await gear.click()
      expect(new URL(page.url()).search).toBe('?required_class=warden')
    })

    it('links from a map to its monsters, and back', async () => {
      const map = (await fetchApi('/v2/maps?limit=1')).body[0]
      const { page } = await site.open(`/maps/${map?.id}`, withoutScripts)
      await page.locator('a[href^="/monsters/"]').first().click()
      await page.waitForURL(/monsters/)
      expect(await page.locator(`a[href="/maps/${map?.id}"]`).textContent()).toBe(map?.name)
    })

    it('is distinguished from its other rarities by its title, in the language of the page', async () => {
      const id = (await fetchApi('/v2/monsters?tier=elite&limit=1')).body[0]?.id ?? ''
      const answers = await Promise.all(
        ['en', 'de'].map((locale) => fetch(`${site.origin}/monsters/${id}?locale=${locale}`)),
      )
      const [english, german] = await Promise.all(answers.map((answer) => answer.text()))
      expect(english).toMatch(/<title>[^<]*, Elite · /)
      const facets = (await (await fetch(`${site.origin}/v2/facets?locale=de`)).json()) as { tier: { elite: string } }
      expect(german).toContain(`, ${facets.tier.elite} · `)
    })

    it('links from an attribute of an item to all items with it', async () => {
      const item = (await fetchApi('/v2/items?attribute=might&limit=1')).body[0]?.id ?? ''
      const { page } = await site.open(`/items/${item}`, withoutScripts)
      await page.getByRole('main').locator('a[href="/attributes/id.attribute.might"]').first().click()
      await page.getByRole('heading', { name: 'Items with Might' }).waitFor()
      expect(await page.locator(`tbody a[href="/items/${item}"]`).count()).toBe(1)
    })

    it('of an old patch says so, and links to the current patch', async () => {
      const id = (await fetchApi('/v2/items?limit=1&patch=1')).body[0]?.id ?? ''
      const html = await (await fetch(`${site.origin}/items/${id}?patch=1&locale=de`)).text()
      expect(html).toMatch(new RegExp(`<a href="/items/${id}\\?locale=de"[^>]*>Aktuellen Patch ansehen</a>`))
      expect(await (await fetch(`${site.origin}/items/${id}`)).text()).not.toContain('View the current patch')
    })

    it('is distinguished in a list by the tier in its id if all are bosses', async () => {
      const html = await (await fetch(`${site.origin}/monsters?tier=boss`)).text()
      for (const grade of ['Common', 'Elite', 'Nightmare'])
        expect(html).toMatch(new RegExp(`</a>\\s*<small[^>]*>${grade}</small>`))
    })

    it('shows its references once, even if a spawner names its table twice', async () => {
      const spawners = (await (await fetch(`${site.origin}/v2/spawners?spawner_type=props&limit=1`)).json()) as {
        rows: { loot_table_id: string }[]
      }
      const html = await (await fetch(`${site.origin}/loot-tables/${spawners.rows[0]?.loot_table_id}`)).text()
      expect(html.match(/<h3[^>]*>\s*Spawners/g)).toHaveLength(1)
    })

    it('shows which step of its chain a quest is, without scripts', async () => {
      const quests = await (await fetch(`${site.origin}/v2/quests?limit=50`)).json()
      const { rows } = quests as { rows: { id: string; title: string; chapter_id: string | null }[] }
      const second = rows.find(({ chapter_id }) => chapter_id)
      const { page } = await site.open(`/quests/${second?.id}?locale=en`, withoutScripts)
      expect(await page.locator('ol [aria-current=page]').getAttribute('href')).toBe(`/quests/${second?.id}`)
      expect(await page.getByText(/^Step \d+ of a chain of \d+ quests\.$/).count()).toBe(1)
    })

    it('stays on the same row in another patch, and shows the API call', async () => {
      const id = (await fetchApi('/v2/items?limit=1&patch=1')).body[0]?.id ?? ''
      const { page } = await site.open(`/items/${id}?patch=1`)
      expect(await call(page)).toBe(`GET /v2/items/${id}?patch=1&locale=en`)
      expect(await page.locator('link[rel=alternate][type="application/json"]').getAttribute('href')).toContain(id)
    })

    it.each(['/items/id.item.nobody_1001', '/nowhere', '/a/b/c', '/items?patch=77', '/patches/77'])(
      'has a page that says so where there is none: %s',
      async (path) => {
        const answer = await fetch(site.origin + path)
        expect(answer.status).toBe(404)
        expect(answer.headers.get('content-type')).toContain('text/html')
        expect(await answer.text()).toContain('Search by name')
      },
    )

    it('leaves unknown paths of the API to the API', async () => {
      const answer = await fetch(`${site.origin}/v2/nowhere`)
      expect(answer.headers.get('content-type')).toContain('json')
    })
  })

  describe('patches', () => {
    it('name abilities after their monsters, and link to the monsters', async () => {
      const html = await (await fetch(`${site.origin}/patches/current?resource=monster_abilities`)).text()
      const heads = [...html.matchAll(/<h3[^]*?<\/h3>/g)].map(([head]) => head)
      expect(heads.length).toBeGreaterThan(0)
      expect(heads.join('').replaceAll(/<[^>]*>/g, ' ')).not.toMatch(/id\.|ability/)
      const [href = ''] = /\/monsters\/[^"]*/.exec(heads[0] ?? '') ?? []
      expect((await fetch(site.origin + href)).status).toBe(200)
    })

    it('link to a changelog that is read list by list, without scripts', async () => {
      const { page } = await site.open('/patches', withoutScripts)
      await page.getByRole('heading', { level: 2 }).getByRole('link').first().click()
      const link = page.locator('.summary a[href*="kind=changed"]').first()
      const count = Number(await link.textContent())
      await link.click()
      expect(await page.getByRole('status').textContent()).toContain(String(count))
      expect(await page.locator('.changes ins').count()).toBeGreaterThan(0)
    })

    it('group the rarities of an item, and offer every class', async () => {
      const html = await (await fetch(`${site.origin}/patches/2?resource=items&q=mothsilk`)).text()
      expect(html.match(/class="kind /g)).toHaveLength(1)
      for (const rarity of ['Poor', 'Legendary']) expect(html).toMatch(new RegExp(`>\\s*${rarity}\\s*</a>`))
      expect(html).toMatch(/<option value="id\.player_character\.warden"/)
    })

    it('show their changes in another language, and keep it in links', async () => {
      const answer = await fetch(`${site.origin}/v2/patches/2/changelog?locale=de`)
      const { body } = (await answer.json()) as { body: { changes: { resource: string; id: string; name: string }[] } }
      const added = body.changes.find(({ resource }) => resource === 'quests')
      const { page } = await site.open(`/patches/2?locale=de&resource=quests`, withoutScripts)
      const link = page.getByRole('link', { name: added?.name ?? '', exact: true })
      expect(await link.getAttribute('href')).toBe(`/quests/${added?.id}?patch=2&locale=de`)
      expect(await call(page)).toContain('/v2/patches/diff?to=2&resource=quests&limit=100&locale=de')
    })

    it('have a feed in two formats', async () => {
      const atom = await (await fetch(`${site.origin}/patches.atom`)).text()
      const json = (await (await fetch(`${site.origin}/patches.json`)).json()) as { items: { url: string }[] }
      expect(atom.match(/<entry>/g)).toHaveLength(json.items.length)
      expect((await fetch(json.items[0]?.url ?? '')).status).toBe(200)
    })
  })

  it('lists its pages for crawlers, and keeps them from filters', async () => {
    const robots = await (await fetch(`${site.origin}/robots.txt`)).text()
    expect(robots).toContain('Disallow: /*?\n')
    expect(robots).toContain('Allow: /*?locale=\nDisallow: /*?locale=*&\n')
    const map = await (await fetch(/^Sitemap: (.*)$/m.exec(robots)?.[1] ?? '')).text()
    const pages = [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, page = '']) => page)
    expect(pages.length).toBeGreaterThan(100)
    expect(pages.filter((page) => page.includes('?'))).toEqual([])
    const { body: patches } = await fetchApi('/v2/patches')
    const changed = String(patches.find(({ is_current: isCurrent }) => isCurrent)?.imported_at)
    expect(map).toContain(`<loc>${site.origin}/items</loc><lastmod>${changed}</lastmod>`)
    for (const page of [pages[0], pages.at(-1)]) expect((await fetch(page ?? '')).status, page).toBe(200)
  })

  describe('the search box', () => {
    it('is reached by /, finds as you type and follows the arrow keys', async () => {
      const { name } = (await fetchApi('/v2/monsters?limit=1&locale=en')).body[0] ?? { name: '' }
      const { page, errors } = await site.open('/')
      await page.keyboard.press('/')
      // Types without pauses: results that arrive between two slow key presses would be outdated by the next one.
      await page.keyboard.insertText(name.slice(0, -1))
      await page.getByRole('listbox', { name: 'Found' }).getByRole('option').first().waitFor()
      await page.keyboard.press('ArrowDown')
      expect(await page.locator('.search-found [aria-selected=true]').textContent()).toContain(name)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name }).waitFor()
      expect(errors).toEqual([])
    })

    const found = async (options?: BrowserContextOptions) => {
      const { page } = await site.open('/docs', options)
      await page.keyboard.press('/')
      await page.keyboard.type('a')
      const all = page.getByRole('listbox', { name: 'Found' }).getByRole('option')
      await all.first().waitFor()
      return { page, options: all }
    }

    it('ignores keys that an input method uses', async () => {
      const { page } = await found()
      await page.keyboard.press('ArrowDown')
      const box = page.getByRole('combobox').first()
      await box.dispatchEvent('keydown', { key: 'Enter', isComposing: true })
      await box.dispatchEvent('keydown', { key: 'ArrowDown', isComposing: true })
      expect(await page.locator('.search-found [role=option]').first().getAttribute('aria-selected')).toBe('true')
      expect(new URL(page.url()).pathname).toBe('/docs')
    })

    it('has no active result while a query is pending: Enter searches for the typed text', async () => {
      const { page } = await found()
      await page.route('**/v2/search?*', () => undefined)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.type('s')
      expect(await page.locator('.search-found [aria-selected=true]').count()).toBe(0)
      expect(await page.getByRole('combobox').first().getAttribute('aria-activedescendant')).toBe(null)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/search?q=as')
    })

    it('keeps its results if a search is refused, and says so', async () => {
      const { page, options } = await found()
      const before = await options.count()
      await page.route('**/v2/search?*', (route) => route.fulfill({ status: 429, headers: { 'retry-after': '50' } }))
      await page.keyboard.type('s')
      const told = page.locator('form[data-search]').getByRole('alert')
      await told.waitFor()
      expect(await told.textContent()).toBe('Too many requests. Retrying in 50 s.')
      expect(await options.count()).toBe(before)
      await page.keyboard.press('Backspace')
      await told.waitFor({ state: 'hidden' })
    })

    it.each(['Tab', 'Escape'])('stays closed after %s, even if a response arrives later', async (key) => {
      const { page, options } = await found()
      await page.route('**/v2/search?*', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 500))
        await route.continue()
      })
      const answered = page.waitForResponse('**/v2/search?*', { timeout: 1500 }).catch(() => undefined)
      const requested = page.waitForRequest('**/v2/search?*')
      await page.keyboard.type('s')
      await requested
      await page.keyboard.press(key)
      await answered
      await page.waitForTimeout(200)
      expect(await options.count()).toBe(0)
    })

    it('opens a clicked result, in a new tab with the middle button, and nothing with the right one', async () => {
      const { page, options } = await found()
      const href = (await options.nth(1).getAttribute('href')) ?? ''
      await options.nth(1).click({ button: 'right' })
      const opened = page.context().waitForEvent('page')
      await options.nth(1).click({ button: 'middle' })
      await (await opened).waitForURL(site.origin + href)
      expect([new URL(page.url()).pathname, await options.nth(1).isVisible()]).toEqual(['/docs', true])
      await options.nth(1).click()
      await page.waitForURL(site.origin + href)
    })

    it('is scrolled by touch, and opens a tapped result', async () => {
      const { page, options } = await found({ hasTouch: true, viewport: { width: 360, height: 320 } })
      const { x, y, height } = (await page.getByRole('listbox', { name: 'Found' }).boundingBox()) ?? {
        x: 0,
        y: 0,
        height: 0,
      }
      const finger = await page.context().newCDPSession(page)
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', up = 0) =>
        finger.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: type === 'touchEnd' ? [] : [{ x: x + 40, y: y + height - 20 - up }],
        })
      await touch('touchStart')
      for (const up of [20, 40, 60, 80, 100]) await touch('touchMove', up)
      await touch('touchEnd')
      await page.waitForFunction('document.querySelector(".search-found:not([hidden])").scrollTop > 0')
      expect(new URL(page.url()).pathname).toBe('/docs')
      const href = (await options.last().getAttribute('href')) ?? ''
      await options.last().tap()
      await page.waitForURL(site.origin + href)
    })

    it('is a form without scripts', async () => {
      const { name } = (await fetchApi('/v2/monsters?limit=1&locale=en')).body[0] ?? { name: '' }
      const { page } = await site.open('/explore', withoutScripts)
      await page.getByRole('searchbox', { name: 'Search by name' }).fill(name)
      await page.keyboard.press('Enter')
      await page.waitForURL(/search/)
      expect(await page.getByRole('main').getByRole('link', { name }).count()).toBeGreaterThan(0)
    })
  })
})
