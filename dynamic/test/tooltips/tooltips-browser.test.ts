// Tests `/tooltips.js` in a real browser, on pages of another origin.
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeTestBundle } from '../../../build/test/test-bundle.ts'
import { hasBrowser, openBrowser } from '../fixtures/browser.ts'
import { openFixture, type Fixture } from '../fixtures/test-service.ts'
import { listen, newTooltipKey, openFront, writeTooltipWorld, type Front } from './tooltip-world.ts'

const blade = (rank: number) => `id.item.gloam_blade_${rank}001`

interface Options extends BrowserContextOptions {
  /** Attributes of the script tag. */
  script?: string
  style?: string
  /** Whether the test controls the clock of the page. */
  hasClock?: boolean
  /** The site of the page. */
  from?: Awaited<ReturnType<typeof listen>>
}

/** A timeout for busy machines. */
const pollOptions = { timeout: 60_000 }

describe.skipIf(!hasBrowser('embedded tooltips'))('a page of another origin', () => {
  let fixture: Fixture
  let key: string
  let front: Front
  let fan: Awaited<ReturnType<typeof listen>>
  let stranger: Awaited<ReturnType<typeof listen>>
  let browser: Browser
  let html = ''
  let headers: Record<string, string> = {}
  let page: Page
  let errors: string[] = []
  let warnings: string[] = []

  beforeAll(async () => {
    fixture = openFixture()
    const ptr = { branch: 'ptr', version: '1.0.0', parent: { branch: 'main', version: '1.0.0' } }
    const dawn = { items: [{ id: blade(5), name: 'Dawn Blade', rarity: 'rare' }] }
    await fixture.import(
      [
        await writeTooltipWorld(join(fixture.dataDir, 'bundle')),
        writeTestBundle(join(fixture.dataDir, 'ptr'), ptr, dawn),
      ],
      { acceptAnomalies: true },
    )
    front = await openFront(await fixture.serve())
    const pages = () =>
      listen((_req, res) => void res.writeHead(200, { 'content-type': 'text/html', ...headers }).end(html))
    ;[fan, stranger] = [await pages(), await pages()]
    key = await newTooltipKey(fixture.dataDir, [fan.origin])
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await Promise.all([front.close(), fan.close(), stranger.close()])
    await fixture.close()
  })
  beforeEach(() => {
    front.seen.length = 0
    front.state = 'up'
    headers = {}
    errors = []
    warnings = []
  })
  afterEach(async () => {
    await page.context().close()
  })

  const link = (id: string, text = '', more = '') => `<a href="${front.origin}/items/${id}" ${more}>${text}</a>`

  /** Opens a page with this body in a fresh browser context. */
  async function open(
    body: string,
    { script = 'defer', style = '', from = fan, hasClock = false, ...context }: Options = {},
  ) {
    html = `<!doctype html><html lang="en"><meta charset="utf-8"><style>${style}</style>
      <script src="${front.origin}/tooltips.js" data-key="${key}" ${script}></script><body>${body}</body></html>`
    page = await (await browser.newContext({ viewport: { width: 900, height: 640 }, ...context })).newPage()
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text())
    })
    if (hasClock) await page.clock.install()
    await page.goto(from.origin)
  }

  const card = () => page.getByRole('tooltip')
  /** The text of the card once it is complete; name and rarity are shown while the rest is being loaded. */
  const cardText = () => card().locator('.card:not(:has(.wait))').innerText()
  const requested = (part: string) => front.seen.filter((line) => line.startsWith('GET ') && line.includes(part))
  const tooltipsAsked = () => requested('/tooltip').filter((line) => !line.includes('tooltips.js'))
  const styleOf = (selector: string, property: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).getPropertyValue('${property}')`)
  const colourOf = (selector: string) => styleOf(selector, 'color')
  const named = (count: number) =>
    expect.poll(() => page.locator('[data-item-rarity]').count(), pollOptions).toBe(count)

  describe('names and colours', () => {
    it('are applied to every link from one file, without requests for tooltips', async () => {
      await open(
        [1, 4, 8].map((rank) => link(blade(rank), '', `id="r${rank}"`)).join(' ') +
          `<a id="api" href="${front.origin}/v2/items/${blade(5)}">my own words</a>
           <span id="span" data-item="Id_Item_GloamBlade_6001">Id_Item_GloamBlade_6001</span>
           <a id="other" href="https://elsewhere.example/items/${blade(5)}">elsewhere</a>
           <a id="list" href="${front.origin}/items">all</a>`,
      )
      await named(5)
      expect(await page.locator('#r1').textContent()).toBe('Gloam Blade')
      expect(await page.locator('#api').textContent()).toBe('my own words')
      expect(await page.locator('#span').textContent()).toBe('Gloam Blade')
      expect(await page.locator('#span').getAttribute('tabindex')).toBe('0')
      expect(await page.locator('#r4').getAttribute('aria-description')).toBe('Rare')
      expect(await colourOf('#r4')).toBe('rgb(23, 97, 160)')
      expect(await colourOf('#r8')).toBe('rgb(178, 40, 28)')
      expect(await page.locator('#other').textContent()).toBe('elsewhere')
      expect(await page.locator('#list').textContent()).toBe('all')
      await page.waitForTimeout(300)
      expect(new Set(requested('/names'))).toEqual(new Set(['GET /v2/items/names']))
      expect(tooltipsAsked()).toEqual([])
      expect(errors).toEqual([])
    })

    it('belong to the same patch and branch as the tooltip on hover', async () => {
      const [main, ptr] = [`data-at-patch="1.0.0"`, `data-at-patch="1.0.0" data-branch="ptr"`]
      await open(link(blade(5), '', `id="main" ${main}`) + link(blade(5), '', `id="ptr" ${ptr}`))
      await named(2)
      expect(await page.locator('#main').textContent()).toBe('Gloam Blade')
      expect(await page.locator('#ptr').textContent()).toBe('Dawn Blade')
      await page.hover('#ptr')
      expect(await cardText()).toContain('Dawn Blade')
    })

    it('appear even if the script runs before the body exists', async () => {
      await open(link(blade(5), '', 'id="a"'), { script: '' })
      await named(1)
      await page.hover('#a')
      await card().waitFor()
      expect(errors).toEqual([])
    })

    it('are applied to links that are added later, and adapt to a page that turns dark', async () => {
      await open(link(blade(5), '', 'id="first"'))
      await named(1)
      await page.evaluate(
        `document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(link(blade(2), '', 'id="late"'))})`,
      )
      await named(2)
      expect(await page.locator('#late').textContent()).toBe('Gloam Blade')
      await page.evaluate(`document.body.style.background = '#111'`)
      await expect.poll(() => colourOf('#first'), pollOptions).toBe('rgb(196, 147, 247)')
      expect(new Set(requested('/names')).size).toBe(1)
    })

    it('are not computed again for unchanged links when something else of the page changes', async () => {
      await open(Array.from({ length: 100 }, () => link(blade(5))).join(' '))
      await named(100)
      // Waits until the changes by the names themselves have been processed.
      await page.waitForTimeout(300)
      await page.evaluate(`{
        window.looks = 0
        const { getComputedStyle } = window
        window.getComputedStyle = (element) => (window.looks += 1, getComputedStyle(element))
        document.body.append('text', document.createElement('p'))
      }`)
      await page.waitForTimeout(300)
      expect(await page.evaluate('window.looks')).toBe(0)
      await page.evaluate(`document.querySelector('p').innerHTML = ${JSON.stringify(`<b>${link(blade(2))}</b>`)}`)
      await named(101)
      // Only the added link may be examined, with its ancestors, before and after it gets its name.
      expect(await page.evaluate('window.looks')).toBeLessThan(20)
    })

    it('are restored if a page removes the text of a link', async () => {
      await open(link(blade(5), '', 'id="a"'))
      await named(1)
      await page.evaluate(`document.querySelector('#a').textContent = ''`)
      await expect.poll(() => page.locator('#a').textContent(), pollOptions).toBe('Gloam Blade')
    })

    it('follow the language of the page, unless the script tag or the link names one', async () => {
      const links = link(blade(5), '', 'id="a"') + link(blade(5), '', 'id="en" data-locale="en"')
      await open(links + link(blade(5), 'my words', 'id="own"'))
      await named(3)
      await page.hover('#a')
      expect(await cardText()).toContain('Epic')
      await page.evaluate(`document.documentElement.lang = 'de-AT'`)
      await expect.poll(() => page.locator('#a').textContent(), pollOptions).toBe('Dämmerklinge')
      expect(await page.locator('#a').getAttribute('aria-description')).toBe('Episch')
      expect(await page.locator('#own').getAttribute('aria-description')).toBe('Episch')
      expect(await page.locator('#en').textContent()).toBe('Gloam Blade')
      expect(await page.locator('#own').textContent()).toBe('my words')
      // If the pointer rests on the link, the card may appear again in the new language.
      const isOld = async () => (await card().isVisible()) && (await cardText()).includes('Epic')
      await expect.poll(isOld, pollOptions).toBe(false)
      await page.mouse.move(600, 600)
      await page.hover('#a')
      await card().waitFor()
      await expect.poll(cardText, pollOptions).toContain('Episch')
      await page.evaluate(`document.documentElement.lang = 'en'`)
      await expect.poll(() => page.locator('#a').textContent(), pollOptions).toBe('Gloam Blade')
      await page.context().close()
      await open(link(blade(5), '', 'id="a"'), { script: 'data-locale="en" defer' })
      await named(1)
      await page.evaluate(`document.documentElement.lang = 'de'`)
      await page.waitForTimeout(300)
      expect(await page.locator('#a').textContent()).toBe('Gloam Blade')
    })

    it('are replaced by the original text if a link no longer refers to an item, even after a change of language', async () => {
      await open(link(blade(5), 'my words', 'id="a"'), { script: 'data-names="all" defer' })
      await expect.poll(() => page.locator('#a').textContent(), pollOptions).toBe('Gloam Blade')
      await page.evaluate(`document.documentElement.lang = 'de'`)
      await expect.poll(() => page.locator('#a').textContent(), pollOptions).toBe('Dämmerklinge')
      await page.evaluate(`document.querySelector('#a').href = 'https://elsewhere.example/'`)
      await expect.poll(() => page.locator('#a').textContent(), pollOptions).toBe('my words')
    })

    it('follow a change of the address of a link, and are removed if it no longer refers to an item', async () => {
      await open(link(blade(4), '', 'id="a"') + '<span id="span" data-item="Id_Item_GloamBlade_8001"></span>')
      await named(2)
      await page.evaluate(`document.querySelector('#a').href = '${front.origin}/items/id.item.blind_ruby_4001'`)
      await expect.poll(() => page.locator('#a').textContent(), pollOptions).toBe('Blind Ruby')
      await page.evaluate(`{
        document.querySelector('#a').href = 'https://elsewhere.example/'
        document.querySelector('#span').removeAttribute('data-item')
      }`)
      await named(0)
      for (const selector of ['#a', '#span'])
        expect(await page.evaluate(`document.querySelector('${selector}').getAttributeNames()`)).toEqual(
          selector === '#a' ? ['href', 'id'] : ['id'],
        )
    })

    it('are in the language of the page or of the link', async () => {
      const inGerman =
        link(blade(5), '', 'id="de" data-locale="de"') + link(blade(5), '', 'id="at" data-locale="de-AT"')
      await open(inGerman + link(blade(5), '', 'id="en"'))
      await named(3)
      expect(await page.locator('#at').textContent()).toBe('Dämmerklinge')
      expect(await page.locator('#de').textContent()).toBe('Dämmerklinge')
      expect(await page.locator('#de').getAttribute('aria-description')).toBe('Episch')
      expect(await page.locator('#en').textContent()).toBe('Gloam Blade')
    })

    it('replace all texts, or none, as the script tag says', async () => {
      await open(link(blade(5), 'my words', 'id="a"'), { script: 'data-names="all" defer' })
      await expect.poll(() => page.locator('#a').textContent(), pollOptions).toBe('Gloam Blade')
      await page.context().close()
      await open(link(blade(5), '', 'id="a"'), { script: 'data-names="none" defer' })
      await named(1)
      expect(await page.locator('#a').textContent()).toBe('')
    })
  })

  describe('a card', () => {
    it('appears on hover, with one request for all links to the item', async () => {
      await open(
        `<p>${link(blade(5), '', 'id="a"')}</p><p style="margin-top:400px">${link(blade(5), '', 'id="b"')}</p>`,
      )
      await named(2)
      await page.hover('#a')
      await card().waitFor()
      const text = await cardText()
      for (const part of [
        'Gloam Blade',
        'Epic',
        'Main Hand',
        'Weapon Damage',
        '34–38',
        'Move Speed',
        '−8',
        'Forged where',
      ])
        expect(text).toContain(part)
      await page.mouse.move(600, 300)
      await card().waitFor({ state: 'hidden' })
      await page.hover('#b')
      await card().waitFor()
      expect(tooltipsAsked()).toEqual([`GET /v2/items/${blade(5)}/tooltip`])
      expect(requested('/codex/assets/')).toHaveLength(1)
    })

    it('is not requested if the pointer only passes by', async () => {
      await open(link(blade(5), '', 'id="a"'))
      await named(1)
      // Both events are sent at once, because on a busy machine two moves of the mouse may be so far apart that they
      // count as intent.
      const over = `dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))`
      await page.evaluate(`document.querySelector('#a').${over}; document.body.${over}`)
      await page.waitForTimeout(400)
      expect(tooltipsAsked()).toEqual([])
      expect(await card().count()).toBe(0)
    })

    it('appears on focus, describes its link, and disappears on Escape', async () => {
      await open(link(blade(5), '', 'id="a"') + link(blade(6), '', 'id="b"'))
      await named(2)
      await page.keyboard.press('Tab')
      await card().waitFor()
      const describedBy = await page.locator('#a').getAttribute('aria-describedby')
      expect(await page.locator(`#${describedBy}`).getAttribute('role')).toBe('tooltip')
      const session = await page.context().newCDPSession(page)
      const { nodes } = (await session.send('Accessibility.getFullAXTree')) as {
        nodes: { role?: { value?: unknown }; description?: { value?: unknown } }[]
      }
      const description = nodes.find(
        ({ role, description }) => role?.value === 'link' && description?.value,
      )?.description
      expect(String(description?.value)).toMatch(/Gloam Blade Epic.*Weapon Damage 34–38.*Gear score 48/s)
      await page.keyboard.press('Escape')
      await card().waitFor({ state: 'hidden' })
      expect(await page.locator('#a').getAttribute('aria-describedby')).toBeNull()
      expect(await page.evaluate('document.activeElement.id')).toBe('a')
      await page.keyboard.press('Tab')
      await card().waitFor()
      expect(await cardText()).toContain('Legendary')
      await page.keyboard.press('Tab')
      await card().waitFor({ state: 'hidden' })
    })

    it('stays on focus if the page scrolls beneath a resting pointer, and disappears when the pointer moves', async () => {
      await open(`${'<p>Nothing.</p>'.repeat(80)}${link(blade(5), '', 'id="a"')}`)
      await named(1)
      await page.mouse.move(300, 300)
      const over = `document.addEventListener('pointerover', () => (window.movedBeneath = true), { once: true })`
      await page.evaluate(over)
      await page.keyboard.press('Tab')
      await page.waitForFunction('window.movedBeneath')
      await card().waitFor()
      // Longer than a card stays after the pointer has left it.
      await page.waitForTimeout(400)
      expect(await card().isVisible()).toBe(true)
      await page.mouse.move(310, 200, { steps: 4 })
      await card().waitFor({ state: 'hidden' })
    })

    it('stays while the pointer is on it, and disappears when the pointer leaves', async () => {
      await open(`<div style="padding:60px">${link(blade(5), '', 'id="a"')}</div>`, { hasClock: true })
      await named(1)
      await page.hover('#a')
      await card().waitFor()
      const box = await card().boundingBox()
      if (!box) throw new Error('the card has no box')
      // The clock is stopped, because on a busy machine the pointer may take longer to arrive than a card waits for it.
      await page.clock.pauseAt(Date.now() + 1000)
      await page.mouse.move(box.x + 40, box.y + 60, { steps: 12 })
      await page.clock.runFor(500)
      expect(await card().isVisible()).toBe(true)
      await page.mouse.move(800, 600, { steps: 5 })
      await page.clock.resume()
      await card().waitFor({ state: 'hidden' })
    })

    it('shows the details of an instance from the attributes of the link', async () => {
      const says = `data-quantity="5" data-primary-weapon-damage="33" data-secondary-armor-penetration="2.5:blind_ruby_4001"
        data-secondary-will="9" data-found-by="Mira" data-is-tradeable="false" data-amount="12000" data-class="warden"`
      await open(link(blade(5), '', `id="a" ${says}`))
      await named(1)
      await page.hover('#a')
      await card().waitFor()
      const text = (await cardText()).replaceAll(/\s+/g, ' ')
      for (const part of [
        'Gloam Blade x5',
        'Weapon Damage 33',
        'Armor Penetration +2.5% Blind Ruby',
        'Will 9',
        'Found by Mira',
      ])
        expect(text).toContain(part)
      for (const part of ['Bound', 'Gold 12,000', 'Some values are out of range']) expect(text).toContain(part)
      expect(text).not.toContain('Not for this class')
    })

    it('escapes texts', async () => {
      await open(link('id.item.hostile', '', 'id="a"'))
      await named(1)
      expect(await page.locator('#a').textContent()).toBe('<img src=x onerror=alert(1)>')
      await page.hover('#a')
      await card().waitFor()
      expect(await cardText()).toContain('</p><b>bold')
      expect(await page.locator('img[src="x"]').count()).toBe(0)
    })

    it.each([
      ['top left', 'left:0;top:0'],
      ['top right', 'right:0;top:0'],
      ['bottom left', 'left:0;bottom:0'],
      ['bottom right', 'right:0;bottom:0'],
    ])('stays inside the viewport, from a link at the %s', async (_where, style) => {
      await open(`<div style="position:fixed;${style}">${link(blade(5), '', 'id="a"')}</div>`, {
        viewport: { width: 360, height: 420 },
      })
      await named(1)
      await page.hover('#a')
      await card().waitFor()
      const box = await card().boundingBox()
      if (!box) throw new Error('the card has no box')
      expect(box.x).toBeGreaterThanOrEqual(8)
      expect(box.y).toBeGreaterThanOrEqual(8)
      expect(box.x + box.width).toBeLessThanOrEqual(352)
      expect(box.y + box.height).toBeLessThanOrEqual(412)
    })

    it('disappears with its link', async () => {
      await open(link(blade(5), '', 'id="a"'))
      await named(1)
      await page.hover('#a')
      await card().waitFor()
      await page.evaluate(`document.querySelector('#a').remove()`)
      await card().waitFor({ state: 'hidden' })
    })

    it('appears above a dialog, which does not close on the Escape that closes the card', async () => {
      await open(`<dialog>${link(blade(5), '', 'id="a"')}<p style="height:200px"></p></dialog>`)
      await page.evaluate(`document.querySelector('dialog').showModal()`)
      await named(1)
      await page.hover('#a')
      await card().waitFor()
      await page.keyboard.press('Escape')
      await card().waitFor({ state: 'hidden' })
      expect(await page.evaluate(`document.querySelector('dialog').open`)).toBe(true)
    })

    it('that has scrolled out of view with its link leaves Escape to the page', async () => {
      await open(`${link(blade(5), '', 'id="a"')}<p style="height:3000px"></p>`)
      await named(1)
      await page.keyboard.press('Tab')
      await card().waitFor()
      await page.evaluate('scrollTo({ top: 2000, behavior: "instant" })')
      await card().waitFor({ state: 'hidden' })
      await page.evaluate(`document.addEventListener('keydown', () => document.body.append('pressed'))`)
      await page.keyboard.press('Escape')
      await expect.poll(() => page.locator('body').innerText(), pollOptions).toContain('pressed')
    })

    it('has no backdrop, even if the page styles backdrops', async () => {
      const style = '::backdrop{background:#000;display:block}'
      await open(link(blade(5), '', 'id="a"'), { style })
      await named(1)
      await page.hover('#a')
      await card().waitFor()
      const ground = `getComputedStyle(document.querySelector('[role=tooltip]'), '::backdrop')`
      const drawn = await page.evaluate<string[]>(`[${ground}.display, ${ground}.backgroundColor]`)
      expect(drawn[0] === 'none' || drawn[1] === 'rgba(0, 0, 0, 0)', drawn.join(' ')).toBe(true)
    })

    it('appears on the first tap; the second follows the link', async () => {
      await open(link(blade(5), '', 'id="a"'), { hasTouch: true })
      await named(1)
      await page.tap('#a')
      await card().waitFor()
      expect(page.url()).toBe(`${fan.origin}/`)
      await page.tap('#a')
      await page.waitForURL(`${front.origin}/items/${blade(5)}`)
    })

    it('prevents only the first tap if the item does not exist; the next one follows the link', async () => {
      await open(link('id.item.gone_5001', 'Gone', 'id="a"'), { hasTouch: true })
      await page.tap('#a')
      expect(page.url()).toBe(`${fan.origin}/`)
      await page.waitForTimeout(500)
      await page.tap('#a')
      await page.waitForURL(`${front.origin}/items/id.item.gone_5001`)
    })

    it('is not animated if the user prefers reduced motion', async () => {
      await open(link(blade(5), '', 'id="a"'), { reducedMotion: 'reduce' })
      await named(1)
      await page.hover('#a')
      await card().waitFor()
      const inCard = `document.querySelector('[role=tooltip]').shadowRoot.querySelector('.card')`
      expect(await page.evaluate(`getComputedStyle(${inCard}).animationName`)).toBe('none')
    })
  })

  describe('a content security policy that forbids inline styles and scripts', () => {
    it('changes nothing', async () => {
      headers = {
        'content-security-policy': `default-src 'none'; script-src ${front.origin}; connect-src ${front.origin}; img-src ${front.origin}`,
      }
      await open(link(blade(4), '', 'id="a"'))
      await named(1)
      expect(await colourOf('#a')).toBe('rgb(23, 97, 160)')
      await page.hover('#a')
      await card().waitFor()
      expect(await styleOf('[role=tooltip]', 'position')).toBe('fixed')
      await expect.poll(() => card().locator('img').count(), pollOptions).toBe(1)
    })
  })

  describe('an origin that the key does not allow', () => {
    it('gets names, colors and a card without details, and logs the reason once', async () => {
      await open(link(blade(5), '', 'id="a"') + link(blade(6), '', 'id="b"'), { from: stranger })
      await named(2)
      for (const [selector, rarity] of [
        ['#a', 'Epic'],
        ['#b', 'Legendary'],
        ['#a', 'Epic'],
      ] as const) {
        await page.hover(selector)
        await expect
          .poll(() => card().locator('.card').innerText(), pollOptions)
          .toMatch(new RegExp(`^Gloam Blade\\s+${rarity}\\s*$`))
      }
      expect(tooltipsAsked()).toHaveLength(2)
      expect(warnings.filter((text) => text.startsWith('tooltips.js'))).toEqual([
        `tooltips.js: Error: 403 The API key is not for ${stranger.origin}.`,
      ])
      expect(errors).toEqual([])
    })
  })

  describe('an outage of the service', () => {
    it.each(['failing', 'hanging'] as const)('(%s) leaves the page intact', async (state) => {
      front.state = state
      await open(link(blade(5), 'a fine blade', 'id="a"'))
      await page.hover('#a')
      await page.waitForTimeout(900)
      expect(await page.locator('#a').textContent()).toBe('a fine blade')
      expect(await page.locator('#a').getAttribute('href')).toBe(`${front.origin}/items/${blade(5)}`)
      expect(await card().count()).toBe(0)
      expect(errors).toEqual([])
    })

    it('that is short only delays names and colors', async () => {
      front.state = 'failing'
      await open(link(blade(5), '', 'id="a"'))
      await page.waitForTimeout(200)
      expect(await page.locator('#a').textContent()).toBe('')
      front.state = 'up'
      await named(1)
      expect(await page.locator('#a').textContent()).toBe('Gloam Blade')
    })

    it('before the script has loaded leaves the page as it is', async () => {
      const origin = front.origin
      html = `<script src="http://127.0.0.1:9/tooltips.js" defer></script>${link(blade(5), 'a fine blade', 'id="a"')}`
      page = await browser.newPage()
      await page.goto(fan.origin)
      expect(await page.locator('#a').textContent()).toBe('a fine blade')
      expect(await page.locator('#a').getAttribute('href')).toContain(origin)
    })
  })

  it('never sends the key in a URL', async () => {
    await open(link(blade(5), '', 'id="a"'))
    await page.hover('#a')
    await card().waitFor()
    expect(front.seen.filter((line) => line.includes(key))).toEqual([])
  })
})
