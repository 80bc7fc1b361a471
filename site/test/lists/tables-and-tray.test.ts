// What readers do with tables and with the tray of what is to be compared; requests of the reference, sent.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../../../dynamic/test/fixtures/browser.ts'
import { openBrowsedSite, type OpenedSite } from '../open-site.ts'
import { drawnMarks, type DrawnMarks } from './rarity-marks.ts'

const withoutScripts = { javaScriptEnabled: false }
const lantern = '/items/id.item.ember_lantern_5001'
const blade = '/items/id.item.gloam_blade_5001'

describe.skipIf(!hasBrowser('tables and the tray'))('tables, the tray and requests', () => {
  let site: OpenedSite
  beforeAll(async () => {
    site = await openBrowsedSite()
  })
  afterAll(() => site.close())

  const heads = async (page: Page) =>
    (await page.locator('.row-cards thead th').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())

  describe('a table', () => {
    it('shows the chosen columns, and keeps them in its URL, when sorted, and in its file', async () => {
      const { page } = await site.open('/items?type=weapon', withoutScripts)
      await page.getByText('Columns', { exact: true }).click()
      const choice = page.getByRole('form', { name: 'Columns' })
      for (const box of await choice.getByRole('checkbox').all()) await box.uncheck()
      await choice.getByLabel('Vendor price').check()
      await choice.getByRole('button', { name: 'Show' }).click()
      expect(await heads(page)).toEqual(['Name', 'Vendor price'])
      expect(new URL(page.url()).searchParams.get('type')).toBe('weapon')
      await page.getByRole('columnheader', { name: 'Vendor price' }).getByRole('link').click()
      expect(await heads(page)).toEqual(['Name', 'Vendor price ▼'])
      expect(await page.getByRole('link', { name: 'CSV' }).getAttribute('href')).toContain('fields=name%2Cvendor_price')
      await page.getByText('Columns', { exact: true }).click()
      await page.getByRole('link', { name: 'Default columns' }).click()
      expect((await heads(page)).length).toBeGreaterThan(2)
    })

    it('is navigated with arrow keys', async () => {
      const { page } = await site.open('/items?type=weapon')
      const focused = () => page.evaluate<string>('document.activeElement.textContent.trim()')
      const rows = page.locator('.row-cards tbody tr')
      const nameOf = async (at: number) => (await rows.nth(at).locator('th a').textContent())?.trim()
      await rows.first().locator('th a').focus()
      await page.keyboard.press('ArrowDown')
      expect(await focused()).toBe(await nameOf(1))
      await page.keyboard.press('End')
      expect(await focused()).toBe(await nameOf((await rows.count()) - 1))
      await page.keyboard.press('Home')
      await page.keyboard.press('ArrowUp')
      expect(await focused()).toBe(await nameOf(0))
    })
  })

  it('a rarity has its number of tally marks everywhere on the page', async () => {
    const { page } = await site.open('/quests?limit=100', withoutScripts)
    const marksOf: Readonly<Record<string, number>> = { common: 1, uncommon: 2, rare: 3, epic: 4 }
    const drawn: DrawnMarks[] = []
    for (const shift of [0, 0.25, 0.5, 0.75]) {
      await page.evaluate(`document.querySelector('main').style.paddingLeft = '${20 + shift}px'`)
      drawn.push(...(await drawnMarks(page)).filter(({ rarity }) => Object.hasOwn(marksOf, rarity)))
    }
    expect(new Set(drawn.map(({ rarity }) => rarity))).toEqual(new Set(Object.keys(marksOf)))
    expect(drawn.filter(({ rarity, marks }) => marks !== marksOf[rarity])).toEqual([])
  })

  describe('the tray', () => {
    const tray = (page: Page) => page.getByRole('complementary', { name: 'Comparison' })

    it('is kept from page to page, and opens the comparison by keyboard', async () => {
      const { page, errors } = await site.open(lantern)
      expect(await tray(page).isVisible()).toBe(false)
      const add = page.getByRole('button', { name: 'Add to comparison' })
      await add.focus()
      await page.keyboard.press('Enter')
      expect(await page.getByRole('button', { name: 'In the comparison' }).getAttribute('aria-pressed')).toBe('true')
      await page.goto(site.origin + blade)
      expect(await tray(page).getByRole('listitem').count()).toBe(1)
      await page.getByRole('button', { name: 'Add to comparison' }).click()
      await tray(page).getByRole('link', { name: 'Compare 2' }).click()
      await page.waitForURL('**/compare?*')
      expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
      expect(await page.getByRole('main').textContent()).toContain('Ember Lantern')
      expect(await page.getByRole('main').textContent()).toContain('Gloam Blade')
      expect(await tray(page).isVisible()).toBe(false)
      expect(errors).toEqual([])
    })

    it('is on the page of comparisons until one is opened', async () => {
      const { page } = await site.open(lantern)
      await page.getByRole('button', { name: 'Add to comparison' }).click()
      await page.getByRole('contentinfo').getByRole('link', { name: 'Compare', exact: true }).click()
      await page.waitForURL('**/compare')
      await tray(page).getByRole('link', { name: 'Compare 1' }).click()
      await page.waitForURL('**/compare?*')
      expect(await page.getByRole('main').textContent()).toContain('Ember Lantern')
      expect(await tray(page).isVisible()).toBe(false)
    })

    it('says what it drops, and why', async () => {
      const { page } = await site.open(lantern)
      const add = () => page.getByRole('button', { name: 'Add to comparison' }).click()
      const status = () => tray(page).getByRole('status').textContent()
      await add()
      expect(await status()).toBe('')
      await page.goto(`${site.origin}/monsters/id.monster.bog_wight_elite`)
      await add()
      expect(await status()).toBe('Only things of one kind can be compared. Removed: Ember Lantern, Epic.')
      expect(await tray(page).locator('.name').allTextContents()).toEqual(['Bog Wight, Elite'])
      const blades = ['2', '3', '4', '5'].map((rarity) => `id.item.gloam_blade_${rarity}001`)
      const things = blades.map((id) => ({ id, list: '/items', name: id }))
      await page.evaluate(`localStorage.setItem('compare', ${JSON.stringify(JSON.stringify(things))})`)
      await page.goto(`${site.origin}${lantern}`)
      await add()
      expect(await status()).toBe(`At most 4 things can be compared. Removed: ${String(blades[0])}.`)
      await page.getByRole('button', { name: 'In the comparison' }).click()
      expect(await status()).toBe('')
    })

    it('opens a comparison whose print contains only the compared rows', async () => {
      const { page } = await site.open('/compare?ids=id.item.ember_lantern_5001', withoutScripts)
      const removing = page.getByRole('main').getByRole('link', { name: /^Remove/ })
      expect(await removing.isVisible()).toBe(true)
      await page.emulateMedia({ media: 'print' })
      expect(await removing.isVisible()).toBe(false)
      const headings = await page.getByRole('main').getByRole('heading').allTextContents()
      expect(headings.map((text) => text.trim())).toEqual(['Compare', 'Price today'])
    })

    it('restores a removed row, and all rows after Clear', async () => {
      const { page } = await site.open(lantern)
      await page.getByRole('button', { name: 'Add to comparison' }).click()
      await page.goto(`${site.origin}${lantern}?patch=1`)
      await page.getByRole('button', { name: 'Add to comparison' }).click()
      expect(await tray(page).getByRole('listitem').count()).toBe(2)
      await tray(page)
        .getByRole('button', { name: /^Remove Ember Lantern, Epic from/ })
        .click()
      expect(await tray(page).getByRole('listitem').count()).toBe(1)
      await tray(page).getByRole('button', { name: 'Clear' }).click()
      expect(await tray(page).isVisible()).toBe(false)
    })

    it.each([/^Remove/, 'Clear'])('leaves the focus on the heading of its page, emptied by %s', async (name) => {
      const { page } = await site.open(lantern)
      await page.getByRole('button', { name: 'Add to comparison' }).click()
      await page.evaluate('scrollTo(0, 200)')
      await tray(page).getByRole('button', { name }).focus()
      await page.keyboard.press('Enter')
      expect(await tray(page).isVisible()).toBe(false)
      expect(await page.evaluate('[document.activeElement.localName, scrollY]')).toEqual(['h1', 200])
    })

    it('covers nothing at the end of a page on a phone, and shortens names', async () => {
      const { page } = await site.open('/docs', { viewport: { width: 360, height: 800 } })
      const things = ['a', 'b', 'c', 'd'].map((id) => ({
        id: `id.item.${id}`,
        list: '/items',
        name: `The Lamp of ${id}`,
      }))
      await page.evaluate(`localStorage.setItem('compare', ${JSON.stringify(JSON.stringify(things))})`)
      await page.reload()
      await tray(page).waitFor()
      const height = async () => Math.round((await tray(page).boundingBox())?.height ?? 0)
      const reserved = () => page.evaluate<number>('parseFloat(getComputedStyle(document.body).paddingBottom)')
      await expect.poll(reserved).toBe(await height())
      expect(await height()).toBeLessThan(130)
      const rows = await tray(page).getByRole('listitem').all()
      const places = await Promise.all(rows.map((row) => row.boundingBox()))
      expect(new Set(places.map((place) => place?.y)).size).toBe(1)
      for (const place of places) expect((place?.x ?? 0) + (place?.width ?? 999)).toBeLessThanOrEqual(360)
    })

    it('does not exist without scripts', async () => {
      const { page } = await site.open(lantern, withoutScripts)
      expect(await page.getByRole('button', { name: 'Add to comparison' }).isVisible()).toBe(false)
      expect(await tray(page).isVisible()).toBe(false)
    })
  })

  describe('a request of the reference', () => {
    it('is sent by its form, and shown with status, time, headers and body', async () => {
      const { page, errors } = await site.open('/docs/endpoints/items.list')
      const form = page.locator('send-request')
      await form.getByLabel(/^limit/).fill('1')
      await form.getByRole('button', { name: 'Send' }).click()
      await expect
        .poll(() => form.getByRole('status').textContent())
        .toMatch(/^GET \/v2\/items\?.*limit=1.*: 200, \d+ ms$/)
      expect(await form.locator('[data-headers]').textContent()).toContain('content-type: application/json')
      expect(await form.locator('[data-body]').textContent()).toContain('"pagination"')
      expect(errors).toEqual([])
    })

    it('is shown in every format, and leaves no stream open', async () => {
      const { page, errors } = await site.open('/docs/endpoints/items.list')
      const form = page.locator('send-request')
      await page.evaluate(`{
        document.querySelector('[name="arg.limit"]').value = ''
        document.querySelector('[name="arg.format"]').value = 'ndjson'
      }`)
      await form.getByRole('button', { name: 'Send' }).click()
      await expect
        .poll(() => form.locator('[data-body]').textContent())
        .toMatch(/^\(application\/x-ndjson.*, \d+ characters\)$/)
      expect(await form.getByRole('status').textContent()).toMatch(/: 200, \d+ ms$/)
      await page.goto(`${site.origin}/docs/endpoints/events`)
      const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/v2/events'))
      await form.getByRole('button', { name: 'Send' }).click()
      await expect.poll(() => form.locator('[data-body]').textContent()).toContain('an endless stream')
      await ended
      expect(errors).toEqual([])
    })

    it('shows the last request, even if an older one is answered later', async () => {
      const { page } = await site.open('/docs/endpoints/items.list')
      const form = page.locator('send-request')
      const newerIsShown = Promise.withResolvers<undefined>()
      await page.route('**/v2/items?*limit=7*', async (route) => {
        await newerIsShown.promise
        await route.continue().catch(() => undefined)
      })
      const send = async (limit: string) => {
        await form.getByLabel(/^limit/).fill(limit)
        await form.getByRole('button', { name: 'Send' }).click()
      }
      await send('7')
      await send('8')
      const status = () => form.getByRole('status').textContent()
      await expect.poll(status).toContain('limit=8')
      newerIsShown.resolve(undefined)
      await page.waitForTimeout(700)
      expect(await status()).toContain('limit=8')
    })

    it('opens a separate page without scripts, and omits empty fields', async () => {
      const { page } = await site.open('/docs/endpoints/items.single', withoutScripts)
      await page.locator('send-request').getByRole('button', { name: 'Send' }).click()
      await page.waitForURL('**/v2/items/**')
      const { pathname, searchParams } = new URL(page.url())
      expect(pathname).toMatch(/^\/v2\/items\/id\.item\./)
      expect([...searchParams.values()]).not.toContain('')
      expect(await page.content()).toContain('"body"')
    })

    it('returns to its form if a path parameter is missing, and is a 404 for an unknown endpoint', async () => {
      const asked = (path: string) => fetch(site.origin + path, { redirect: 'manual' })
      const missing = await asked('/docs/send/items.single?arg.id=&arg.patch=')
      expect([missing.status, missing.headers.get('location')]).toEqual([302, '/docs/endpoints/items.single#send'])
      expect((await asked('/docs/send/nobody')).status).toBe(404)
    })
  })
})
