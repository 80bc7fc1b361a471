import { describe, expect, it } from 'vitest'
import { api } from '../../../../data/api/table.ts'
import type { Reference, RowSummary } from '../../request/row-lookup.ts'
import { referenceGroups } from './reference-groups.ts'
import { reference } from '../../test/test-lookup.ts'
import { listNamed } from '../../test/test-site.ts'
import { inEnglish } from '../../messages/catalogs.ts'

const [fen, quarry] = ['fen', 'quarry'].map((name): RowSummary => ({
  id: `id.spawner.${name}`,
  name,
  list: '/spawners',
}))
if (!fen || !quarry) throw new Error('There are two')

const groups = (references: readonly Reference[], left?: readonly string[]) =>
  referenceGroups(
    { id: 'id.loot_table.barrel', list: listNamed('loot-tables'), patch: undefined, references },
    api,
    inEnglish,
    left,
  )

describe('who mentions a thing', () => {
  it('is told by list, with the filter that finds them', () => {
    expect(groups([reference(fen, 'loot_table_id'), reference(quarry, 'loot_table_id')])).toEqual([
      { title: 'Spawners', ids: [fen.id, quarry.id], href: '/spawners?loot_table_id=id.loot_table.barrel' },
    ])
  })

  it('is reported once where a row says in its bag what a column says', () => {
    const twice = groups([reference(fen, 'loot_table_id'), reference(fen, 'payload')])
    expect(twice.map(({ ids }) => ids)).toEqual([[fen.id]])
    const other = groups([reference(fen, 'loot_table_id'), reference(fen, 'payload'), reference(quarry, 'payload')])
    expect(other.map(({ ids }) => ids)).toEqual([[fen.id], [quarry.id]])
  })

  it('is told by the column where that says something else', () => {
    expect(groups([reference(fen, 'map_id')])[0]?.title).toBe('Spawners: Map')
  })

  it('leaves out lists that the page shows by itself', () => {
    expect(groups([reference(fen, 'loot_table_id')], ['/spawners'])).toEqual([])
  })
})
