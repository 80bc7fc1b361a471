import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pageFile, pageHeadersOf, pageMediaType } from './page-files.ts'
import { api } from '../table.ts'

describe("a page's policy", () => {
  const policyOf = (path: string) => pageHeadersOf(api, path)['content-security-policy']

  it('lets a viewer run where the table declares a model, and nowhere else', () => {
    expect(policyOf('/monsters/id.monster.alley_moth_common')).toContain("connect-src 'self' blob:; style-src")
    for (const path of ['/', '/monsters', '/items/id.item.eel_oil_2001', '/docs/monsters/'])
      expect(policyOf(path), path).not.toMatch(/connect-src|style-src/)
  })
})

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
    expect([pageFile(path), pageMediaType(path)]).toEqual([file, type])
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
