// Several values of a filter: chosen by checkboxes, without scripts, by keys and by pointer, and taken away one by one.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, openBrowser } from '../../../dynamic/test/fixtures/browser.ts'
import { reusedPages, type OpenPage } from '../../../dynamic/test/fixtures/reused-pages.ts'
import { violationsOn } from '../accessibility.ts'
import { openSiteFixture, type SiteFixture } from '../site-service.ts'

interface Listed {
  readonly pagination: { readonly total: number }
}

describe.skipIf(!hasBrowser('several values'))('several values of a filter', () => {
  let fixture: SiteFixture
  let browser: Awaited<ReturnType<typeof openBrowser>>
  let openPage: OpenPage
  beforeAll(async () => {
    ;[fixture, browser] = await Promise.all([openSiteFixture(), openBrowser()])
    openPage = reusedPages(browser)
  })
  afterAll(async () => {
    await browser.close()
    await fixture.close()
  })

  async function on(
    path: string,
    options: Parameters<typeof browser.newContext>[0],
    run: (page: Page) => Promise<void>,
  ) {
    const page = await openPage(options)
    await page.goto(fixture.url + path)
    await run(page)
  }
  /** There rows are cards and show no heads of columns. */
  const violationsOnPhone = async (page: Page) =>
    (await violationsOn(page)).filter(([rule]) => rule !== 'empty-table-header')
  const withoutScripts = { javaScriptEnabled: false }
  const choices = (page: Page, label = 'Rarity') => page.getByRole('group', { name: label, exact: true })
  const opened = async (page: Page, label?: string) => {
    const details = choices(page, label).locator('details')
    if ((await details.getAttribute('open')) === null) await details.locator('summary').click()
  }
  const box = (page: Page, name: RegExp) => choices(page).getByRole('checkbox', { name })
  const chips = async (page: Page) => {
    const links = await page.getByRole('list', { name: 'Active filters' }).getByRole('link').all()
    return (await Promise.all(links.map((link) => link.getAttribute('aria-label')))).filter((label) => label !== null)
  }
  const query = (page: Page) => new URL(page.url()).search
  const call = async (page: Page) => (await page.locator('.api-call code').first().textContent()) ?? ''
  const totalOf = async (target: string) =>
    ((await (await fetch(fixture.url + target)).json()) as Listed).pagination.total

  it('are one URL parameter without scripts, and each value has a link that removes it', () =>
    on('/items?type=weapon,armor', withoutScripts, async (page) => {
      await opened(page)
      await box(page, /^Epic/).check()
      await box(page, /^Rare/).check()
      await page.getByRole('button', { name: 'Apply' }).click()
      const asked = new URLSearchParams(query(page))
      expect([asked.get('rarity'), asked.getAll('type')]).toEqual(['rare,epic', ['armor,weapon']])
      expect(query(page)).toContain('rarity=rare,epic')
      expect(await chips(page)).toEqual([
        ...['Rarity: Rare: remove', 'Rarity: Epic: remove'],
        ...['Type: Armor: remove', 'Type: Weapon: remove'],
      ])
      expect(await call(page)).toContain('/v2/items?rarity=rare,epic&type=armor,weapon&')
      const total = await totalOf('/v2/items?rarity=rare,epic&type=armor,weapon')
      expect(await page.getByRole('status').textContent()).toContain(String(total))
      await page.getByRole('link', { name: 'Rarity: Rare: remove' }).click()
      expect(new URLSearchParams(query(page)).get('rarity')).toBe('epic')
      await page.getByRole('link', { name: 'Rarity: Epic: remove' }).click()
      expect(new URLSearchParams(query(page)).has('rarity')).toBe(false)
    }))

  it('have counts of the rows that each value alone would show with the other filters', () =>
    on('/items?rarity=rare,epic&type=weapon', withoutScripts, async (page) => {
      for (const [name, slug] of [
        ['Rare', 'rare'],
        ['Legendary', 'legendary'],
        ['Artifact', 'artifact'],
      ]) {
        const count = await choices(page).locator('label', { hasText: name }).locator('.count').textContent()
        expect(Number(count), name).toBe(await totalOf(`/v2/items?rarity=${slug}&type=weapon`))
      }
      const ofType = await choices(page, 'Type').locator('label', { hasText: 'Weapon' }).locator('.count').textContent()
      expect(Number(ofType)).toBe(await totalOf('/v2/items?rarity=rare,epic&type=weapon'))
    }))

  it('are chosen by keyboard', () =>
    on('/items', {}, async (page) => {
      const summary = choices(page, 'Slot type').locator('summary')
      await summary.focus()
      await page.keyboard.press('Enter')
      for (const key of ['Tab', 'Space', 'Tab', 'Tab', 'Space']) await page.keyboard.press(key)
      expect(query(page)).toBe('')
      await page.keyboard.press('Enter')
      await page.waitForURL(/slot_type=\w+,\w+$/)
      const [first, second] = (new URLSearchParams(query(page)).get('slot_type') ?? '').split(',')
      expect(await summary.textContent()).toMatch(/^[^,]+, [^,]+$/)
      expect(await choices(page, 'Slot type').locator('input:checked').count()).toBe(2)
      const found = await totalOf(`/v2/items?slot_type=${second},${first}`)
      expect(await page.getByRole('status').textContent()).toContain(String(found))
    }))

  it('apply at once by pointer beside a list, and stay open for the next choice', () =>
    on('/items', { viewport: { width: 1440, height: 900 } }, async (page) => {
      await opened(page)
      await box(page, /^Epic/).click()
      await page.waitForURL(/rarity=epic/)
      await box(page, /^Rare/).click()
      await page.waitForURL(/rarity=rare,epic/)
      expect(await chips(page)).toEqual(['Rarity: Rare: remove', 'Rarity: Epic: remove'])
    }))

  it('keep the scroll position and the focus on the choice, once', () =>
    on('/items', { viewport: { width: 1440, height: 400 } }, async (page) => {
      const place = () =>
        page.evaluate<unknown[]>(
          `[scrollY, document.querySelector('.columns > .aside > div').scrollTop, document.activeElement.value]`,
        )
      await opened(page)
      await page.evaluate(`scrollTo(0, 300)`)
      await box(page, /^Epic/).hover()
      const [windowScroll, panelScroll] = await place()
      expect(windowScroll).toBeGreaterThan(0)
      await box(page, /^Epic/).click()
      await page.waitForURL(/rarity=epic/)
      await expect.poll(place).toEqual([windowScroll, panelScroll, 'epic'])
      await box(page, /^Epic/).click()
      await page.waitForURL(/items\??$/)
      await expect.poll(place).toEqual([windowScroll, panelScroll, 'epic'])
      await page.goto(`${fixture.url}/items?rarity=rare`)
      expect(await place()).toEqual([0, 0, undefined])
    }))

  it.each(['light', 'dark'] as const)('wait for the button on a phone, and are clean to axe in %s', (colorScheme) =>
    on('/items', { viewport: { width: 360, height: 740 }, colorScheme }, async (page) => {
      await page.locator('summary', { hasText: 'Filters' }).first().click()
      await opened(page)
      await box(page, /^Epic/).click()
      await box(page, /^Rare/).click()
      expect(query(page)).toBe('')
      expect(await violationsOnPhone(page)).toEqual([])
      await page.getByRole('button', { name: 'Apply' }).click()
      await page.waitForURL(/rarity=rare,epic/)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
      expect(await violationsOnPhone(page)).toEqual([])
    }),
  )

  it.each([
    ['/market', 'Apply', '#listings tbody a.item-link'],
    ['/deals?listings=1', 'Show', '#deals tbody a.item-link'],
  ])('narrow %s', (path, button, links) =>
    on(path, withoutScripts, async (page) => {
      await opened(page)
      await box(page, /^Epic/).check()
      await box(page, /^Common/).check()
      await page.getByRole('button', { name: button, exact: true }).click()
      expect(query(page)).toContain('rarity=common,epic')
      expect(await chips(page)).toEqual(['Rarity: Common: remove', 'Rarity: Epic: remove'])
      expect(await call(page)).toContain('/v2/market?rarity=common,epic&')
      const rows = await page.locator(links).all()
      const found = await Promise.all(rows.map((link) => link.getAttribute('data-rarity')))
      expect(new Set(found)).toEqual(new Set(['common', 'epic']))
      await page.getByRole('link', { name: 'Rarity: Common: remove' }).click()
      expect(new URLSearchParams(query(page)).get('rarity')).toBe('epic')
    }),
  )

  it('that do not occur are named, with a link to the suggestion', () =>
    on('/items?rarity=rare,epicc', withoutScripts, async (page) => {
      expect(await page.getByRole('alert').textContent()).toContain('Rarity: “epicc” is not one')
      await page.getByRole('alert').getByRole('link', { name: 'epic', exact: true }).click()
      expect(new URLSearchParams(query(page)).get('rarity')).toBe('rare,epic')
    }))

  it.each(['/market.json?', '/deals.json?listings=1&'])('have a feed: %s', async (feed) => {
    const idsOf = async (rarity: string) => {
      const answer = await fetch(`${fixture.url}${feed}rarity=${rarity}`)
      return ((await answer.json()) as { items: { id: string }[] }).items.map(({ id }) => id)
    }
    const [both = [], ...each] = await Promise.all(['common,epic', 'common', 'epic'].map(idsOf))
    expect(each.every((ids) => ids.length > 0)).toBe(true)
    expect(both.length).toBeGreaterThanOrEqual(Math.max(...each.map((ids) => ids.length)))
    for (const id of both) expect(each.flat()).toContain(id)
  })
})
