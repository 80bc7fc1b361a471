import { describe, expect, it } from 'vitest'
import { endpointOf } from '../../../../../data/api/test/test-store.ts'
import { api } from '../../../../../data/api/table.ts'
import { cachingNotes, groupsOf, paramGroups, paramType, relatedTo, usualValues } from './reference.ts'

const typeOf = (id: string, name: string) => {
  const param = endpointOf(id).params[name]
  return param && paramType(param)
}

describe('the groups of the reference', () => {
  it('contain every endpoint once', () => {
    const ids = groupsOf(api).flatMap(({ endpoints }) => endpoints.map(({ id }) => id))
    expect([...ids].sort()).toEqual(api.endpoints.map(({ id }) => id).sort())
  })
})

describe('parameters', () => {
  it('are grouped by heading, each once', () => {
    const parts = paramGroups(endpointOf('items.list'))
    expect(parts.map(([part]) => part)).toEqual(['Filters', 'Patch', 'Rows and localization', 'Paging'])
    const names = parts.flatMap(([, params]) => params.map(([name]) => name))
    expect([...names].sort()).toEqual(Object.keys(endpointOf('items.list').params).sort())
  })

  it('have types with bounds and values', () => {
    expect(typeOf('items.list', 'limit')).toBe('integer, 1 to 250')
    expect(typeOf('items.list', 'min_gear_score')).toBe('integer, 0 or more')
    expect(typeOf('quests.list', 'sort')).toBe('comma-separated list, at most 5')
    expect(typeOf('items.list', 'format')).toBe('one of csv, ndjson')
    expect(typeOf('perks.list', 'embed')).toBe('comma-separated list of classes, abilities')
    expect(typeOf('items.list', 'has_effect')).toBe('true or false')
    expect(typeOf('market.list', 'from')).toBe('ISO 8601 instant')
    expect(typeOf('items.list', 'name')).toBe('text, at most 200 characters')
  })

  it('have usual values if they are checked filters', () => {
    expect(usualValues(endpointOf('items.list'), 'rarity')).toContain('epic')
    expect(usualValues(endpointOf('items.list'), 'slot_type')).toEqual([])
    expect(usualValues(endpointOf('items.list'), 'name')).toBeUndefined()
  })
})

describe('cachingNotes contain the numbers of an endpoint', () => {
  it.each([
    ['items.list', /60 s.*600 s/],
    ['items.list', /86,400 s/],
    ['market.list', /5 s.*50 s/],
    ['market.list', /X-Data-Age/],
    ['items.tooltip', /no-store/],
    ['assets.single', /immutable/],
  ])('%s: %s', (id, reported) => {
    expect(cachingNotes(endpointOf(id)).join(' ')).toMatch(reported)
  })
})

it('relatedTo returns endpoints of the group and lists of referenced rows', () => {
  const ids = relatedTo(endpointOf('monsters.list'), api).map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(['monsters.single', 'monsters.loot', 'loot_tables.list']))
  expect(ids).not.toContain('monsters.list')
})
