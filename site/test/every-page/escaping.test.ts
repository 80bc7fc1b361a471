// Parts of the URL are shown as plain text, whatever they contain.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSiteFixture, type SiteFixture } from '../site-service.ts'
import { inLongForm } from '../../../scripts/test/long-form.ts'

const forged = '"><meta name="forged">'
const payloads = [
  forged,
  `http://a/?%26${forged}`,
  `https://a/?b&c${forged}`,
  `javascript:alert(1)//${forged}`,
  `'${forged}&`,
]
const places = [
  ['/', 'x'],
  ['/items', 'name'],
  ['/items', 'min_gear_score'],
  ['/items', 'x'],
  ['/quests', 'cursor'],
  ['/market', 'seller'],
  ['/market', 'named'],
  ['/trades', 'contains'],
  ['/merchants/stock/history', 'item_id'],
  ['/patches/2', 'q'],
  ['/search', 'q'],
  ['/population', 'days'],
  ['/docs', 'x'],
  ['/items', 'patch'],
  ['/items', 'locale'],
  ['/no-such-page', 'x'],
] as const

describe('a page with a malicious URL', () => {
  let fixture: SiteFixture
  beforeAll(async () => {
    fixture = await openSiteFixture()
  })
  afterAll(() => fixture.close())
  const textOf = async (path: string, name: string, value: string) =>
    (await fetch(`${fixture.url}${path}?${name}=${encodeURIComponent(value)}`)).text()

  it.each(places)('shows it only as text: %s?%s=', async (path, name) => {
    for (const payload of payloads) expect(await textOf(path, name, payload)).not.toContain(forged)
  })

  it('has the same elements whatever the URL contains', async () => {
    const elements = (html: string) =>
      html
        .replaceAll(/="[^"]*"/g, '')
        .match(/<[a-z]+/gi)
        ?.join()
    const plain = elements(await textOf('/', 'x', 'lantern'))
    const text = fc.string({ minLength: 1, unit: fc.constantFrom('"', "'", '<', '>', '&', '=', '/', 'i', ' ', '%') })
    const start = fc.constantFrom('', 'http://a/?b&', 'https://a.b/&')
    await fc.assert(
      fc.asyncProperty(start, text, async (url, rest) => {
        expect(elements(await textOf('/', 'x', url + rest))).toBe(plain)
      }),
      { numRuns: inLongForm(60, 20) },
    )
  })
})
