import { describe, expect, it } from 'vitest'
import * as column from './columns.ts'
import { cursor, page } from './envelopes.ts'
import { exact, substring } from './filters.ts'
import { atPatch, byPatch, unscoped } from './patch-modes.ts'
import { endpointsOf } from '../resource-endpoints.ts'
import { isImported, resource, type ResourceDeclaration } from './resource.ts'
import { api } from '../table.ts'

const lanterns: ResourceDeclaration = {
  name: 'lanterns',
  summary: 'Lanterns',
  specClause: '4.2',
  path: '/v2/lanterns',
  mode: byPatch,
  envelope: page(),
  columns: {
    id: column.id('lantern'),
    name: column.text(),
    rarity: column.checkedSlug(['epic']),
    keeper: column.reference('keeper', 'monsters'),
  },
  filters: [exact('id', { or: ['raw_key'] }), substring('name')],
}
const idsOf = (more: Partial<ResourceDeclaration>) =>
  endpointsOf(resource({ ...lanterns, ...more })).map(({ id }) => id)

describe('a resource', () => {
  it('searches its key, the columns of its filters and its slugs, each once', () => {
    expect(resource(lanterns).searchedColumns).toEqual(['id', 'raw_key', 'name', 'rarity'])
  })

  it('has `id` as its key by default', () => {
    expect(resource(lanterns).key).toEqual(['id'])
    expect(resource({ ...lanterns, key: ['keeper', 'name'] }).key).toEqual(['keeper', 'name'])
  })

  it('has only declared columns as main columns', () => {
    for (const { name, columns, mainColumns = [] } of api.resources.values())
      expect(Object.keys(columns), name).toEqual(expect.arrayContaining([...mainColumns]))
  })

  it('refuses a filter on a column that it does not have', () => {
    expect(() => resource({ ...lanterns, filters: [exact('colour')] })).toThrow('names the column colour')
  })

  it('comes from bundles unless it belongs to no patch', () => {
    expect([byPatch, atPatch, unscoped].map((mode) => isImported(resource({ ...lanterns, mode })))).toEqual([
      true,
      true,
      false,
    ])
  })
})

describe('its endpoints', () => {
  it.each<[string, Partial<ResourceDeclaration>, string[]]>([
    ['are list, single row and history', {}, ['lanterns.list', 'lanterns.single', 'lanterns.history']],
    ['have no list without an envelope', { envelope: undefined }, ['lanterns.single', 'lanterns.history']],
    ['have no single row where it says so', { single: false }, ['lanterns.list']],
    ['leave the single row to one of its own', { single: 'own' }, ['lanterns.list', 'lanterns.history']],
    ['have no history without patches', { mode: unscoped }, ['lanterns.list', 'lanterns.single']],
    ['are none without a path', { path: undefined }, []],
    [
      'have an icon where a row shows its address',
      { columns: { ...lanterns.columns, icon: column.asset('image/png', 'url') } },
      ['lanterns.list', 'lanterns.single', 'lanterns.history', 'lanterns.icon'],
    ],
    [
      'have no icon where the row shows it whole',
      { columns: { ...lanterns.columns, icon: column.asset('image/png', 'object') } },
      ['lanterns.list', 'lanterns.single', 'lanterns.history'],
    ],
  ])('%s', (_what, more, ids) => {
    expect(idsOf(more)).toEqual(ids)
  })

  it('have the parameters of their parts', () => {
    const [list, single] = endpointsOf(resource({ ...lanterns, mode: atPatch, envelope: cursor() }))
    expect(Object.keys(list?.params ?? {}).sort()).toEqual([
      'at_patch',
      'branch',
      'condense',
      'cursor',
      'embed',
      'fields',
      'format',
      'id',
      'ids',
      'limit',
      'locale',
      'name',
      'sort',
    ])
    expect(Object.keys(single?.params ?? {}).sort()).toEqual([
      'at_patch',
      'branch',
      'condense',
      'embed',
      'fields',
      'locale',
    ])
  })

  it('resolve texts by default in the language of the resource', () => {
    const localeOf = (locale?: 'en') => endpointsOf(resource({ ...lanterns, locale }))[0]?.params.locale?.default
    expect([localeOf(), localeOf('en')]).toEqual([undefined, 'en'])
  })
})

describe('every resource of the table', () => {
  const all = [...api.resources.values()]

  it.each(all.map(({ name }) => name))('%s points at resources that exist, by columns that exist', (name) => {
    const { columns = {}, key = [] } = api.resources.get(name) ?? {}
    for (const one of key) expect(columns).toHaveProperty(one)
    for (const [field, { references = [] }] of Object.entries(columns)) {
      for (const { path, to } of references) {
        expect(path.split(/[.[]/)[0]).toBe(field)
        for (const target of to) expect([...api.resources.keys()]).toContain(target)
      }
    }
  })

  it('with one kind of ids alone: no two resources share one', () => {
    const kinds = all.flatMap(({ columns }) => columns.id?.kind ?? [])
    expect(new Set(kinds).size).toBe(kinds.length)
  })

  it('says in each row which patch it belongs to, if it is served', () => {
    for (const { columns, mode, path } of all)
      if (path && mode.column) expect(Object.values(columns).map(({ derived }) => derived)).toContain(mode.column)
  })
})
