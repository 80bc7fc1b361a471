// The pages in each language: its words are there, they fit, and what is English says so.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locales, type Locale } from '../../../data/api/model/values/locales.ts'
import { hasBrowser, openBrowser } from '../../../dynamic/test/fixtures/browser.ts'
import { inLongForm, sampled } from '../../../scripts/test/long-form.ts'
import { translateTo } from '../../src/messages/catalogs.ts'
import { everyKind, pathOf } from '../kinds-of-pages.ts'
import { openSiteFixture, type SiteFixture } from '../site-service.ts'

const names = [
  ...['home', 'explore', 'filtered list', 'list without a row', 'thing: /items', 'thing: /quests', 'thing: /monsters'],
  ...['changelog', 'comparison', 'class report', 'drops of an item', 'market', 'deals', 'price', 'board', 'stock'],
]
const kinds = names.map((name) => {
  const found = everyKind.find(({ kind }) => kind === name)
  if (!found) throw new Error(`No kind of page is called ${name}`)
  return found
})

/** Elements that overflow: the page itself, and texts that are cut off or outside the screen. */
const overflowing = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement
  const wide = scrollWidth > clientWidth ? ['the page: ' + scrollWidth + ' of ' + clientWidth] : []
  const isCut = (part) => part.clientWidth > 0 && part.scrollWidth > part.clientWidth + 1
  const parts = [...document.querySelectorAll(
    'nav a, button, .button, .chips a, summary, legend, label > span, h1, h2, h3, dt, .badge, .notice, footer a',
  )].filter((part) => part.getBoundingClientRect().width > 0 && !part.closest('.visually-hidden, .scroll'))
  const cut = parts.filter((part) => {
    const { left, right } = part.getBoundingClientRect()
    return isCut(part) || right > clientWidth + 1 || left < -1
  })
  const heads = [...document.querySelectorAll('th')].filter((head) => !head.closest('.visually-hidden') && isCut(head))
  return [...wide, ...[...cut, ...heads].map(({ tagName, textContent }) => tagName + ': ' + textContent.trim())]
})()`

/**
 * Texts of pages with words of Latin letters, but for those that are marked as of another language, code, names of
 * players and of formats.
 */
const latinTexts = `async (address) => {
  const shared = /^(API|Atom|CSV|Deepledger|JSON Feed|JSON|JavaScript|Python|curl)$|^\\/v2\\/|^\\(\\.glb|^\\d+\\.\\d+/
  const page = new DOMParser().parseFromString(await (await fetch(address)).text(), 'text/html')
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT)
  const found = []
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode
    if (parentElement.closest('[translate="no"], code, pre, script, noscript, style, template, .said')) continue
    if (parentElement.closest('[lang]').getAttribute('lang') !== page.documentElement.lang) continue
    const text = textContent.trim()
    if (/[A-Za-z]{3,}/.test(text) && !shared.test(text)) found.push(text)
  }
  return found
}`

const linksElsewhere = `[...document.querySelectorAll('header a, main a, footer a')]
  .map(({ href }) => new URL(href))
  .filter(({ origin, pathname }) => origin === location.origin && !/^\\/v2|\\.(atom|json|md|txt)$/.test(pathname))
  .filter(({ pathname, hash }) => !hash || pathname !== location.pathname)
  .filter(({ searchParams }) => searchParams.get('locale') !== 'ko')
  .map(String)`

describe.skipIf(!hasBrowser('languages of pages'))('pages in every language', () => {
  let fixture: SiteFixture
  let browser: Browser
  let paths: readonly (readonly [kind: string, path: string])[]
  beforeAll(async () => {
    fixture = await openSiteFixture()
    browser = await openBrowser()
    paths = await Promise.all(kinds.map(async (one) => [one.kind, await pathOf(one, fixture.url)] as const))
  })
  afterAll(async () => {
    await browser.close()
    await fixture.close()
  })

  const addressOf = (path: string, locale: string) => {
    const address = new URL(path, fixture.url)
    address.searchParams.set('locale', locale)
    return String(address)
  }

  /** In the long form all pages; in the short form a quarter in each language, different from that in the next language. */
  const pathsIn = (locale: Locale) => paths.filter((_, at) => (at + locales.indexOf(locale)) % inLongForm(1, 4) === 0)

  describe('at both widths', () => {
    let page: Page
    beforeAll(async () => {
      // A rotating model would be drawn by the processor.
      page = await browser.newPage({ reducedMotion: 'reduce' })
      page.setDefaultTimeout(60_000)
    })
    afterAll(() => page.close())

    it.each(locales)(
      'have no sideways scroll and cut no word in %s, on a phone and on a screen',
      async (locale) => {
        const wrong: string[] = []
        for (const [kind, path] of pathsIn(locale)) {
          await page.goto(addressOf(path, locale))
          expect(await page.locator('html').getAttribute('lang')).toBe(locale)
          for (const width of [360, 1280]) {
            await page.setViewportSize({ width, height: 900 })
            wrong.push(...(await page.evaluate<string[]>(overflowing)).map((what) => `${kind}, ${width}: ${what}`))
          }
        }
        expect(wrong).toEqual([])
      },
      240_000,
    )
  })

  it.each(['en', 'de', 'ru', 'ja'])('show every column of listings on a screen in %s', async (locale) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    await page.goto(addressOf('/market', locale))
    const hidden = await page
      .getByRole('region', { name: translateTo(locale as Locale)('listing.listings') })
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    await page.close()
    expect(hidden).toBe(0)
  })

  it('mark all English text as English', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(addressOf('/robots.txt', 'en'))
    const textsAt = (path: string, locale: Locale) =>
      page.evaluate<string[]>(`(${latinTexts})(${JSON.stringify(addressOf(path, locale))})`)
    const unmarked: string[] = []
    for (const one of sampled(everyKind, 2)) {
      const path = await pathOf(one, fixture.url)
      const english = new Set(await textsAt(path, 'en'))
      const also = (await textsAt(path, 'ja')).filter((text) => english.has(text))
      unmarked.push(...also.map((text) => `${one.kind}: ${text}`))
    }
    await context.close()
    expect(unmarked).toEqual([])
  }, 240_000)

  it('mark a name as English only if it is not translated', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    const languagesOf = (name: string) =>
      page.evaluate<string[]>(`(() => {
        const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
        const found = []
        while (walker.nextNode())
          if (walker.currentNode.textContent.trim() === ${JSON.stringify(name)})
            found.push(walker.currentNode.parentElement.closest('[lang]').getAttribute('lang'))
        return [...new Set(found)]
      })()`)
    const [pendant, blade] = ['id.item.mothlight_pendant_4001', 'id.item.gloam_blade_4001']
    const both = `/compare?ids=${pendant},${blade}`
    const pagesOf = (id: string) => ['/items?limit=100', `/items/${id}`, `/market/${id}`, both, `/drops?id=${id}`]
    for (const path of [...pagesOf(pendant), '/search?q=mothlight']) {
      await page.goto(addressOf(path, 'de'))
      expect(await languagesOf('Mothlight Pendant'), path).toEqual(['en'])
      await page.goto(addressOf(path, 'ko'))
      expect(await languagesOf('나방빛 목걸이'), path).toEqual(['ko'])
    }
    for (const path of [...pagesOf(blade), '/search?q=gloam+blade']) {
      await page.goto(addressOf(path, 'de'))
      expect(await languagesOf('Zwielicht-Klinge'), path).toEqual(['de'])
    }
    const monsters = ['common', 'elite'].map((grade) => `id.monster.bog_wight_${grade}`)
    const told: readonly (readonly [path: string, text: string, language: string])[] = [
      [`/compare?ids=${monsters.join(',')}`, 'Guard grave', 'en'],
      [`/compare?ids=${monsters.join(',')}`, 'Untote', 'de'],
      [`/drops?id=${monsters[0]}`, 'Salzmoor', 'de'],
      ['/drops?id=id.map.brine_fen', 'Salzmoor: Holztruhe', 'de'],
      // The newest patch no longer has this item.
      [`/monsters/${monsters[0]}`, 'Einträge, Verrosteter Löffel, Minderwertig', 'de'],
      ['/drops?id=id.map.brine_fen', 'Moorwicht', 'de'],
      ['/merchants/stock', 'Stranger', 'en'],
      ['/merchants/stock', 'Der Fährmeister', 'de'],
      ['/leaderboards', 'Hollow Sworn', 'en'],
      ['/patches/2', 'Toll of the Drowned', 'en'],
    ]
    for (const [path, text, language] of told) {
      await page.goto(addressOf(path, 'de'))
      expect(await languagesOf(text), `${path}: ${text}`).toEqual([language])
    }
    await context.close()
  }, 240_000)

  it('mark the language of names that were stored on a page in another language', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    for (const id of ['id.item.mothlight_pendant_4001', 'id.item.gloam_blade_4001']) {
      await page.goto(addressOf(`/items/${id}`, 'de'))
      await page.locator('[data-tray-id]').click()
      await page.locator('[data-favourite] button').click()
    }
    await page.goto(addressOf('/favourites', 'ja'))
    const languages = `[...document.querySelectorAll('[data-tray] li span')].map(({ lang }) => lang)`
    await expect.poll(() => page.evaluate<string[]>(languages)).toEqual(['en', 'de'])
    const link = page.locator('.kept a', { hasText: 'Mothlight Pendant' })
    await expect.poll(() => link.getAttribute('lang')).toBe('en')
    // The API answers it in Japanese.
    const other = page.locator('.kept a').first()
    await expect.poll(() => other.getAttribute('lang')).toBeNull()
    await expect.poll(() => other.textContent()).not.toContain('Klinge')
    await context.close()
  })

  it('link to the same page in other languages, unless it is filtered', async () => {
    const alternatesOf = async (path: string) => {
      const html = await (await fetch(new URL(path, fixture.url))).text()
      return [...html.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g)].map(([, ...found]) => found)
    }
    const expected = [
      ...locales.map((locale) => [locale, locale === 'en' ? '/items' : `/items?locale=${locale}`]),
      ['x-default', '/items'],
    ]
    for (const path of ['/items', '/items?locale=de'])
      expect(
        (await alternatesOf(path)).map(([locale = '', href = '']) => [locale, href.replace(fixture.url, '')]),
      ).toEqual(expected)
    expect(await alternatesOf('/items?rarity=epic')).toEqual([])
    expect(await alternatesOf('/no/such/page')).toEqual([])
  })

  it('explain in their language why a filter was refused', async () => {
    const answer = await fetch(addressOf('/items?min_gear_score=-1', 'de'))
    expect(answer.status).toBe(400)
    const [notice = ''] = /<div class="notice" role="alert"[^]*?<\/div>/.exec(await answer.text()) ?? []
    expect(notice).toContain('Ausrüstungswert von: „-1“ ist kleiner als 0')
    expect(notice).not.toMatch(/See errors|min_gear_score/)
  })

  it('describe the picture of a link preview with the commas of their language', async () => {
    const altIn = async (locale: string) => {
      const html = await (await fetch(addressOf('/items/id.item.gloam_blade_4001', locale))).text()
      return /<meta property="og:image:alt" content="([^"]*)"/.exec(html)?.[1]
    }
    expect(await altIn('de')).toBe('Zwielicht-Klinge, Selten: Symbol und wichtigste Werte')
    expect(await altIn('ja')).toMatch(/^[^,]+、[^,]+：アイコンと主な数値$/)
  })

  it('describe the range of the population', async () => {
    const rangeIn = async (locale: string) => {
      const html = await (await fetch(addressOf('/population', locale))).text()
      return /<dd[^>]*>\s*([\d., ]+ \p{L}+ [\d.,]+)\s*<\/dd>/u.exec(html)?.[1]
    }
    expect(await rangeIn('en')).toMatch(/^[\d,]+ to [\d,]+$/)
    expect(await rangeIn('de')).toMatch(/^[\d.]+ bis [\d.]+$/)
  })

  it('understand search queries in their language', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(addressOf('/', 'de'))
    await page.locator('.questions a', { hasText: 'Beute' }).click()
    await page.getByRole('heading', { level: 2, name: 'Beute: Monster' }).waitFor()
    await context.close()
  })

  it('lead to pages in the same language', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    const elsewhere: string[] = []
    for (const path of ['/items', '/no/such/page', '/docs', '/docs/guides/quick-start', '/docs/endpoints/items.list']) {
      await page.goto(addressOf(path, 'ko'))
      elsewhere.push(...(await page.evaluate<string[]>(linksElsewhere)))
    }
    await context.close()
    expect(elsewhere).toEqual([])
  })

  it('keep their language during sign-in', async () => {
    const html = await (await fetch(addressOf('/dashboard', 'ko'))).text()
    expect(html).toContain('return_to=%2Fdashboard%3Flocale%3Dko%23signed-in')
  })
})
