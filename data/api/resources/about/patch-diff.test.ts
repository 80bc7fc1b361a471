import { describe, expect, it } from 'vitest'
import { answerTo, bodyOf, testStore } from '../../test/test-store.ts'
import { Problem } from '../../model/values/errors.ts'

interface Difference {
  pagination: { total: number; next: string | null }
  summary: object
  body: { id: string; name: string | null }[]
}
const diff = (query: string) => bodyOf(`/v2/patches/diff${query}`) as Difference
const slugs = (query: string) => diff(query).body.map(({ id }) => id.split('.').at(-1))
const everything = ['ember_lantern_5001', 'mossbread_1001', 'light_sleeper']

describe('the difference of two patches', () => {
  it('has rows as in a changelog, and how many of each resource there are', () => {
    const { pagination, summary, body } = diff('?from=1&to=2')
    expect({ body, summary }).toEqual({
      body: (bodyOf('/v2/patches/2/changelog') as { body: { changes: object[] } }).body.changes,
      summary: { items: { added: 1, removed: 0, changed: 1 }, perks: { added: 0, removed: 1, changed: 0 } },
    })
    expect(pagination).toEqual({ count: 3, limit: 25, page: 1, num_pages: 1, total: 3, next: null })
  })

  it.each([
    ['?from=1&to=2', everything],
    ['?to=2', everything],
    ['?from=parent&to=2', everything],
    ['?from=1.0.0.2101&to=1.1.0.2188', everything],
    ['?from=main/1.0.0.2101&to=main/1.1.0.2188', everything],
    ['?from=1&to=ptr/1.2.0.2230-ptr', everything],
    ['?from=1&to=ptr/current', everything],
    ['?from=1&to=1.0.0-2101%2Bmain', []],
    ['', []],
  ])('%s', (query, found) => {
    expect(slugs(query)).toEqual(found)
  })

  it.each([
    ['resource=items', ['ember_lantern_5001', 'mossbread_1001']],
    ['change=removed', ['light_sleeper']],
    ['id=id.item.mossbread_1001', ['mossbread_1001']],
    ['id=Id_Item_Mossbread_1001', ['mossbread_1001']],
    ['name=LANT', ['ember_lantern_5001']],
    ['name=Moos&locale=de', ['mossbread_1001']],
    ['name=Moos', []],
    ['class=warden', ['light_sleeper']],
    ['class=Id_PlayerCharacter_Warden', ['light_sleeper']],
    ['resource=perks&change=added', []],
  ])('filtered by %s', (filter, found) => {
    expect(slugs(`?to=2&${filter}`)).toEqual(found)
  })

  it('counts the rows that pass the filters', () => {
    expect(diff('?to=2&change=added').summary).toEqual({ items: { added: 1, removed: 0, changed: 0 } })
  })

  it('goes page by page between the same two patches, by URL and by cursor', () => {
    const { pagination } = diff('?from=parent&to=1.1.0.2188&limit=1')
    expect(pagination.next).toBe('/v2/patches/diff?from=1&limit=1&page=2&to=2')
    expect(answerTo('/v2/patches/diff?from=1&to=2&limit=1').headers.link).toBe(`<${pagination.next}>; rel="next"`)
    const cursor = encodeURIComponent(pagination.next ?? '')
    for (const query of [`?cursor=${cursor}`, `?cursor=${cursor}&to=1.1.0.2188&from=parent`])
      expect(slugs(query)).toEqual(['mossbread_1001'])
    expect(() => diff(`?cursor=${cursor}&to=current`)).toThrow('Not valid: to.')
  })

  it('says which part of a row changed, in the requested language', () => {
    const part = { resource: 'perk_abilities', id: 'id.perk_ability.moss', name: 'Reach_Item_Mossbread_Name' }
    const store = {
      ...testStore(),
      difference: () => [
        {
          ...{ resource: 'perks', id: 'id.perk.moss', name: null, change: 'changed' as const, classes: [] },
          fields: '[{"path":"can_use","before":true,"after":false}]',
          parts: [{ ...part, fields: ['{"path":"desc","before":"11.8","after":"13.6"}'] }],
        },
      ],
    }
    expect(bodyOf('/v2/patches/diff?locale=de', store)).toMatchObject({
      body: [
        {
          fields: [
            { path: 'can_use', before: true, after: false },
            { path: 'desc', before: '11.8', after: '13.6', part: { ...part, name: 'Moosbrot' } },
          ],
        },
      ],
    })
  })

  it.each([
    ['?to=1', 'Not valid: from.'],
    ['?from=99&to=2', 'No patch has the id or version "99".'],
    ['?from=ptr/9.9&to=2', 'No patch of the branch ptr has the version "9.9".'],
    ['?resource=rings&change=new&patch=2&id=', 'Not valid: resource, change, patch, id.'],
    ['?to=1&limit=251', 'Not valid: limit, from.'],
  ])('%s: %s', (query, problem) => {
    expect(() => diff(query)).toThrow(Problem)
    expect(() => diff(query)).toThrow(problem)
  })
})
