import MiniSearch from 'minisearch'
import { describe, expect, it } from 'vitest'
import { searchWeight } from './docs-weight.ts'

const search = new MiniSearch({ idField: 'href', fields: ['title', 'words'] })
search.addAll([
  { href: '/docs/settings#LOCALE', title: 'LOCALE locales', words: '' },
  { href: '/docs/endpoints/facets.list', title: 'GET /v2/facets', words: 'locales and facets' },
  { href: '/docs/guides/locales', title: 'Languages', words: 'locale locales of texts' },
])
const first = (query: string, weight: (href: string, query: string) => number) => {
  const options = { boost: { title: 4 }, prefix: true, boostDocument: (href: string) => weight(href, query) }
  return search.search(query, options)[0]?.id as string | undefined
}

describe('a search of the docs', () => {
  it('finds the guide before a setting of that name', () => {
    expect(first('locales', searchWeight)).toBe('/docs/guides/locales')
    expect(first('locales', () => 1)).toBe('/docs/settings#LOCALE')
  })

  it('finds the setting whose very name is asked for', () => {
    expect(first('locale', searchWeight)).toBe('/docs/settings#LOCALE')
  })
})
