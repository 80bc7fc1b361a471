// A monster's model in a browser that draws in three dimensions, by software.
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../../../dynamic/test/fixtures/browser.ts'
import { violationsOn } from '../accessibility.ts'
import { openBrowsedSite, type OpenedSite } from '../open-site.ts'

/** Allows for software rendering on a busy machine. */
const pollOptions = { timeout: 60_000 }
/** So low that the frame is below the viewport. */
const low = { width: 480, height: 160 }
/** Small, because every pixel is rendered by software. */
const viewport = { width: 480, height: 640 }

describe.skipIf(!hasBrowser('the model viewer'))('the model viewer', () => {
  let site: OpenedSite
  let id = ''
  beforeAll(async () => {
    site = await openBrowsedSite(['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'])
    const answer = await fetch(`${site.origin}/v2/monsters?has_model=true&limit=1`)
    id = ((await answer.json()) as { body: { id: string }[] }).body[0]?.id ?? ''
  })
  afterAll(() => site.close())

  const model = (page: Page) => page.getByRole('img', { name: /^3D model of .*arrow keys/ })
  const picture = async (page: Page) =>
    sharp(await page.locator('model-viewer').screenshot())
      .raw()
      .toBuffer()

  it('is loaded when its frame becomes visible, draws, respects reduced motion, and is turned by the arrow keys', async () => {
    const { page, errors } = await site.open('/', { viewport: low, reducedMotion: 'reduce', colorScheme: 'dark' })
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.goto(`${site.origin}/monsters/${id}`)
    await page.waitForLoadState('networkidle')
    expect(requested.filter((url) => /show-model|\/model/.test(url))).toEqual([])

    const shift = page.evaluate<number>(
      `new Promise((resolve) => { let sum = 0
        new PerformanceObserver((list) => { for (const { value } of list.getEntries()) sum += value })
          .observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 2000) })`,
    )
    await page.setViewportSize(viewport)
    await page.locator('model-viewer.ready').waitFor(pollOptions)
    expect(await shift).toBeLessThan(0.02)
    const hint = page.getByText('Drag or use the arrow keys to rotate')
    expect(await hint.isVisible()).toBe(true)
    await page.emulateMedia({ media: 'print' })
    expect(await hint.isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })
    await model(page).focus()
    let before = await picture(page)
    const standsStill = async () => {
      const last = before
      before = await picture(page)
      return before.equals(last)
    }
    await expect.poll(standsStill, pollOptions).toBe(true)
    const { channels } = await sharp(await page.locator('model-viewer').screenshot()).stats()
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(10)
    expect(await page.getByRole('button', { name: 'Rotate' }).getAttribute('aria-pressed')).toBe('false')
    for (let n = 0; n < 8; n++) await page.keyboard.press('ArrowRight')
    expect(await hint.isVisible()).toBe(false)
    await expect.poll(async () => (await picture(page)).equals(before), pollOptions).toBe(false)

    expect(requested.filter((url) => /show-model|\/model/.test(url))).toHaveLength(2)
    expect(requested.filter((url) => !url.startsWith(`${site.origin}/`) && !url.startsWith('blob:'))).toEqual([])
    expect(errors).toEqual([])

    expect(await violationsOn(page), 'dark').toEqual([])
    await page.evaluate(`document.documentElement.dataset.theme = 'light'`)
    expect(await violationsOn(page, ['color-contrast']), 'light').toEqual([])
    await page.context().close()
  }, 240_000)

  it('waits for its page to load, turns by itself, stops on request, and restores the portrait', async () => {
    const { page, errors } = await site.open(`/monsters/${id}`, { viewport: { width: 480, height: 1600 } })
    await page.locator('model-viewer').waitFor({ ...pollOptions, state: 'attached' })
    const [loaded, began] = await page.evaluate<[number, number]>(
      `[performance.getEntriesByType('navigation')[0].loadEventStart,
        performance.getEntriesByType('resource').find(({ name }) => name.includes('show-model')).startTime]`,
    )
    expect(loaded).toBeGreaterThan(0)
    expect(began).toBeGreaterThanOrEqual(loaded)
    const turning = page.getByRole('button', { name: 'Rotate' })
    await turning.waitFor(pollOptions)
    expect(await turning.getAttribute('aria-pressed')).toBe('true')
    await turning.click()
    expect(await page.evaluate<boolean>(`document.querySelector('model-viewer').autoRotate`)).toBe(false)
    await page.getByRole('button', { name: '3D' }).click()
    expect(await page.locator('model-viewer').isVisible()).toBe(false)
    expect(await page.getByRole('img', { name: /^Portrait/ }).isVisible()).toBe(true)
    expect(errors).toEqual([])
    await page.context().close()
  }, 180_000)

  it('says if the model cannot be shown, and keeps the link to its file', async () => {
    const { page } = await site.open('/', { viewport })
    await page.route('**/model*', (route) => route.fulfill({ status: 200, body: 'no model' }))
    await page.goto(`${site.origin}/monsters/${id}`)
    await page.getByText('The model cannot be displayed.').waitFor(pollOptions)
    expect(await page.getByRole('img', { name: /^Portrait/ }).isVisible()).toBe(true)
    await page.context().close()
  }, 180_000)

  it('is a portrait and a link to the file, with its size, without scripts', async () => {
    const { page } = await site.open(`/monsters/${id}`, { javaScriptEnabled: false })
    const portrait = page.getByRole('img', { name: /^Portrait/ })
    expect([await portrait.getAttribute('width'), await portrait.getAttribute('height')]).toEqual(['256', '256'])
    const file = page.getByRole('link', { name: /^3D model/ })
    const bytes = await fetch(site.origin + ((await file.getAttribute('href')) ?? ''))
    const size = Math.round((await bytes.arrayBuffer()).byteLength / 1000)
    expect(await file.locator('..').textContent()).toContain(`.glb, ${size} kB`)
    expect(await page.getByRole('button', { name: '3D' }).count()).toBe(0)
    await page.context().close()
  })

  it('widens the content security policy only on its own pages', async () => {
    const policyOf = async (path: string) => (await fetch(site.origin + path)).headers.get('content-security-policy')
    expect(await policyOf(`/monsters/${id}`)).toContain("connect-src 'self' blob:")
    expect(await policyOf('/monsters')).not.toContain('connect-src')
  })
})
