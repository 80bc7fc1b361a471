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

describe('references to a thing', () => {
  it('are grouped by list, with the URL of the filtered list', () => {
    expect(groups([reference(fen, 'loot_table_id'), reference(quarry, 'loot_table_id')])).toEqual([
      { title: 'Spawners', ids: [fen.id, quarry.id], href: '/spawners?loot_table_id=id.loot_table.barrel' },
    ])
  })

  it('are listed once if the payload of a row repeats a column', () => {
    const twice = groups([reference(fen, 'loot_table_id'), reference(fen, 'payload')])
    expect(twice.map(({ ids }) => ids)).toEqual([[fen.id]])
    const other = groups([reference(fen, 'loot_table_id'), reference(fen, 'payload'), reference(quarry, 'payload')])
    expect(other.map(({ ids }) => ids)).toEqual([[fen.id], [quarry.id]])
  })

  it('are titled with the column if it has another meaning', () => {
    expect(groups([reference(fen, 'map_id')])[0]?.title).toBe('Spawners: Map')
  })

  it('do not include lists to omit', () => {
    expect(groups([reference(fen, 'loot_table_id')], ['/spawners'])).toEqual([])
  })
})
