// The theme of a page: the reader's choice, else the system's.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../../../dynamic/test/fixtures/browser.ts'
import { openBrowsedSite, type OpenedSite } from '../open-site.ts'

describe.skipIf(!hasBrowser('themes'))('the theme of a page', () => {
  let site: OpenedSite
  beforeAll(async () => {
    site = await openBrowsedSite()
  })
  afterAll(() => site.close())

  it('is the one chosen last, in another tab or before going back', async () => {
    const { page } = await site.open('/quests', { colorScheme: 'dark' })
    const theme = () => page.evaluate<string>('document.documentElement.dataset.theme')
    const button = page.getByRole('button', { name: 'Light theme' })
    const other = await page.context().newPage()
    await other.goto(`${site.origin}/quests`)
    await other.getByRole('button', { name: 'Light theme' }).click()
    await expect.poll(theme).toBe('light')
    expect(await button.getAttribute('aria-pressed')).toBe('true')
    await page.evaluate(`localStorage.setItem('theme', 'dark')`)
    expect(await theme()).toBe('light')
    await page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`)
    expect([await theme(), await button.getAttribute('aria-pressed')]).toEqual(['dark', 'false'])
  })

  it.each([
    ['light', '#eaf2e6'],
    ['dark', '#0c1a1b'],
  ] as const)('is %s without scripts where the system is', async (colorScheme, ground) => {
    const { page } = await site.open('/quests', { colorScheme, javaScriptEnabled: false })
    const shown = await page.evaluate(`getComputedStyle(document.documentElement).getPropertyValue('--ground')`)
    expect(shown).toBe(ground)
  })
})
