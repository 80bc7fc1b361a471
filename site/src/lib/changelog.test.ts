import { describe, expect, it } from 'vitest'
import type { Ask } from './ask.ts'
import {
  changeCounts,
  changeFilterOf,
  changelogOf,
  keptChangelog,
  pageOfChanges,
  selected,
  type Change,
  type Changelog,
} from './changelog.ts'
import { testSite } from './test-site.ts'

const filterOf = (search: string) => changeFilterOf(new URLSearchParams(search))

describe('a changelog', () => {
  it('is what the API answers, and none where it refuses', async () => {
    const { ask } = testSite()
    const log = changelogOf(await ask('/v2/patches/2/changelog'))
    expect(log?.parent.id).toBe(1)
    expect(log?.summary.items).toEqual({ added: 1, changed: 1, removed: 0 })
    expect(log?.changes.map(({ change, name }) => [change, name])).toEqual([
      ['changed', 'Ember Lantern'],
      ['added', 'Mossbread'],
      ['removed', null],
    ])
    expect(changelogOf(await ask('/v2/patches/99/changelog'))).toBeUndefined()
  })
})

describe('the changelog of a page', () => {
  it('is asked once for all its filters, in each language', async () => {
    const { locals, asked } = testSite()
    const inEnglish = '/v2/patches/2/changelog'
    const inGerman = `${inEnglish}?locale=de`
    for (const target of [inEnglish, inGerman, inEnglish])
      expect((await keptChangelog(locals, target))?.changes).toHaveLength(3)
    expect(asked).toEqual([inEnglish, inGerman])
    expect(await keptChangelog(locals, '/v2/patches/1/changelog')).toBeUndefined()
  })
})

describe('how much a patch changed', () => {
  it('is counted over all lists, and asked once', async () => {
    const { locals, asked } = testSite()
    const counts = { added: 1, changed: 1, removed: 1 }
    expect([await changeCounts(locals, 2), await changeCounts(locals, 2)]).toEqual([counts, counts])
    expect(await changeCounts(locals, 1)).toBeUndefined()
    expect(asked).toEqual(['/v2/patches/2/changelog', '/v2/patches/1/changelog'])
  })

  it('is asked again where the API had no answer', async () => {
    const { ask, patches } = testSite()
    const busy: Ask = (target) => Promise.resolve({ status: 503, target, headers: {}, json: {} })
    await expect(changeCounts({ ask: busy, patches }, 2)).rejects.toThrow('503')
    expect(await changeCounts({ ask, patches }, 2)).toMatchObject({ added: 1 })
  })
})

describe('what a reader wants to see of it', () => {
  it('is everything, from the first page on, where the address says nothing', () => {
    expect(filterOf('')).toEqual({ resource: '', kind: '', part: '', page: 1 })
  })

  it('is as the address says', () => {
    expect(filterOf('resource=items&kind=added&q=MOSS&page=3')).toEqual({
      ...{ resource: 'items', kind: 'added', part: 'moss', page: 3 },
    })
  })

  it.each(['0', '-1', '1.5', 'x', '', 'Infinity'])('begins at the first page where the page is %j', (page) => {
    expect(filterOf(`page=${page}`).page).toBe(1)
  })
})

describe('the changes that are shown', () => {
  const change = (resource: string, slug: string, name: string | null, what: Change['change']): Change => ({
    ...{ resource, id: `id.${slug}`, name, change: what, fields: [] },
  })
  const log = {
    changes: [
      change('items', 'item.ember_lantern_5001', 'Ember Lantern', 'changed'),
      change('items', 'item.mossbread_1001', 'Mossbread', 'added'),
      change('perks', 'perk.ember_step', null, 'removed'),
    ],
  } as Partial<Changelog> as Changelog
  const shown = (search: string) => selected(log, filterOf(search)).map(({ id }) => id.split('.').at(-1))

  it.each([
    ['', ['ember_lantern_5001', 'mossbread_1001', 'ember_step']],
    ['resource=items', ['ember_lantern_5001', 'mossbread_1001']],
    ['kind=removed', ['ember_step']],
    ['q=LANTERN', ['ember_lantern_5001']],
    ['q=ember', ['ember_lantern_5001', 'ember_step']],
    ['q=Ember+Lan', ['ember_lantern_5001']],
    ['resource=items&kind=added&q=ember', []],
  ])('%s', (search, slugs) => {
    expect(shown(search)).toEqual(slugs)
  })
})

describe('a page of changes', () => {
  const changes = Array.from({ length: 120 }, (_, place): Change => ({
    ...{ resource: 'items', id: String(place), name: null, change: 'added', fields: [] },
  }))

  it.each([
    [1, { first: '0', count: 50, page: 1, from: 0 }],
    [3, { first: '100', count: 20, page: 3, from: 100 }],
    [9, { first: '100', count: 20, page: 3, from: 100 }],
  ])('%d of three', (asked, { first, count, ...rest }) => {
    const { shown, ...told } = pageOfChanges(changes, asked)
    expect(told).toEqual({ ...rest, pages: 3 })
    expect([shown[0]?.id, shown.length]).toEqual([first, count])
  })

  it('is one, and empty, where nothing changed', () => {
    expect(pageOfChanges([], 2)).toEqual({ shown: [], page: 1, pages: 1, from: 0 })
  })
})
