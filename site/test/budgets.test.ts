// What pages cost their readers, but for time, which `npm run bench -- site` tells.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { measurePage, pageKinds } from '../../scripts/bench/page-figures.ts'
import { hasBrowser, openBrowser } from '../../dynamic/test/browser.ts'
import { openSiteHouse, type SiteHouse } from './site-house.ts'

const mostScriptBytes = 60_000
const mostShift = 0.02

describe.skipIf(!hasBrowser('budgets of pages'))('every kind of page', () => {
  let house: SiteHouse
  let browser: Browser
  beforeAll(async () => {
    house = await openSiteHouse()
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await house.close()
  })

  it.each([
    ['a screen', { width: 1440, height: 900 }],
    ['a phone', { width: 360, height: 800 }],
  ])(
    'stands still and is light on %s',
    async (_, viewport) => {
      for (const [kind, path] of await pageKinds(house.url)) {
        const { shift, scriptBytes } = await measurePage(browser, house.url + path, { slowdown: 1, viewport })
        expect(shift, kind).toBeLessThan(mostShift)
        expect(scriptBytes, kind).toBeLessThan(mostScriptBytes)
      }
    },
    240_000,
  )
})
