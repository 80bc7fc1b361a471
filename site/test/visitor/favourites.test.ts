// The list of favourites: what it asks for, and what other tabs do to it.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../../../dynamic/test/fixtures/browser.ts'
import { humanize } from '../../src/format/humanize.ts'
import { openBrowsedSite, type OpenedSite } from '../open-site.ts'

interface Kept {
  readonly id: string
  readonly list: string
  readonly name: string
}
interface Row {
  readonly id: string
  readonly name: string
  readonly rarity?: string
  readonly tier?: string
}

const fullName = ({ name, rarity, tier = '' }: Row) => `${name}, ${humanize(rarity ?? tier)}`

describe.skipIf(!hasBrowser('favourites'))('favourites', () => {
  let site: OpenedSite
  beforeAll(async () => {
    site = await openBrowsedSite()
  })
  afterAll(() => site.close())

  async function rowsOf(list: string, limit: number): Promise<(Row & Kept)[]> {
    const answer = await fetch(`${site.origin}/v2${list}?limit=${limit}`)
    const { body } = (await answer.json()) as { body: Row[] }
    return body.map((row) => ({ ...row, list }))
  }
  const stored = (kept: readonly Kept[]) =>
    `localStorage.setItem('favourites', ${JSON.stringify(JSON.stringify(kept))})`
  async function openWith(kept: readonly Kept[]): Promise<{ page: Page; targets: string[] }> {
    const { page } = await site.open('/robots.txt')
    await page.evaluate(stored(kept))
    const targets: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/v2/') && pathname !== '/v2/meta') targets.push(pathname)
    })
    await page.goto(`${site.origin}/favourites`)
    return { page, targets }
  }
  const names = (page: Page) => page.locator('.kept a').allTextContents()

  it('are requested per list, together with their prices', async () => {
    const [items, monsters] = await Promise.all([rowsOf('/items', 40), rowsOf('/monsters', 2)])
    const gone = { id: 'id.item.long_gone_1001', list: '/items', name: 'Formerly' }
    const kept = [...items, gone, ...monsters].map(({ id, list }) => ({ id, list, name: 'Formerly' }))
    const { page, targets } = await openWith(kept)
    await expect.poll(() => names(page)).toEqual([...items.map(fullName), 'Formerly', ...monsters.map(fullName)])
    await page.waitForLoadState('networkidle')
    expect(targets.toSorted()).toEqual(['/v2/items', '/v2/market/prices', '/v2/monsters'])
    expect(await page.getByText('is not in the current patch').count()).toBe(1)
    expect(await page.locator('.kept img').count()).toBeGreaterThan(0)
  })

  it('of one name are distinguished by their tier or rarity, on their buttons too', async () => {
    const wights = ['elite', 'nightmare'].map((tier) => ({
      ...{ id: `id.monster.bog_wight_${tier}`, list: '/monsters', name: 'Bog Wight' },
    }))
    const { page } = await openWith(wights)
    const full = ['Bog Wight, Elite', 'Bog Wight, Nightmare']
    await expect.poll(() => names(page)).toEqual(full)
    expect(await page.locator('.kept small').allTextContents()).toEqual(['Monsters', 'Monsters'])
    for (const name of full)
      expect(await page.getByRole('button', { name: `Remove ${name}`, exact: true }).count()).toBe(1)
  })

  it('have the names of their pages in every language', async () => {
    const kept = [...(await rowsOf('/monsters', 1)), ...(await rowsOf('/items', 1))]
    const titles: string[] = []
    for (const { list, id } of kept) {
      const { page } = await site.open(`${list}/${id}?locale=de`)
      titles.push((await page.title()).replace(' · Deepledger', ''))
    }
    const { page } = await openWith(kept)
    await page.goto(`${site.origin}/favourites?locale=de`)
    await expect.poll(() => names(page)).toEqual(titles)
  })

  it('leave the focus on the heading when the last is removed', async () => {
    const { page } = await openWith(await rowsOf('/monsters', 2))
    const focused = () => page.evaluate<string>('document.activeElement.localName')
    await page.locator('.kept button').first().focus()
    await page.keyboard.press('Enter')
    expect(await focused()).toBe('button')
    await page.keyboard.press('Enter')
    expect(await page.locator('.kept li').count()).toBe(0)
    expect(await focused()).toBe('h1')
  })

  it('appear when another tab adds them', async () => {
    const [first, second, third] = (await rowsOf('/monsters', 3)) as [Kept, Kept, Kept]
    const { page } = await openWith([first, third])
    await page.locator('.kept li').nth(1).waitFor()
    await page.evaluate(`${stored([second, first])}; dispatchEvent(new StorageEvent('storage'))`)
    await expect.poll(() => names(page)).toEqual([second, first].map(fullName))
    expect(await page.locator('.acts').getByRole('status').textContent()).toContain('2')
  })
})
