// Cards of item links on the site's own pages, by the script that other sites embed.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../../../dynamic/test/fixtures/browser.ts'
import { openBrowsedSite, type OpenedSite } from '../open-site.ts'

describe.skipIf(!hasBrowser('cards of item links'))('links to items', () => {
  let site: OpenedSite
  beforeAll(async () => {
    site = await openBrowsedSite()
  })
  afterAll(() => site.close())

  const card = (page: Page) => page.getByRole('tooltip').locator('.card:not(:has(.wait))')
  const blade = (page: Page) => page.locator('main a[href*="id.item.gloam_blade_5001"]').first()

  it('show the item on hover, and request nothing before', async () => {
    const { page, errors } = await site.open('/items?name=gloam%20blade')
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await blade(page).hover()
    await card(page).waitFor()
    expect(await card(page).innerText()).toMatch(/Gloam Blade\s*Epic[^]*Weapon Damage\s*\d+–\d+[^]*Gear score \d+/)
    expect(requested).toContain('/items/id.item.gloam_blade_5001/tooltip')
    expect(requested.filter((path) => path.endsWith('/tooltip'))).toHaveLength(1)
    await page.mouse.move(2, 2)
    await page.getByRole('tooltip').waitFor({ state: 'hidden' })
    expect(errors).toEqual([])
  })

  it('show the item on focus, in the language of the page and at its patch', async () => {
    const { page } = await site.open('/items/id.item.gloam_blade_4001?locale=de&patch=1')
    await page.locator('main').focus()
    await page.keyboard.press('Tab')
    await blade(page).focus()
    await card(page).waitFor()
    const payload = await fetch(`${site.origin}/items/id.item.gloam_blade_5001/tooltip?locale=de&at_patch=1.0.0.2101`)
    const { name, primary } = (await payload.json()) as { name: string; primary: string[] }
    const text = await card(page).innerText()
    expect(text).toContain(name)
    expect(text).toContain(/^(.+) \S+$/.exec(primary[0] ?? '')?.[1])
  })

  it('mark texts that are not translated as English', async () => {
    const languageOf = async (id: string, locale: string) => {
      const { page } = await site.open(`/items?archetype=${id}&locale=${locale}`)
      await page.locator(`main tbody a[href*="${id}"]`).first().hover()
      const name = card(page).locator('.name')
      await name.waitFor()
      return (await name.getAttribute('lang')) ?? (await page.getByRole('tooltip').getAttribute('lang'))
    }
    expect(await languageOf('id.item.mothlight_pendant', 'de')).toBe('en')
    expect(await languageOf('id.item.mothlight_pendant', 'ko')).toBe('ko')
    expect(await languageOf('id.item.gloam_blade', 'de')).toBe('de')
  })

  it('follow a tap at once', async () => {
    const { page } = await site.open('/items?name=gloam%20blade', { hasTouch: true })
    await blade(page).tap()
    await page.waitForURL(/\/items\/id\.item\.gloam_blade_5001/)
  })

  it('cannot be read by pages of another origin', async () => {
    const answer = await fetch(`${site.origin}/items/id.item.gloam_blade_5001/tooltip`, {
      headers: { origin: 'https://elsewhere.example' },
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('are shown live in the guide for other sites', async () => {
    const { page } = await site.open('/docs/guides/tooltips')
    const links = page.getByRole('region', { name: 'Live demo' }).getByRole('link')
    expect(await links.count()).toBe(3)
    await links.first().hover()
    await card(page).waitFor()
  })
})
