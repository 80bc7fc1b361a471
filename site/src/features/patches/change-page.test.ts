import { describe, expect, it } from 'vitest'
import { testSite } from '../../test/test-site.ts'
import { parseChangeFilter, loadChangePage, differenceCall } from './change-page.ts'

const filterOf = (search: string) => parseChangeFilter(new URLSearchParams(search))

describe('the filter of the changes of a patch', () => {
  it('is empty and on the first page by default', () => {
    expect(filterOf('')).toEqual({ resource: '', kind: '', part: '', forClass: '', page: 1 })
  })

  it('is parsed from the URL', () => {
    expect(filterOf('resource=items&kind=added&q=MOSS&class=id.player_character.warden&page=3')).toEqual({
      ...{ resource: 'items', kind: 'added', part: 'MOSS', forClass: 'id.player_character.warden', page: 3 },
    })
  })

  it.each(['0', '-1', '1.5', 'x', '', 'Infinity', '1e99'])('is on the first page if the page is %j', (page) => {
    expect(filterOf(`page=${page}`).page).toBe(1)
  })

  it.each([
    ['', '/v2/patches/diff?to=2&limit=100'],
    ['resource=items&kind=added', '/v2/patches/diff?to=2&resource=items&change=added&limit=100'],
    ['q=Ember+Lan', '/v2/patches/diff?to=2&name=Ember+Lan&limit=100'],
    ['q=id.item.mossbread_1001&page=2', '/v2/patches/diff?to=2&id=id.item.mossbread_1001&limit=100&page=2'],
    ['class=warden', '/v2/patches/diff?to=2&class=warden&limit=100'],
  ])('%j becomes the call %s', (search, call) => {
    expect(differenceCall(2, filterOf(search))).toBe(call)
  })
})

describe('the changes that are shown', () => {
  it.each([
    ['', ['ember_lantern_5001', 'mossbread_1001', 'light_sleeper']],
    ['resource=items', ['ember_lantern_5001', 'mossbread_1001']],
    ['kind=removed', ['light_sleeper']],
    ['q=LANTERN', ['ember_lantern_5001']],
    ['q=id.item.mossbread_1001', ['mossbread_1001']],
    ['class=warden', ['light_sleeper']],
    ['resource=items&kind=added&q=ember', []],
    ['resource=nothing', []],
    ['page=7', ['ember_lantern_5001', 'mossbread_1001', 'light_sleeper']],
  ])('match the filter %j', async (search, slugs) => {
    const { locals } = testSite()
    const { displayed, total, page, pages } = await loadChangePage(locals, 2, filterOf(search))
    expect(displayed.map(({ id }) => id.split('.').at(-1))).toEqual(slugs)
    expect({ total, page, pages }).toEqual({ total: slugs.length, page: 1, pages: 1 })
  })
})
