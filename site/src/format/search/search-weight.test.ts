import MiniSearch from 'minisearch'
import { describe, expect, it } from 'vitest'
import { searchWeight } from './search-weight.ts'

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
  it('ranks a guide above a setting', () => {
    expect(first('locales', searchWeight)).toBe('/docs/guides/locales')
    expect(first('locales', () => 1)).toBe('/docs/settings#LOCALE')
  })

  it('ranks a setting first if the query is its name', () => {
    expect(first('locale', searchWeight)).toBe('/docs/settings#LOCALE')
  })
})
