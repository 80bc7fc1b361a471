// A thing's page through the patches that changed it.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../../../dynamic/test/fixtures/browser.ts'
import { openBrowsedSite, type OpenedSite } from '../open-site.ts'

const lantern = '/items/id.item.ember_lantern_5001'

describe.skipIf(!hasBrowser('the patches of a thing'))('the patch scrubber', () => {
  let site: OpenedSite
  beforeAll(async () => {
    site = await openBrowsedSite()
  })
  afterAll(() => site.close())

  const scrubber = (page: Page) => page.locator('[data-scrubber]')
  const gearScore = (page: Page) => page.getByRole('article').getByText('Gear score')
  const shownValues = (page: Page) => scrubber(page).locator('tbody tr').first().locator('td[data-step]:visible')

  it('changes values in place while it is dragged', async () => {
    const { page, errors } = await site.open(lantern)
    const slider = scrubber(page).getByRole('slider', { name: 'Patch' })
    expect(await gearScore(page).textContent()).toBe('Gear score 38')
    await slider.focus()
    await page.keyboard.press('Home')
    await expect.poll(() => gearScore(page).textContent()).toBe('Gear score 34')
    expect(await shownValues(page).allInnerTexts()).toEqual(['34'])
    expect(await slider.getAttribute('aria-valuetext')).toContain('1.0')
    await page.keyboard.press('End')
    await expect.poll(() => gearScore(page).textContent()).toBe('Gear score 38')
    expect(new URL(page.url()).search).toBe('')
    expect(errors).toEqual([])
  })

  it('is moved by buttons, as far as there are patches', async () => {
    const { page } = await site.open(lantern)
    const earlier = scrubber(page).getByRole('button', { name: 'Earlier patch' })
    const later = scrubber(page).getByRole('button', { name: 'Later patch' })
    expect(await later.isDisabled()).toBe(true)
    const place = () => scrubber(page).locator('circle').first().getAttribute('cx')
    const last = await place()
    await earlier.click()
    expect(await earlier.isDisabled()).toBe(true)
    expect(Number(await place())).toBeLessThan(Number(last))
    expect(await shownValues(page).first().innerText()).toBe('34')
    await later.click()
    expect(await shownValues(page).first().innerText()).toContain('38')
  })

  it('is moved by keys to an end, and keeps the focus', async () => {
    const { page } = await site.open(lantern)
    const earlier = scrubber(page).getByRole('button', { name: 'Earlier patch' })
    await earlier.focus()
    await page.keyboard.press('Enter')
    expect(await earlier.isDisabled()).toBe(true)
    expect(await page.evaluate(`document.activeElement.dataset.offset`)).toBe('-1')
    await page.keyboard.press('Enter')
    expect(await shownValues(page).allInnerTexts()).toEqual(['34'])
  })

  it('marks its values as stale if a patch cannot be loaded', async () => {
    const { page } = await site.open(lantern)
    await page.route('**/items/*?patch=1', (route) => route.fulfill({ status: 503 }))
    const told = scrubber(page).getByText('This patch could not be loaded.')
    expect(await told.isVisible()).toBe(false)
    await scrubber(page).getByRole('button', { name: 'Earlier patch' }).click()
    await told.waitFor()
    expect(await page.locator('[data-patch-part].stale').count()).toBeGreaterThan(0)
    await scrubber(page).getByRole('button', { name: 'Later patch' }).click()
    await told.waitFor({ state: 'hidden' })
    expect(await page.locator('[data-patch-part].stale').count()).toBe(0)
  })

  it('is a table of all patches with links without scripts', async () => {
    const { page } = await site.open(lantern, { javaScriptEnabled: false })
    expect(await scrubber(page).getByRole('slider').isVisible()).toBe(false)
    const values = await shownValues(page).allInnerTexts()
    expect(values.map((text) => text.trim())).toEqual(['34', expect.stringMatching(/^38 ▲ \+12%$/)])
    await scrubber(page).getByRole('link').first().click()
    expect(new URL(page.url()).searchParams.get('patch')).toBe('1')
    expect(await gearScore(page).textContent()).toBe('Gear score 34')
  })

  it('begins at the patch of the page', async () => {
    const { page } = await site.open(`${lantern}?patch=1`)
    expect(await scrubber(page).getByRole('slider').inputValue()).toBe('0')
    expect(await shownValues(page).allInnerTexts()).toEqual(['34'])
  })

  it('does not exist for rows that never changed', async () => {
    const { page } = await site.open('/items/id.item.gloam_blade_5001')
    expect(await scrubber(page).count()).toBe(0)
  })
})
