// Budgets of pages for everything but time, which `npm run bench -- site` measures.
import pLimit from 'p-limit'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { measurePage, pageKinds } from '../../../scripts/bench/measure/page-figures.ts'
import { hasBrowser, openBrowser } from '../../../dynamic/test/fixtures/browser.ts'
import { inTurn } from '../../../scripts/test/long-form.ts'
import { openSiteFixture, type SiteFixture } from '../site-service.ts'

const maxScriptBytes = 60_000
const maxLayoutShift = 0.02

describe.skipIf(!hasBrowser('budgets of pages'))('every kind of page', () => {
  let fixture: SiteFixture
  let browser: Browser
  beforeAll(async () => {
    fixture = await openSiteFixture()
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await fixture.close()
  })

  const viewports = [
    { name: 'a screen', width: 1440, height: 900 },
    { name: 'a phone', width: 360, height: 800 },
  ]

  it.each(viewports)(
    'stands still and is light on $name',
    async (viewport) => {
      const measured = async ([kind, path]: readonly [kind: string, path: string]) => {
        const { shift, scriptBytes } = await measurePage(browser, fixture.url + path, { slowdown: 1, viewport })
        expect(shift, kind).toBeLessThan(maxLayoutShift)
        expect(scriptBytes, kind).toBeLessThan(maxScriptBytes)
      }
      // In the short form, kinds of pages alternate between a screen and a phone.
      const kinds = (await pageKinds(fixture.url)).filter((_, at) => inTurn(viewports, at).includes(viewport))
      // Most of the time is waiting for what might move.
      await pLimit(4).map(kinds, measured)
    },
    240_000,
  )
})
