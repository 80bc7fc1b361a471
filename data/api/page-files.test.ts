import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pageFile, pageType } from './page-files.ts'

describe("a page's file", () => {
  it.each([
    ['/', 'index.html', 'text/html; charset=utf-8'],
    ['/items', 'items.html', 'text/html; charset=utf-8'],
    [
      '/items/id.item.oathbound_longsword_4001',
      'items/id.item.oathbound_longsword_4001.html',
      'text/html; charset=utf-8',
    ],
    ['/patches.atom', 'patches.atom', 'application/atom+xml; charset=utf-8'],
    ['/search/current.json', 'search/current.json', 'application/json; charset=utf-8'],
    ['/docs/guides/paging.md', 'docs/guides/paging.md', 'text/markdown; charset=utf-8'],
  ])('of %s is %s', (path, file, type) => {
    expect([pageFile(path), pageType(path)]).toEqual([file, type])
  })

  it.each(['', 'items', '/items/', '//items', '/..', '/items/../x', '/.env', '/items/%2e%2e', '/a b', '/items?x=1'])(
    'there is none of %j',
    (path) => {
      expect(pageFile(path)).toBeUndefined()
    },
  )

  it('never leaves its folder, and two pages never share one', () => {
    const path = fc.stringMatching(/^(\/[a-z.%~_-]{1,6}){1,3}$/)
    fc.assert(
      fc.property(path, path, (one, other) => {
        const [file, second] = [pageFile(one), pageFile(other)]
        expect(file?.split('/') ?? []).not.toContain('..')
        if (file !== undefined && one !== other) expect(second).not.toBe(file)
      }),
    )
  })
})
