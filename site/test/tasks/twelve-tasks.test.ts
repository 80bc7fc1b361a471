// Twelve typical tasks of players and developers, done by pointer from the home page, with the steps of each.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, openBrowser } from '../../../dynamic/test/fixtures/browser.ts'
import { reusedPages, type OpenPage } from '../../../dynamic/test/fixtures/reused-pages.ts'
import { copiedBy, mayUseClipboard } from '../clipboard.ts'
import { openSiteFixture, type SiteFixture } from '../site-service.ts'
import { Visitor } from './visitor.ts'

interface Task {
  readonly task: string
  /** Number of clicks, choices and typed texts, as in `/docs/guides/how-it-is-tested`. */
  readonly steps: number
  readonly run: (visitor: Visitor, fixture: SiteFixture) => Promise<void>
}

const tasks: readonly Task[] = [
  {
    task: 'compare two weapons',
    steps: 7,
    async run(visitor) {
      for (const name of ['epic gloam blade', 'legendary gloam blade']) {
        await visitor.search(name)
        await visitor.click(visitor.page.getByRole('button', { name: 'Add to comparison' }))
      }
      await visitor.click(visitor.page.getByRole('link', { name: 'Compare 2' }))
      await visitor.page.waitForURL('**/compare?*')
      const text = await visitor.main.innerText()
      for (const words of ['Epic', 'Legendary', 'Weapon Damage', 'Gear score']) expect(text).toContain(words)
    },
  },
  {
    task: 'sort items by gear score',
    steps: 2,
    async run(visitor) {
      await visitor.menu('Items')
      await visitor.click(visitor.page.getByRole('columnheader', { name: 'Gear score' }).getByRole('link'))
      const scores = visitor.main.locator('tbody td[data-label="Gear score"]')
      await visitor.page.waitForURL('**sort=-gear_score**')
      const numbers = (await scores.allInnerTexts()).map(Number)
      expect(numbers.length).toBeGreaterThan(10)
      expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
    },
  },
  {
    task: 'see what changed for my class',
    steps: 3,
    async run(visitor) {
      await visitor.search('warden')
      await visitor.click(visitor.main.locator('.chips a').first())
      await visitor.page.waitForURL('**/classes/**/patches/**')
      expect(await visitor.main.innerText()).toMatch(/\d+ (up|down)|Up|Down/)
    },
  },
  {
    task: 'get a typed client',
    steps: 2,
    async run(visitor, { url }) {
      await visitor.menu('API')
      await visitor.click(visitor.page.getByRole('link', { name: 'JavaScript client' }).first())
      await visitor.page.getByText('npm install').first().waitFor()
      const [command = ''] = /npm install \S+/.exec(await visitor.main.innerText()) ?? []
      expect((await fetch(new URL(new URL(command.split(' ').at(-1) ?? '').pathname, url))).status).toBe(200)
    },
  },
  {
    task: 'download everything',
    steps: 3,
    async run(visitor) {
      await visitor.menu('API')
      await visitor.click(visitor.page.getByRole('link', { name: 'Bulk files' }).first())
      const download = visitor.page.waitForEvent('download')
      await visitor.click(visitor.main.getByRole('row').filter({ hasText: 'zstd' }).getByRole('link').last())
      expect(await (await download).failure()).toBeNull()
    },
  },
  {
    task: 'find items that can roll an attribute',
    steps: 2,
    async run(visitor) {
      await visitor.menu('Items')
      await visitor.choose(visitor.main.getByRole('combobox', { name: 'Attribute' }), 'Light Radius')
      await visitor.main.getByRole('list', { name: 'Active filters' }).getByText('Light Radius').waitFor()
      expect(await visitor.main.locator('tbody tr').count()).toBeGreaterThan(0)
    },
  },
  {
    task: 'see whether a price is good',
    steps: 2,
    async run(visitor) {
      await visitor.search('ember lantern price')
      await visitor.page.waitForURL('**/market/**')
      const text = await visitor.main.innerText()
      expect(text).toContain('median')
      expect(text).toMatch(/\d+% (below|above) median|at median/)
    },
  },
  {
    task: 'add tooltips to my own site',
    steps: 2,
    async run(visitor) {
      await visitor.menu('API')
      await visitor.click(visitor.page.getByRole('link', { name: 'Tooltips on your site' }).first())
      await visitor.main.getByRole('heading', { name: 'Live demo' }).waitFor()
      expect((await visitor.main.locator('pre').allInnerTexts()).join()).toContain('/tooltips.js')
      await visitor.main.locator('.tooltip-demo a').first().hover()
      await visitor.page.getByRole('tooltip').waitFor()
    },
  },
  {
    task: 'see which monster drops an item and how likely',
    steps: 2,
    async run(visitor) {
      await visitor.search('epic ember lantern')
      await visitor.main.getByRole('heading', { name: 'Dropped by' }).waitFor()
      expect(await visitor.main.innerText()).toMatch(/1 in [\d,]+/)
    },
  },
  {
    task: 'find all quests that need an item',
    steps: 2,
    async run(visitor, { url }) {
      await visitor.search(await wantedByQuests(url))
      const needing = visitor.main.getByRole('heading', { name: 'Required by quests' })
      await needing.waitFor()
      expect(await visitor.main.locator('a[href^="/quests/"]').count()).toBeGreaterThan(0)
    },
  },
  {
    task: 'get a command for a chat',
    steps: 2,
    async run(visitor, { url }) {
      await visitor.menu('API')
      await visitor.click(visitor.page.getByRole('link', { name: 'Chat bots' }).first())
      await visitor.main.getByText('/v2/chat/items?name=').first().waitFor()
      const [target = ''] = /\/v2\/chat\/items\?name=/.exec(await visitor.main.innerText()) ?? []
      expect(await (await fetch(`${url}${target}ember%20lantern`)).text()).toContain('Ember Lantern')
    },
  },
  {
    task: 'find epic weapons of a class in an old patch, with the request',
    steps: 6,
    async run(visitor, { url }) {
      await visitor.menu('Items')
      // The browser loads the other patches when it is idle.
      const patches = visitor.page.getByRole('combobox', { name: 'Patch' })
      await patches.locator('option').nth(1).waitFor({ state: 'attached' })
      await visitor.choose(patches, 'Embers Below')
      for (const [control, words] of [
        ['Rarity', /^Epic/],
        ['Type', /^Weapon/],
      ] as const) {
        const choices = visitor.main.getByRole('group', { name: control, exact: true })
        await visitor.tick(choices.getByRole('checkbox', { name: words }))
      }
      await visitor.choose(visitor.main.getByRole('combobox', { name: /^Required class/ }), 'Warden')
      const button = visitor.main.getByRole('button', { name: 'Copy URL' })
      await visitor.click(button)
      let text = ''
      await expect.poll(async () => (text = await copiedBy(button))).toContain(url)
      const copied = new URL(text)
      const { rarity, type, required_class: of, patch } = Object.fromEntries(copied.searchParams)
      expect([rarity, type, of, patch]).toEqual(['epic', 'weapon', 'warden', '1'])
      const { body } = (await (await fetch(copied)).json()) as { body: readonly { readonly rarity: string }[] }
      expect(body.length).toBeGreaterThan(0)
    },
  },
]

