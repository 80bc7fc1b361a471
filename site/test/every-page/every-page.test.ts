// One page of every kind, as a screen and as a phone show it: clean to axe, without a validation error, no wider than
// it is, and read without scripts.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsOn } from '../accessibility.ts'
import { everyKind, pathOf, type PageKind } from '../kinds-of-pages.ts'
import { hasBrowser, openBrowser } from '../../../dynamic/test/fixtures/browser.ts'
import { inLongForm, inTurn, sampled } from '../../../scripts/test/long-form.ts'
import { openSiteFixture, type SiteFixture } from '../site-service.ts'
import { faintOnPaper, headsOfTables, leadingOn } from './paper.ts'
import { leadingCommas, strayedSigns, thinZeros } from './typesetting.ts'
import { walkByTab } from './tab-walk.ts'

/** Reduced motion, because a rotating model would be drawn by the processor during the checks. */
const still = { reducedMotion: 'reduce' } as const

/** Timeout on a busy machine, in ms. */
const max = 120_000
const screen = { width: 1440, height: 900 }
const phone = { width: 360, height: 740 }

const casesOf = (kinds: readonly PageKind[]) => kinds.map((one) => [one.kind, one] as const)

/** In the long form every kind; in the short form kinds with their own template, and some of those that share one. */
const seen = everyKind.filter((one) => {
  const sharing = everyKind.filter(({ template }) => template === one.template)
  return one.template === undefined || sampled(sharing, one.template === 'list' ? 8 : 4).includes(one)
})

/** In the short form pages alternate between the dark and the light theme, and every fourth is also checked on a phone. */
const themesOf = (one: PageKind) => inTurn(['dark', 'light'] as const, seen.indexOf(one))
const judgedOnPhone = sampled(seen, 4)

/** The rules that depend on the width; the others would check the same elements again. */
const ofLooks = [
  'color-contrast',
  'link-in-text-block',
  'scrollable-region-focusable',
  'target-size',
  'label',
  'link-name',
  'empty-table-header',
]

const isOf = (...names: readonly string[]) =>
  inLongForm(
    everyKind,
    everyKind.filter(({ kind }) => names.includes(kind)),
  )
/** Pages with elements that are sticky, scroll inside the page, or handle keys themselves. */
const walked = isOf(
  'list: /items',
  'thing: /items',
  'changelog',
  'comparison',
  'questions',
  'endpoint',
  'market',
  'home',
)
const printed = isOf('thing: /items', 'filtered list', 'changelog', 'guide')
const inTray = [{ id: 'id.item.ember_lantern_5001', list: '/items', name: 'Ember Lantern' }]
const fillTray = `localStorage.setItem('compare', '${JSON.stringify(inTray)}')`

