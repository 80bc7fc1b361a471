// What players look up: the home page, quests and recipes with all that belongs to them, classes, maps, monsters; read
// without scripts.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../../../dynamic/test/fixtures/browser.ts'
import { openBrowsedSite, type OpenedSite } from '../open-site.ts'

const withoutScripts = { javaScriptEnabled: false }

interface Listed {
  readonly body?: readonly Readonly<Record<string, unknown>>[]
  readonly rows?: readonly Readonly<Record<string, unknown>>[]
}

describe.skipIf(!hasBrowser('pages for players'))('pages for players', () => {
  let site: OpenedSite
  let page: Page
  beforeAll(async () => {
    site = await openBrowsedSite()
  })
  afterAll(() => site.close())

  async function at(path: string): Promise<Locator> {
    page = (await site.open(path, withoutScripts)).page
    return page.getByRole('main')
  }
  async function rowsOf(target: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const { body, rows } = (await (await fetch(site.origin + target)).json()) as Listed
    return body ?? rows ?? []
  }

  describe('the home page', () => {
    it('has a space before code', async () => {
      expect(await (await at('/')).innerText()).toContain('remaining quota in X-RateLimit-Remaining.')
    })

    it('begins with a search, and its example queries have results', async () => {
      const main = await at('/')
      await main.getByRole('searchbox').fill('gloam')
      await main.getByRole('button', { name: 'Search' }).click()
      await page.waitForURL((url) => url.pathname === '/search')
      await page.goBack()
      const questions = await main.locator('.questions a').all()
      expect(questions.length).toBeGreaterThan(1)
      for (const href of await Promise.all(questions.map((question) => question.getAttribute('href')))) {
        const html = await (await fetch(site.origin + (href ?? ''))).text()
        expect(html.split('<main')[1]).not.toContain('No results.')
      }
    })

    it('links to live data in words, without placeholders or explanations of what is missing', async () => {
      const main = await at('/')
      const words = (await main.locator('.figures a').allInnerTexts()).slice(1)
      expect(words).toEqual(['Population', 'Market', 'Trade chat'])
      expect(await main.innerText()).not.toContain('compared with the last 7 days')
      expect(await main.getByText(/^See Market, or Deals/).isVisible()).toBe(true)
    })

    it('shows game art and what the newest patch changed before any JSON', async () => {
      const main = await at('/')
      const top = async (one: Locator) => (await one.boundingBox())?.y ?? Infinity
      const json = await top(main.locator('pre').first())
      expect(await top(main.getByRole('list', { name: 'Monsters' }).locator('img').first())).toBeLessThan(json)
      expect(await top(main.getByRole('heading', { name: /^New in / }))).toBeLessThan(json)
      expect(await main.locator('.changed a').count()).toBeGreaterThan(0)
    })
  })

  it('quests are listed with merchant, objectives and rewards, and found by name', async () => {
    const main = await at('/quests?limit=5')
    const [first] = await rowsOf('/v2/quests?limit=1')
    const row = main
      .getByRole('row')
      .filter({ hasText: String(first?.title) })
      .first()
    expect(await row.locator('[data-label=Objectives]').innerText()).not.toBe('')
    expect(await row.locator('[data-label=Rewards] a').count()).toBeGreaterThan(0)
    expect(await main.getByRole('columnheader', { name: 'Merchant' }).count()).toBe(1)
    const found = await at(`/quests?name=${encodeURIComponent(String(first?.title).slice(1, 9))}`)
    expect(await found.getByRole('rowheader').allInnerTexts()).toContain(String(first?.title))
  })

  it('a quest names the previous quest, and describes every objective', async () => {
    const chained = (await rowsOf('/v2/quests?limit=100')).find(({ chapter_id: before }) => before !== undefined)
    const main = await at(`/quests/${String(chained?.id)}`)
    expect(await main.getByText('Previous quest', { exact: true }).count()).toBe(1)
    expect(await main.getByText('Chapter', { exact: true }).count()).toBe(0)
    expect(await main.locator('ol.steps li').allInnerTexts()).not.toContain('Do')
  })

  it('a recipe shows its output, its materials and the fee of the workshop', async () => {
    const [recipe] = await rowsOf('/v2/workshop_services?limit=1')
    const list = await at('/workshop_services')
    const row = list
      .getByRole('row')
      .filter({ hasText: String(recipe?.name) })
      .first()
    for (const head of ['Output', 'Materials'])
      expect(await row.locator(`[data-label=${head}] a`).count(), head).toBeGreaterThan(0)
    const main = await at(`/workshop_services/${String(recipe?.id)}`)
    for (const name of ['Output', 'Materials', 'Cost'])
      expect(await main.getByRole('heading', { name, exact: true }).count(), name).toBe(1)
  })

  it('the current cost of a recipe is the part that is loaded', async () => {
    const [recipe] = await rowsOf('/v2/workshop_services?limit=1')
    const part = await fetch(`${site.origin}/workshop_services/${String(recipe?.id)}/live`)
    const html = await part.text()
    for (const name of ['Cost today', 'Sells for', 'Profit']) expect(html).toContain(name)
    expect((await fetch(`${site.origin}/workshop_services/id.workshop_service.none/live`)).status).toBe(404)
  })

  it('a class shows what it can learn, with icons and effects, and no flags', async () => {
    const [perk] = await rowsOf('/v2/perks?limit=1')
    const [id] = perk?.classes as readonly string[]
    const main = await at(`/classes/${id ?? ''}`)
    const learned = main.getByRole('listitem').filter({ hasText: String(perk?.name) })
    expect(await learned.getByRole('img').or(learned.locator('svg, img')).count()).toBeGreaterThan(0)
    expect(await learned.getByRole('paragraph').count()).toBeGreaterThan(0)
    expect(await main.getByText('Usable', { exact: true }).count()).toBe(0)
    expect(await main.getByText('Default', { exact: true }).count()).toBe(0)
  })

  it('a map is drawn from the positions of its spawners', async () => {
    const placed = (await rowsOf('/v2/spawners?limit=250')).filter(({ location }) => 'x' in (location as object))
    const map = String(placed[0]?.map_id)
    const expected = placed.filter(({ map_id: id }) => id === map).length
    const main = await at(`/maps/${map}`)
    expect(await main.locator('figure > svg .point').count()).toBeGreaterThanOrEqual(expected)
    expect(await main.getByText(/of \d+ spawners have a fixed location/).count()).toBe(1)
  })

  it('monsters are listed with their portraits', async () => {
    const [monster] = await rowsOf('/v2/monsters?has_portrait=true&limit=1')
    const main = await at('/monsters?has_portrait=true')
    const row = main
      .getByRole('row')
      .filter({ hasText: String(monster?.name) })
      .first()
    expect(await row.locator('img').getAttribute('src')).toContain(String(monster?.portrait_url))
  })
})
