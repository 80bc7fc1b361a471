// Lists that apply at once what is chosen with the pointer: with keys, a choice changes with every step.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../../../dynamic/test/fixtures/browser.ts'
import { openBrowsedSite, type OpenedSite } from '../open-site.ts'

describe.skipIf(!hasBrowser('choices by keys'))('a choice by keyboard', () => {
  let site: OpenedSite
  beforeAll(async () => {
    site = await openBrowsedSite()
  })
  afterAll(() => site.close())

  const language = (page: Page) => page.getByRole('combobox', { name: 'Language' })
  const go = (page: Page) => page.locator('form.locale button')

  async function chosenByKeys(): Promise<{ page: Page; address: string }> {
    const { page } = await site.open('/items')
    const address = page.url()
    expect(await go(page).isVisible()).toBe(false)
    await language(page).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect(await language(page).inputValue()).not.toBe('en')
    expect(page.url()).toBe(address)
    return { page, address }
  }

  it('waits for Enter, even if it passes other options', async () => {
    const { page } = await chosenByKeys()
    const chosen = await language(page).inputValue()
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('locale') === chosen)
  })

  it('waits for the button, which is then visible', async () => {
    const { page } = await chosenByKeys()
    const chosen = await language(page).inputValue()
    await page.keyboard.press('Tab')
    expect(await page.locator('form.locale button:focus').count()).toBe(1)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('locale') === chosen)
  })

  it('works without scripts', async () => {
    const { page } = await site.open('/items?patch=1', { javaScriptEnabled: false })
    expect(await go(page).isVisible()).toBe(true)
    await page.locator('form.patch select').selectOption('2')
    await page.locator('form.patch button').click()
    await page.waitForURL('**patch=2*')
  })
})