describe.skipIf(!hasBrowser('every kind of page'))('every kind of page', () => {
  let fixture: SiteFixture
  let browser: Browser
  beforeAll(async () => {
    fixture = await openSiteFixture({ population: 3 })
    browser = await openBrowser()
  }, 3 * max)
  afterAll(async () => {
    await browser.close()
    await fixture.close()
  })

  const addressOf = async (one: PageKind) => fixture.url + (await pathOf(one, fixture.url))

  describe('in a browser', () => {
    let context: BrowserContext
    let page: Page
    let errors: string[] = []
    beforeAll(async () => {
      context = await browser.newContext({ ...still, viewport: screen, colorScheme: 'dark', bypassCSP: true })
      page = await context.newPage()
      listen(page, (error) => errors.push(error))
    }, max)
    afterAll(() => context.close())

    it.each(casesOf(seen))(
      '%s: nothing that axe objects to, no validation error, no sideways scroll',
      { timeout: max },
      async (_, one) => {
        errors = []
        await page.setViewportSize(screen)
        const answer = await page.goto(await addressOf(one), { timeout: max })
        expect(answer?.status()).toBe(one.status ?? 200)
        await settled(page)
        for (const theme of themesOf(one)) {
          await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
          expect(await violationsOn(page), `${theme}, on a screen`).toEqual([])
        }
        await page.evaluate(`document.documentElement.dataset.theme = 'light'`)
        await page.setViewportSize(phone)
        await settled(page)
        if (judgedOnPhone.includes(one))
          expect(await violationsOn(page, inLongForm(undefined, ofLooks)), 'light, on a phone').toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width)
        for (const flaws of [leadingCommas, strayedSigns, thinZeros]) expect(await page.evaluate(flaws)).toEqual([])
        expect(errors).toEqual([])
      },
    )
  })

  describe('by keyboard', () => {
    let context: BrowserContext
    let page: Page
    beforeAll(async () => {
      context = await browser.newContext(still)
      await context.addInitScript(fillTray)
      page = await context.newPage()
    }, max)
    afterAll(() => context.close())

    it.each(casesOf(walked))(
      '%s: leads from the skip link on, to what can be seen, and not back',
      { timeout: max },
      async (_, one) => {
        for (const viewport of inTurn([screen, phone], walked.indexOf(one))) {
          await page.setViewportSize(viewport)
          await page.goto(await addressOf(one), { timeout: max })
          const [skip, ...others] = await walkByTab(page, 45, 15)
          expect(skip).toEqual({ name: 'a "Skip to the content"', faults: [] })
          expect(others.filter(({ faults }) => faults.length > 0)).toEqual([])
        }
      },
    )
  })

  describe('on paper', () => {
    let context: BrowserContext
    let page: Page
    beforeAll(async () => {
      context = await browser.newContext({ ...still, viewport: { width: 794, height: 1123 }, colorScheme: 'dark' })
      await context.addInitScript(fillTray)
      page = await context.newPage()
      await page.emulateMedia({ media: 'print' })
    }, max)
    afterAll(() => context.close())

    it.each(casesOf(printed))(
      '%s: is in ink on white, without what leads on, and its tables keep their heads',
      { timeout: max },
      async (_, one) => {
        await page.goto(await addressOf(one), { timeout: max })
        expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
        expect(await page.evaluate<string[]>(leadingOn)).toEqual([])
        expect(await page.evaluate<string[]>(faintOnPaper)).toEqual([])
        expect(await page.evaluate<string[]>(headsOfTables)).toEqual([])
      },
    )
  })

  describe('without scripts', () => {
    let context: BrowserContext
    let page: Page
    beforeAll(async () => {
      context = await browser.newContext({ viewport: phone, javaScriptEnabled: false })
      page = await context.newPage()
    }, max)
    afterAll(() => context.close())

    it.each(casesOf(seen))(
      '%s: is there to read, and shows no button that does nothing',
      { timeout: max },
      async (_, one) => {
        await page.goto(await addressOf(one), { timeout: max })
        expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
        expect((await page.getByRole('main').innerText()).length).toBeGreaterThan(80)
        expect(await page.locator('[aria-busy=true]:empty:visible').count(), 'waits for a script').toBe(0)
        const dead = await page.locator('button[type=button]:visible').all()
        expect(await Promise.all(dead.map((button) => button.innerText()))).toEqual([])
      },
    )
  })
})

/** But for the answer that a page is itself, which may well be a 404. */
function listen(page: Page, hear: (error: string) => void): void {
  const isOurs = (url: string) => new URL(url).origin === new URL(page.url()).origin
  page.on('pageerror', (error) => hear(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' && message.location().url !== page.url()) hear(message.text())
  })
  page.on('response', (response) => {
    if (response.status() >= 400 && !response.request().isNavigationRequest() && isOurs(response.url()))
      hear(`${response.status()} ${response.url()}`)
  })
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText
    // Requests that were pending when the page was left.
    if (isOurs(request.url()) && why !== 'net::ERR_ABORTED') hear(`${why} ${request.url()}`)
  })
}

/** Once what is loaded on sight was seen and is there. */
async function settled(page: Page): Promise<void> {
  for (const region of await page.locator('[data-live][data-from]').all()) await region.scrollIntoViewIfNeeded()
  await expect.poll(() => page.locator('[data-live][aria-busy=true]').count(), { timeout: max / 4 }).toBe(0)
  // One point is no line: its picture stays.
  const chart = page.locator('time-chart:has(tbody tr + tr)').first()
  if ((await chart.count()) === 0) return
  await chart.scrollIntoViewIfNeeded()
  await chart.getByRole('application').waitFor({ timeout: max / 4 })
}
