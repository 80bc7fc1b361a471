// Names that are code for a browser, of rows, of players and of keys: each page shows them as text, and runs nothing.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { join } from 'node:path'
import { writeTestBundle } from '../../../build/test/test-bundle.ts'
import { TestProvider } from '../../../dynamic/account/test/account-service.ts'
import { hasBrowser, openBrowser } from '../../../dynamic/test/fixtures/browser.ts'
import { liveWorld, noon, observe } from '../../../dynamic/test/fixtures/live-world.ts'
import { liveAt, openSampleFixture, type Fixture } from '../../../dynamic/test/fixtures/test-service.ts'
import { freePort } from '../../../scripts/test/free-port.ts'
import { openSite } from '../../server/open-site.ts'

const image = '"\'><img src=x onerror=globalThis.forged=1 data-forged>'
const payload = `</script></title>${image}<script>globalThis.forged=1</script>`
const shown = '<img src=x onerror='
const itemId = 'id.item.hostile_5001'

/** Observations of a feed, with the payload in every field that players choose. */
const named = (lines: readonly Readonly<Record<string, unknown>>[]) =>
  lines.map((line) => {
    const text = JSON.stringify(line, (name, value: unknown) =>
      ['seller', 'sender', 'message'].includes(name)
        ? `${String(value)}${payload}`
        : // Part of an address, which has no slashes.
          name === 'character'
          ? `${String(value)}${image}`
          : value,
    )
    return JSON.parse(text) as unknown
  })

describe.skipIf(!hasBrowser('hostile names'))('a name that is code', () => {
  let fixture: Fixture
  let provider: TestProvider
  let browser: Browser
  let url = ''

  beforeAll(async () => {
    fixture = await openSampleFixture()
    const item = { id: itemId, name: payload, description: payload, rarity: 'epic', type: 'weapon' }
    const bundle = writeTestBundle(join(fixture.dataDir, 'hostile'), '90.0.0', { items: [item] })
    await fixture.import([bundle], { acceptAnomalies: true })
    provider = new TestProvider()
    await provider.start()
    const port = await freePort()
    const account = {
      publicUrl: `http://127.0.0.1:${port}`,
      sessionSecret: 'a-session-secret-of-more-than-32-characters',
      provider: provider.options,
    }
    const live = await liveAt(fixture, noon)
    const service = await fixture.serve({ port, live, site: await openSite(fixture.dataDir), account })
    url = service.url
    await observe(service, 'market', named(liveWorld.market))
    await observe(service, 'trades', named(liveWorld.trades))
    await observe(service, 'leaderboards', named(liveWorld.leaderboards))
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await fixture.close()
    await provider.server.stop()
  })

  async function open(path: string): Promise<{ page: Page; refused: string[] }> {
    const context = await browser.newContext()
    onTestFinished(() => context.close())
    const page = await context.newPage()
    const refused: string[] = []
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refused.push(message.text())
    })
    await page.goto(url + path)
    return { page, refused }
  }

  const forgedOn = (page: Page) =>
    page.evaluate<unknown>(`[globalThis.forged ?? 0, document.querySelectorAll('[data-forged]').length]`)

  it.each([
    '/items',
    `/items/${itemId}`,
    `/patches/5`,
    '/search?q=img',
    `/compare?ids=${itemId}`,
    '/market',
    '/trades',
    '/leaderboards/7/solo',
    `/leaderboards/7/solo/${encodeURIComponent(`Vesper${image}`)}`,
  ])('is text on %s', async (path) => {
    const { page, refused } = await open(path)
    await expect.poll(() => page.locator('body').textContent(), { timeout: 30_000 }).toContain(shown)
    expect([await forgedOn(page), refused]).toEqual([[0, 0], []])
  })

  it('is text on the dashboard if it is the name of a key', async () => {
    const { page, refused } = await open('/dashboard')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByText('Signed in as').waitFor()
    await page.getByRole('main').getByLabel('Name').fill(payload.slice(0, 60))
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('region', { name: 'New API key' }).waitFor()
    await page.reload()
    await expect.poll(() => page.locator('main').textContent(), { timeout: 30_000 }).toContain(shown)
    expect([await forgedOn(page), refused]).toEqual([[0, 0], []])
  })

  it('negative control: it is detected if it is markup', async () => {
    const { page, refused } = await open('/docs')
    await page.evaluate(`document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(payload)})`)
    await expect.poll(() => refused.length).toBeGreaterThan(0)
    expect(await forgedOn(page)).not.toEqual([0, 0])
  })
})
