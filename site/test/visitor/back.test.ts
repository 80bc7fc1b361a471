// A page reached by going back shows its own state, not what was chosen on it last.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../../../dynamic/test/fixtures/browser.ts'
import { openBrowsedSite, type OpenedSite } from '../open-site.ts'

const lantern = '/items/id.item.ember_lantern_5001'

describe.skipIf(!hasBrowser('going back'))('a page reached by going back', () => {
  let site: OpenedSite
  beforeAll(async () => {
    site = await openBrowsedSite()
  })
  afterAll(() => site.close())

  const language = (page: Page) => page.getByRole('combobox', { name: 'Language' })
  const patch = (page: Page) => page.getByRole('combobox', { name: 'Patch' })

  it('names its own language and patch in the header', async () => {
    const { page } = await site.open(`${lantern}?patch=1`)
    await patch(page).selectOption('3')
    await page.waitForURL('**patch=3*')
    await page.goBack()
    expect(await patch(page).inputValue()).toBe('1')
    await language(page).selectOption('de')
    await page.waitForURL('**locale=de*')
    await page.goBack()
    expect(await language(page).inputValue()).toBe('en')
  })

  it('shows the state of its slider', async () => {
    const { page } = await site.open(lantern)
    const slider = page.locator('[data-scrubber]').getByRole('slider', { name: 'Patch' })
    const gearScore = page.getByRole('article').getByText('Gear score')
    await slider.focus()
    await page.keyboard.press('Home')
    await expect.poll(() => gearScore.textContent()).toBe('Gear score 34')
    await page.goto(`${site.origin}/quests`)
    await page.goBack()
    await page.locator('[data-scrubber] .stepper:not([hidden])').waitFor()
    expect([await slider.inputValue(), await gearScore.textContent()]).toEqual(['1', 'Gear score 38'])
  })

  it('shows the tray and favourites as changed on other pages since', async () => {
    const { page } = await site.open(lantern)
    const chosen = JSON.stringify([{ id: 'id.item.ember_lantern_5001', list: '/items', name: 'Lantern' }])
    for (const key of ['compare', 'favourites'])
      await page.evaluate(`localStorage.setItem('${key}', ${JSON.stringify(chosen)})`)
    expect(await page.locator('[data-tray]').isVisible()).toBe(false)
    await page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`)
    expect(await page.locator('[data-tray]').isVisible()).toBe(true)
    expect(await page.locator('[data-favourite] button').getAttribute('aria-pressed')).toBe('true')
  })

  it('does so if the browser restores it from its cache', async () => {
    const { page } = await site.open('/items')
    await page.evaluate(`document.querySelector('select[name=locale]').value = 'de'`)
    expect(await language(page).inputValue()).toBe('de')
    await page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`)
    expect(await language(page).inputValue()).toBe('en')
  })
})
