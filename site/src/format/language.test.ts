import { describe, expect, it } from 'vitest'
import { locales } from '../../../data/api/model/values/locales.ts'
import { samplePatches } from '../../../data/api/test/test-world.ts'
import { facetsTarget, hrefAt, patchOf } from '../request/at-patch.ts'
import { PatchIndex } from '../../../data/api/model/patches.ts'
import { hrefIn, languages, localeOf } from './language.ts'
import { apiQuery } from '../request/live-query.ts'

const patches = new PatchIndex(samplePatches)
const at = (target: string) => new URL(target, 'https://ledger.test')

describe('the language of a page', () => {
  it('is one of the API, and each has its own name', () => {
    expect(Object.keys(languages)).toEqual([...locales])
    expect(new Set(Object.values(languages)).size).toBe(locales.length)
  })

  it.each([
    ['/items', 'en'],
    ['/items?locale=de', 'de'],
    ['/items?locale=zh-Hans', 'zh-Hans'],
    ['/items?locale=tlh', 'en'],
    ['/items?locale=', 'en'],
  ])('of %s is %s', (target, locale) => {
    expect(localeOf(at(target))).toBe(locale)
  })

  it('is kept in every URL, except for English', () => {
    expect(hrefAt('/quests', patchOf(at('/items?locale=ja'), patches), { rarity: 'epic' })).toBe(
      '/quests?rarity=epic&locale=ja',
    )
    expect(hrefAt('/quests', patchOf(at('/items?locale=ja&patch=1'), patches))).toBe('/quests?patch=1&locale=ja')
    expect(hrefAt('/quests', patchOf(at('/items?locale=en'), patches))).toBe('/quests')
  })

  it.each([
    ['en', '/market?seller=Wick', '/market?seller=Wick'],
    ['fr', '/market', '/market?locale=fr'],
    ['fr', '/market?seller=Wick&locale=de', '/market?seller=Wick&locale=fr'],
    ['fr', '/stock?item_id=id.item.lamp#id.merchant.cook', '/stock?item_id=id.item.lamp&locale=fr#id.merchant.cook'],
  ] as const)('in %s, %s is %s', (locale, address, inLocale) => {
    expect(hrefIn(locale, address)).toBe(inLocale)
  })

  it('is that of facets, and not a filter', () => {
    expect(facetsTarget(patchOf(at('/items?locale=ko'), patches))).toMatch(
      /^\/v2\/facets\?counts=true&patch=\d+&locale=ko$/,
    )
    expect(String(apiQuery(at('/trades?locale=ko&patch=1&sender=Wick').searchParams))).toBe('sender=Wick')
  })
})
