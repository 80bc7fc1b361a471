// Finding things: lists, search, the changelog, the menu.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../../../dynamic/test/fixtures/browser.ts'
import { openBrowsedSite, type OpenedSite } from '../open-site.ts'

const withoutScripts = { javaScriptEnabled: false }
const phone = { viewport: { width: 360, height: 800 } }

describe.skipIf(!hasBrowser('finding things'))('finding things', () => {
  let site: OpenedSite
  let page: Page
  beforeAll(async () => {
    site = await openBrowsedSite()
  })
  afterAll(() => site.close())

  async function at(path: string, options: Parameters<OpenedSite['open']>[1] = withoutScripts): Promise<void> {
    page = (await site.open(path, options)).page
  }
  const texts = (selector: string) => page.locator(selector).allTextContents()
  const words = async (selector: string) => (await texts(selector)).map((text) => text.replace(/\s+/g, ' ').trim())

  it('a search without results links to the lists', async () => {
    await at('/search?q=zzzzqq')
    expect(await words('.empty-state p')).toEqual([
      'No results in this patch. Try a shorter term or another patch. All lists',
    ])
  })

  describe('a list', () => {
    it('has the same columns and filters, whatever is filtered by', async () => {
      const seen = []
      for (const query of ['', '?rarity=epic', '?rarity=epic&type=weapon']) {
        await at(`/items${query}`)
        seen.push([
          await page.locator('thead th').allInnerTexts(),
          await words('.filters > .field > span, .filters > fieldset > legend, .filters > label > span'),
        ])
      }
      const [columns = [], filters = []] = seen[0] ?? []
      expect(columns).toContain('Gear score')
      expect(filters).toContain('Slot type')
      for (const [displayed = [], requested] of seen) {
        expect(columns).toEqual(expect.arrayContaining(displayed.filter((name) => name !== 'Required class')))
        expect(requested).toEqual(filters)
      }
    })

    it('applies a choice at once, and has only its filters in the URL', async () => {
      await at('/items', {})
      const epic = page.getByRole('group', { name: 'Rarity', exact: true }).getByRole('checkbox', { name: /^Epic/ })
      await epic.click()
      await page.waitForURL('**/items?*')
      expect(new URL(page.url()).search).toBe('?rarity=epic')
      await page.goBack()
      expect(await epic.isChecked()).toBe(false)
    })

    it('links back from a page after the last one', async () => {
      await at('/items?type=weapon&limit=2&page=999')
      expect(await page.getByRole('status').textContent()).toMatch(/There are \d+ pages/)
      await page.getByRole('link', { name: 'the last' }).click()
      expect(new URL(page.url()).searchParams.get('type')).toBe('weapon')
      expect(await page.locator('tbody tr').count()).toBeGreaterThan(0)
    })

    it('can be reversed, and shows the position of its rows', async () => {
      await at('/quests?limit=4')
      const first = (await words('tbody th'))[0]
      await at('/quests?limit=4&sort=desc')
      expect((await words('tbody th'))[0]).not.toBe(first)
      await page.getByRole('link', { name: 'Next', exact: true }).click()
      expect(await page.getByRole('status').textContent()).toMatch(/5 to 8 of \d+/)
    })

    it('is sorted by its column heads, and links to a file with the same rows', async () => {
      await at('/items?type=weapon')
      await page.getByRole('columnheader', { name: 'Gear score' }).getByRole('link').click()
      const scores = (await words('tbody td[data-label="Gear score"]')).map(Number)
      expect(scores).toEqual(scores.toSorted((a, b) => b - a))
      expect(await page.locator('[aria-sort=descending]').count()).toBe(1)
      const href = (await page.getByRole('link', { name: 'CSV' }).getAttribute('href')) ?? ''
      const csv = await (await fetch(site.origin + href)).text()
      expect(csv.trim().split(/\r?\n/)).toHaveLength(1 + (await page.locator('tbody tr').count()))
    })

    it('is filtered by an attribute and its range, by a form without scripts', async () => {
      await at('/items?attribute=might&attribute_from=4')
      const { pagination } = (await (await fetch(`${site.origin}/v2/items?attribute=might:4..&limit=1`)).json()) as {
        pagination: { total: number }
      }
      expect(await page.getByRole('status').textContent()).toContain(`${pagination.total} found`)
      expect(await page.locator('select[name=attribute]').inputValue()).toBe('might')
    })

    it('of live data offers to clear filters only if there are any', async () => {
      for (const [query, count] of [
        ['', 0],
        ['?sender=&page=2&locale=de', 0],
        ['?sender=a', 1],
      ] as const) {
        await at(`/trades${query}`)
        expect(await page.getByRole('main').getByRole('link', { name: 'Reset', exact: true }).count(), query).toBe(
          count,
        )
      }
    })

    it('links to live data about its rows', async () => {
      await at('/merchants')
      await page.getByRole('main').getByRole('link', { name: 'Merchants’ stock' }).click()
      expect(new URL(page.url()).pathname).toBe('/merchants/stock')
    })
  })

  describe('a search', () => {
    it('links to the drops of a monster, and lists all rarities of an item with their icon', async () => {
      await at('/search?q=wight+drops')
      await page.getByRole('main').getByRole('link', { name: 'Bog Wight', exact: true }).click()
      expect(page.url()).toMatch(/\/monsters\/id\.monster\.bog_wight_\w+#drops$/)
      expect(await page.locator('h2#drops').textContent()).toBe('Drops')
      await page.goto(`${site.origin}/search?q=gloam+blade`)
      const result = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Gloam Blade' })
      expect(await result.locator('img').count()).toBe(1)
      await result.getByRole('link', { name: 'Gloam Blade', exact: true }).click()
      expect(await page.locator('tbody tr').count()).toBe(
        await page.locator('tbody th:has-text("Gloam Blade")').count(),
      )
      expect(await page.locator('tbody tr').count()).toBeGreaterThan(4)
    })

    it('marks names as English if they are not translated', async () => {
      await at('/?locale=de', {})
      const box = page.locator('header.top form[data-search] input[type=search]')
      for (const [typed, name, language] of [
        ['mothlight', 'Mothlight Pendant', 'en'],
        ['gloam', 'Zwielicht-Klinge', 'de'],
      ] as const) {
        const marked = page.waitForResponse(/untranslated/)
        await box.fill(typed)
        await marked
        const called = page.getByRole('option').getByText(name, { exact: true }).first()
        await called.waitFor()
        const languageOf = async () => (await called.getAttribute('lang')) ?? 'de'
        await expect.poll(languageOf, { message: name }).toBe(language)
      }
    })

    it('never opens a result of another query than the one in the box', async () => {
      await at('/', {})
      const box = page.getByRole('combobox', { name: 'Search by name' })
      await box.fill('gloam')
      await page.getByRole('option', { name: /Gloam Blade/ }).waitFor()
      await page.route('**/v2/search?*', () => undefined)
      await box.fill('mothlight')
      await box.press('ArrowDown')
      await box.press('Enter')
      await page.waitForURL('**/search?q=mothlight')
    })

    it('shows its results again on the down arrow after they were closed', async () => {
      await at('/', {})
      const box = page.getByRole('combobox', { name: 'Search by name' })
      const option = page.getByRole('option', { name: /Gloam Blade/ })
      await box.fill('gloam')
      await option.waitFor()
      await box.press('Escape')
      expect(await option.isVisible()).toBe(false)
      await box.press('ArrowDown')
      await option.waitFor()
      await box.press('ArrowDown')
      expect(await page.locator('.search-found [aria-selected=true]').count()).toBe(1)
    })

    it('says below the box if nothing was found', async () => {
      await at('/', {})
      await page.getByRole('combobox', { name: 'Search by name' }).fill('zzzzqq')
      await page.getByRole('alert').filter({ hasText: 'No results in this patch.' }).waitFor()
    })

    it('shows results with icons and rarities below the box', async () => {
      await at('/', {})
      await page.getByRole('combobox', { name: 'Search by name' }).fill('gloam')
      const option = page.getByRole('option', { name: /Gloam Blade/ })
      await option.waitFor()
      expect(await option.innerText()).toMatch(/Items · \d rarities/)
      expect(await option.locator('img').count()).toBe(1)
    })
  })

  describe('a changelog', () => {
    it('shows each attribute once, with the direction of its change and the rarity', async () => {
      const answer = await fetch(`${site.origin}/v2/patches/2/changelog`)
      const { body } = (await answer.json()) as {
        body: { changes: { resource: string; id: string; fields: { path: string }[] }[] }
      }
      const changed = body.changes.find(({ fields }) =>
        fields.some(({ path }) => /^(primary|secondary)_max_/.test(path)),
      )
      await at(`/patches/2?q=${changed?.id}`)
      const lines = await words('.changes li .path')
      expect(lines.filter((line) => / (min|max) /.test(` ${line.toLowerCase()} `))).toEqual([])
      expect(await words('.changes .way')).toContainEqual(expect.stringMatching(/higher|lower/))
      expect(await page.locator('.changes h3 a[data-rarity]').count()).toBe(1)
    })

    it('shows every change that matches its filter', async () => {
      const answer = await fetch(`${site.origin}/v2/patches/2/changelog`)
      const { body } = (await answer.json()) as { body: { changes: { change: string }[] } }
      const changed = body.changes.filter(({ change }) => change === 'changed')
      await at('/patches/2?kind=changed')
      const named = page.locator('.changes h3').filter({ hasNot: page.locator('.variants') })
      const variants = page.locator('.changes .variants a')
      expect((await named.count()) + (await variants.count())).toBe(changed.length)
      expect(changed.length).toBeGreaterThan(0)
    })
  })

  describe('the menu', () => {
    it('links to all live pages and to the visitor’s own pages under Everything', async () => {
      await at('/explore')
      const paths = ['/population', '/trades', '/merchants/stock', '/market', '/leaderboards', '/favourites']
      for (const path of paths) expect(await page.getByRole('main').locator(`a[href="${path}"]`).count(), path).toBe(1)
    })

    it('marks the current page', async () => {
      await at('/trades')
      expect(await words('header [aria-current]')).toEqual(['Live'])
    })

    it('is opened and closed by keyboard on a phone', async () => {
      await at('/quests', { ...withoutScripts, ...phone })
      const menu = page.getByRole('button', { name: 'Menu' })
      const keys = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Keys' })
      expect(await keys.isVisible()).toBe(false)
      await menu.focus()
      await page.keyboard.press('Enter')
      expect(await keys.isVisible()).toBe(true)
      expect(await page.getByLabel('Language').isVisible()).toBe(true)
      await page.keyboard.press('Escape')
      expect(await keys.isVisible()).toBe(false)
    })

    it('takes one row on a phone, and none on a larger screen', async () => {
      await at('/items', phone)
      const height = async () => (await page.locator('header.top').boundingBox())?.height
      expect(await height()).toBeLessThan(64)
      await page.setViewportSize({ width: 1440, height: 900 })
      expect(await height()).toBeLessThan(64)
      expect(await page.getByRole('button', { name: 'Menu' }).isVisible()).toBe(false)
    })
  })
})
