import { expect, it } from 'vitest'
import { hrefIn } from '../../../format/language.ts'
import { docsHref, linksInLanguage } from './docs-links.ts'

const inJapanese = (address: string) => hrefIn('ja', address)

it('docsHref adds the language to links between pages of the docs', () => {
  expect(docsHref('/docs', inJapanese)).toBe('/docs?locale=ja')
  expect(docsHref('/errors#not_found', inJapanese)).toBe('/errors?locale=ja#not_found')
  expect(docsHref('/docs/endpoints/items.list', inJapanese)).toBe('/docs/endpoints/items.list?locale=ja')
})

it.each(['/v2/openapi.json', '/docs/guides/keys.md', '/docs/changelog.atom', 'https://example.org/docs', '#limits'])(
  'docsHref adds no language to %s',
  (address) => {
    expect(docsHref(address, inJapanese)).toBe(address)
  },
)

it('linksInLanguage adds the language to the links of a guide', () => {
  const guide = '<a href="/docs/guides/keys">Keys</a>, <a class="x" href="/v2/items?limit=1">items</a>'
  expect(linksInLanguage(guide, inJapanese)).toBe(
    '<a href="/docs/guides/keys?locale=ja">Keys</a>, <a class="x" href="/v2/items?limit=1">items</a>',
  )
})
