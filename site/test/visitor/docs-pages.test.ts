// The docs in a real browser: read, searched, copied from, without scripts, on a small screen.
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../../../dynamic/test/fixtures/browser.ts'
import { copied, copiedBy, mayUseClipboard } from '../clipboard.ts'
import { openBrowsedSite, type OpenedSite } from '../open-site.ts'

const withoutScripts = { javaScriptEnabled: false }

describe.skipIf(!hasBrowser('pages of the docs'))('the docs', () => {
  let site: OpenedSite
  beforeAll(async () => {
    site = await openBrowsedSite()
  })
  afterAll(() => site.close())

  /** The text that a button copies: its own value, or the block before it. */
  const textOf = async (button: Locator) => {
    const value = await button.getAttribute('data-copy')
    return (value ?? (await button.locator('xpath=preceding-sibling::*[1]').textContent()) ?? '').trim()
  }

  describe('the reference', () => {
    it('links from the overview to an endpoint, its parameters and an example that can be requested again', async () => {
      const { page, errors } = await site.open('/docs')
      await page.getByRole('main').getByRole('link', { name: '/v2/items', exact: true }).click()
      await page.waitForURL(/items\.list/)
      expect(await page.locator('#param-rarity').textContent()).toContain('rarity')
      const target = await page.locator('.example .status a').textContent()
      const answer = await fetch(site.origin + (target ?? ''))
      expect(answer.status).toBe(200)
      expect(await page.locator('.example .answer-headers').textContent()).toContain('application/json')
      expect(errors).toEqual([])
    })

    it('is the redirect target of /docs/endpoints', async () => {
      const answer = await fetch(`${site.origin}/docs/endpoints?locale=ja`, { redirect: 'manual' })
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/docs?locale=ja#reference'])
    })

    it('copies code that is ready to paste, in the language that was chosen last', async () => {
      const { page } = await site.open('/docs/endpoints/items.list', mayUseClipboard)
      const copyFrom = (panel: string) =>
        copiedBy(page.locator(`[data-panel=${panel}]`).getByRole('button', { name: 'Copy' }))
      await page.getByText('Python', { exact: true }).click()
      await expect.poll(() => copyFrom('python')).toMatch(/^import requests\n\nanswer = requests\.get\("http/)
      await page.goto(`${site.origin}/docs/endpoints/monsters.list`)
      expect(await page.locator('[data-panel=python]').isVisible()).toBe(true)
      expect(await page.locator('[data-panel=curl]').isVisible()).toBe(false)
      await page.getByText('curl', { exact: true }).first().click()
      await expect.poll(() => copyFrom('curl')).toMatch(/^curl .*'http:\/\/[^']+'$/)
    })

    it('shows the line of a chat command unchanged', async () => {
      const { page } = await site.open('/docs/endpoints/chat.items')
      expect(await page.locator('.example .answer-headers').textContent()).toContain('text/plain')
      expect(await page.locator('.example .answer').textContent()).toMatch(/^[^"\n]+\/items\S+\s*$/)
    })
  })

  describe('a guide', () => {
    it('is read in order, and its blocks are copied without a prompt sign', async () => {
      const { page, errors } = await site.open('/docs/guides/quick-start', mayUseClipboard)
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
      const buttons = page.locator('[data-copy-block]')
      for (let nth = 0; nth < (await buttons.count()); nth += 1) {
        const text = await textOf(buttons.nth(nth))
        await expect.poll(() => copiedBy(buttons.nth(nth))).toBe(text)
        expect(text).not.toMatch(/^\s*[$>#] /m)
        expect(text).not.toContain('localhost:8080')
      }
      expect(await buttons.count()).toBeGreaterThan(0)
      expect(errors).toEqual([])
    })

    it('links to its Markdown version, which is text', async () => {
      const { page } = await site.open('/docs/guides/paging', withoutScripts)
      const markdownHref = await page.getByRole('link', { name: 'This page as Markdown' }).getAttribute('href')
      expect(await page.locator('link[type="text/markdown"]').getAttribute('href')).toBe(markdownHref)
      expect(await (await fetch(site.origin + (markdownHref ?? ''))).text()).toMatch(/^# Paging/)
    })
  })

  describe.each([
    ['a block of a guide', '/docs/guides/quick-start', '[data-copy-block]'],
    ['a call', '/docs/endpoints/items.list', '[data-panel=curl] [data-copy]'],
  ])('the button that copies %s', (_, path, selector) => {
    it('confirms for a while, however often it is clicked, and then shows its label again', async () => {
      const { page, errors } = await site.open(path, mayUseClipboard)
      const button = page.locator(selector).first()
      const said = page.getByRole('button', { name: 'Copied' })
      // The confirmation may be shorter than the time that a busy machine takes between two commands.
      for (let nth = 0; nth < 3; nth += 1) await Promise.all([said.waitFor(), button.click()])
      await said.waitFor({ state: 'detached' })
      expect(await button.textContent()).toMatch(/^\s*Copy\s*$/)
      expect(await copied(page)).not.toBe('')
      expect(errors).toEqual([])
    })

    it.each([
      ['have no clipboard for scripts: without TLS', 'undefined'],
      ['refuse it', `{ writeText: () => Promise.reject(new DOMException('refused', 'NotAllowedError')) }`],
    ])('copies the same where browsers %s', async (_, value) => {
      const { page, errors } = await site.open(path, mayUseClipboard)
      const button = page.locator(selector).first()
      const expected = await textOf(button)
      await expect.poll(() => copiedBy(button)).toBe(expected)
      const copiedOtherwise = async () => {
        await page.getByRole('button', { name: 'Copied' }).waitFor({ state: 'detached' })
        await page.evaluate(`navigator.clipboard.writeText('').then(() => {
          Object.defineProperty(navigator, 'clipboard', { value: ${value}, configurable: true }) })`)
        await Promise.all([page.locator(':focus', { hasText: 'Copied' }).waitFor(), button.click()])
        await page.evaluate('delete navigator.clipboard')
        return copied(page)
      }
      await expect.poll(copiedOtherwise).toBe(expected)
      expect(errors).toEqual([])
    })
  })

  it('a copy button confirms nothing if the browser refuses to copy', async () => {
    const { page, errors } = await site.open('/docs/guides/quick-start')
    const button = page.locator('[data-copy-block]').first()
    await page.evaluate(`document.execCommand = () => { document.body.dataset.refused = ''; return false }
      Object.defineProperty(navigator, 'clipboard', { value: undefined })`)
    await button.click()
    await page.locator('body[data-refused]').waitFor()
    expect(await button.textContent()).toMatch(/^\s*Copy\s*$/)
    expect(errors).toEqual([])
  })

  describe('an error', () => {
    it('links to its entry on the page of errors', async () => {
      const { type, code } = (await (await fetch(`${site.origin}/v2/items?rarty=epic`)).json()) as Record<
        string,
        string
      >
      const { page } = await site.open(type ?? '', withoutScripts)
      expect(await page.locator(':target').textContent()).toContain(code)
    })
  })

  describe('the changelog', () => {
    it('has dates, stable anchors, and a feed', async () => {
      const { page } = await site.open('/docs/changelog', withoutScripts)
      const feed = await page.getByRole('link', { name: /Atom feed/ }).getAttribute('href')
      const text = await (await fetch(site.origin + (feed ?? ''))).text()
      const entries = [...text.matchAll(/<id>(.*#.*)<\/id>/g)].map(([, url = '']) => url)
      await page.goto(entries.at(-1) ?? '')
      expect(await page.locator(':target').textContent()).toMatch(/^\d{4}-\d\d-\d\d: /)
    })
  })

  describe('the questions', () => {
    it('are answered on one screen: free, limits, caching, who', async () => {
      const { page } = await site.open('/docs/faq', { viewport: { width: 1440, height: 900 } })
      for (const name of ['Is it free?', 'What are the limits?', 'What is cached?', 'Who runs this service?']) {
        const box = await page.getByRole('heading', { name }).boundingBox()
        expect((box?.y ?? Infinity) + (box?.height ?? 0), name).toBeLessThan(900)
      }
      expect(await page.getByRole('article').textContent()).toMatch(/\d+ requests per minute without a key/)
    })
  })

  describe('the search', () => {
    it('finds a guide, an endpoint, a parameter, an error and a setting by keyboard', async () => {
      const { page, errors } = await site.open('/docs')
      const box = page.getByLabel('Search the docs')
      const first = page.locator('#docs-found a').first()
      for (const [words, href] of [
        ['chat bots', '/docs/guides/chat-bots'],
        ['tooltip found_by', '/docs/endpoints/items.tooltip'],
        ['rate_limited', '/errors#rate_limited'],
        ['TRUST_PROXY', '/docs/settings#TRUST_PROXY'],
      ] as const) {
        await box.fill(words)
        await expect.poll(() => first.getAttribute('href')).toBe(href)
      }
      await box.fill('zzzzqq')
      await expect.poll(() => page.locator('.docs-told').textContent()).toContain('No results.')
      await box.fill('chat bots')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Chat bots' }).waitFor()
      expect(errors).toEqual([])
    })
  })

  describe('the search if its index cannot be loaded', () => {
    it('says so, and tries again on the next input', async () => {
      const { page } = await site.open('/docs')
      await page.route('**/docs/search.json', (route) => route.fulfill({ status: 503 }))
      const box = page.getByLabel('Search the docs')
      await box.fill('chat')
      await expect.poll(() => page.locator('.docs-told').textContent()).toContain('could not be loaded')
      await page.unroute('**/docs/search.json')
      await box.fill('chat bots')
      const first = page.locator('#docs-found a').first()
      await expect.poll(() => first.getAttribute('href')).toBe('/docs/guides/chat-bots')
    })
  })

  describe('favourites', () => {
    const itemsIn = async (locale: string) => {
      const answer = await fetch(`${site.origin}/v2/items?limit=1&locale=${locale}`)
      return ((await answer.json()) as { body: { id: string; name: string }[] }).body
    }

    it('are added with a star, listed with their current names, and removed', async () => {
      const [item] = await itemsIn('en')
      const { page, errors } = await site.open('/favourites', mayUseClipboard)
      await page.getByText('No favourites yet').waitFor()
      await page.goto(`${site.origin}/items/${item?.id}`)
      const star = page.getByRole('button', { name: 'Favourite' })
      await star.click()
      expect(await star.getAttribute('aria-pressed')).toBe('true')
      await page.getByRole('link', { name: 'See all' }).click()
      await page.getByRole('link', { name: item?.name ?? '' }).waitFor()
      await expect.poll(() => page.locator('.kept small').textContent()).toBe('Items')
      const copyAll = page.getByRole('button', { name: 'Copy as JSON' })
      await expect
        .poll(async () => JSON.parse(await copiedBy(copyAll)) as unknown)
        .toEqual([{ id: item?.id, list: '/items', name: item?.name }])
      await page.getByRole('button', { name: `Remove ${item?.name}` }).click()
      await page.getByText('No favourites yet').waitFor()
      expect(errors).toEqual([])
    })

    it('disappear when another tab removes them, and do not come back', async () => {
      const { page, errors } = await site.open('/favourites')
      const [item] = await itemsIn('en')
      const sword = { id: item?.id, list: '/items', name: 'Sword' }
      const stored = (kept: readonly object[]) =>
        `localStorage.setItem('favourites', ${JSON.stringify(JSON.stringify(kept))})`
      await page.evaluate(stored([sword]))
      await page.reload()
      await page.locator('.kept li').waitFor()
      await page.evaluate(stored([]))
      await page.getByRole('button', { name: /^Remove/ }).click()
      expect(await page.evaluate('localStorage.getItem("favourites")')).toBe('[]')
      await page.evaluate(stored([sword]))
      await page.reload()
      await page.locator('.kept li').waitFor()
      await page.evaluate(`${stored([])}; dispatchEvent(new StorageEvent('storage'))`)
      await page.getByText('No favourites yet').waitFor()
      expect(await page.locator('.kept li').count()).toBe(0)
      expect(errors).toEqual([])
    })

    it('are in the language of their page, and link to pages in it', async () => {
      const [item] = await itemsIn('de')
      const { page, errors } = await site.open(`/items/${item?.id}?locale=de`)
      await page.getByRole('button', { name: 'Favorit' }).click()
      await page.getByRole('link', { name: 'Alle ansehen' }).click()
      await expect.poll(() => page.locator('.kept small').textContent()).toBe('Gegenstände')
      const link = page.locator('.kept a')
      expect((await link.textContent())?.split(', ')[0]).toBe(item?.name)
      expect(await link.getAttribute('href')).toBe(`/items/${item?.id}?locale=de`)
      expect(errors).toEqual([])
    })

    it('are only rows that can be requested individually', async () => {
      const answer = await fetch(`${site.origin}/v2/workshop_levels?limit=1`)
      const { rows } = (await answer.json()) as { rows: { id: string }[] }
      const level = await fetch(`${site.origin}/workshop_levels/${rows[0]?.id}`)
      expect([level.status, (await level.text()).includes('data-favourite')]).toEqual([200, false])
    })

    it('are kept if a patch lacks them', async () => {
      const { page } = await site.open('/favourites')
      const gone = [{ id: 'id.item.long_gone_1001', list: '/items', name: 'Long Gone' }]
      await page.evaluate(`localStorage.setItem('favourites', ${JSON.stringify(JSON.stringify(gone))})`)
      await page.reload()
      await page.getByText('is not in the current patch').waitFor()
      expect(await page.getByRole('link', { name: 'Long Gone' }).getAttribute('href')).toBe('/search?q=Long+Gone')
    })
  })
})
