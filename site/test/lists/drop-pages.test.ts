// The drop explorer, on the sample world, by readers without scripts.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../../../dynamic/test/fixtures/browser.ts'
import { openBrowsedSite, type OpenedSite } from '../open-site.ts'

const withoutScripts = { javaScriptEnabled: false }
const lantern = 'id.item.ember_lantern_5001'

describe.skipIf(!hasBrowser('the drop explorer'))('the drop explorer', () => {
  let site: OpenedSite
  let page: Page
  beforeAll(async () => {
    site = await openBrowsedSite()
  })
  afterAll(() => site.close())

  const at = async (path: string) => {
    page = (await site.open(path, withoutScripts)).page
  }
  const words = async (selector: string) =>
    (await page.locator(selector).allTextContents()).map((text) => text.replace(/\s+/g, ' ').trim())

  it('finds an item by its name, and links from it to a map and back', async () => {
    await at('/explore')
    await page.getByRole('main').getByRole('link', { name: 'Drop explorer' }).click()
    await page.getByLabel('Item, monster, spawner or map').fill('ember lantern')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Ember Lantern, Epic' }).click()
    expect(new URL(page.url()).searchParams.get('id')).toBe(lantern)
    await page.locator('td[data-label=Maps] a').first().click()
    expect((await words('main h3')).slice(0, 2)).toEqual(['By gold per kill', 'By item'])
    await page.locator('tbody th a', { hasText: 'Ember Lantern' }).first().click()
    expect(new URL(page.url()).searchParams.get('id')).toMatch(/^id\.item\.ember_lantern_/)
  })

  it('shows the chance that the API reports, and the kills that follow from it', async () => {
    await at(`/drops?id=${lantern}&kills=500`)
    const call = (await page.locator('.api-call code').first().textContent())?.replace('GET ', '') ?? ''
    const { body } = (await (await fetch(site.origin + call)).json()) as {
      body: { entries: { item_id: string; probability: number }[] }[]
    }
    const chances = body.flatMap(({ entries }) =>
      entries.filter(({ item_id: id }) => id === lantern).map(({ probability }) => probability),
    )
    const [first = 0] = chances.toSorted((a, b) => b - a)
    const kills = Math.ceil(Math.log(0.1) / Math.log(1 - first))
    expect((await words('td[data-label="90% after"]'))[0]).toBe(`${kills.toLocaleString('en')} kills`)
    const after = Number((await words('td[data-label="In 500 kills"]'))[0]?.replace('%', ''))
    expect(after / 100).toBeCloseTo(1 - (1 - first) ** 500, 2)
  })

  it('has lower chances without luck, and counts only the chosen rarity', async () => {
    const itemsAt = async (query: string) => {
      await at(`/drops?id=id.monster.bog_wight_common${query}`)
      return (await words('tbody th')).length
    }
    const [all, unlucky, rare] = [await itemsAt(''), await itemsAt('&luck=0'), await itemsAt('&rarity=rare')]
    expect(unlucky).toBeLessThan(all)
    expect(rare).toBeLessThan(all)
  })

  it('says if nothing is found', async () => {
    await at('/drops?id=id.item.nobody_1001')
    expect(await page.getByRole('status').textContent()).toContain('id.item.nobody_1001')
    await at('/drops?q=zzzzqq')
    expect(await page.getByRole('status').textContent()).toContain('zzzzqq')
  })

  it('shows the patch in its URL', async () => {
    await at(`/drops?id=${lantern}&patch=1`)
    expect(await page.locator('.api-call code').first().textContent()).toContain('patch=1')
  })
})