/** The name of an item that a quest requires. */
async function wantedByQuests(url: string): Promise<string> {
  const answer = await fetch(`${url}/v2/quests?limit=200&embed=quest_contents&locale=en`)
  const asked = JSON.stringify(await answer.json()).matchAll(/"target_archetype":"(id\.item\.[^"]+)"/g)
  for (const [, archetype = ''] of asked) {
    const found = await fetch(`${url}/v2/items?archetype=${archetype}&limit=1`)
    const [item] = ((await found.json()) as { body: { name: string; rarity: string }[] }).body
    if (item) return `${item.rarity} ${item.name}`
  }
  throw new Error('No quest of the sample world asks for an item')
}

describe.skipIf(!hasBrowser('twelve tasks'))('from the home page, by pointer', () => {
  let fixture: SiteFixture
  let browser: Browser
  let openPage: OpenPage
  const figures: string[] = []
  beforeAll(async () => {
    fixture = await openSiteFixture()
    browser = await openBrowser()
    openPage = reusedPages(browser, { viewport: { width: 1280, height: 900 }, ...mayUseClipboard })
  })
  afterAll(async () => {
    console.info(figures.join('\n'))
    await browser.close()
    await fixture.close()
  })

  it.each(tasks)('$task: $steps steps', async ({ task, steps, run }) => {
    const page = await openPage()
    page.context().setDefaultTimeout(60_000)
    await page.goto(fixture.url)
    const visitor = new Visitor(page)
    await run(visitor, fixture)
    figures.push(`${task}: ${visitor.steps} steps, ${visitor.seconds.toFixed(1)} s`)
    expect(visitor.steps).toBe(steps)
  })
})
