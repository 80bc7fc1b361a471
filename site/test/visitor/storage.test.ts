// Browsers that store nothing for a site: because their reader blocks it, or because there is no room.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../../../dynamic/test/fixtures/browser.ts'
import { closeAfterTest } from '../../../dynamic/test/fixtures/reused-pages.ts'
import { openBrowsedSite, type OpenedSite } from '../open-site.ts'

const lantern = '/items/id.item.ember_lantern_5001'
const blocked = `Object.defineProperty(window, 'localStorage', {
  get() { throw new DOMException('Access is denied for this document.', 'SecurityError') },
})`
const full = `Storage.prototype.setItem = () => { throw new DOMException('No room is left.', 'QuotaExceededError') }`

describe.skipIf(!hasBrowser('browsers that store nothing'))('a browser that stores nothing', () => {
  let site: OpenedSite
  beforeAll(async () => {
    site = await openBrowsedSite()
  })
  afterAll(() => site.close())

  /** Opens a page in a browser that runs this script before those of the page. */
  async function openWith(script: string, path: string) {
    const { page, errors } = await site.open('/robots.txt')
    closeAfterTest(page)
    await page.addInitScript(script)
    await page.goto(site.origin + path)
    return { page, errors }
  }

  it.each(['/', lantern, '/docs/endpoints/items.list', '/favourites', '/compare', '/dashboard'])(
    'has %s without errors',
    async (path) => {
      const { page, errors } = await openWith(blocked, path)
      await page.waitForLoadState('networkidle')
      expect(errors).toEqual([])
    },
  )

  it('has the search of the docs, and themes for a page', async () => {
    const { page, errors } = await openWith(blocked, '/docs')
    await page.getByRole('searchbox', { name: 'Search the docs' }).fill('mirror')
    await page.locator('#docs-found a').first().waitFor()
    const theme = page.getByRole('button', { name: 'Light theme' })
    const isLight = await theme.getAttribute('aria-pressed')
    await theme.click()
    expect(await theme.getAttribute('aria-pressed')).not.toBe(isLight)
    expect(errors).toEqual([])
  })

  it('gets no buttons that need storage if it refuses storage', async () => {
    const { page } = await openWith(blocked, lantern)
    await page.locator('[data-scrubber] output').waitFor()
    expect(await page.locator('[data-favourite] button, [data-tray-id]').count()).toBe(2)
    for (const button of await page.locator('[data-favourite] button, [data-tray-id]').all())
      expect(await button.isVisible()).toBe(false)
  })

  it('shows that an entry was not stored for lack of space', async () => {
    const { page, errors } = await openWith(full, lantern)
    for (const selector of ['[data-favourite] button', '[data-tray-id]', '[data-theme-toggle]'])
      await page.locator(selector).click()
    expect(await page.locator('[data-favourite] button').getAttribute('aria-pressed')).toBe('false')
    expect(await page.locator('[data-tray-id]').getAttribute('aria-pressed')).toBe('false')
    const theme = await page.evaluate<string>('document.documentElement.dataset.theme')
    expect(await page.locator('[data-theme-toggle]').getAttribute('aria-pressed')).toBe(String(theme === 'light'))
    expect(errors).toEqual([])
  })
})
