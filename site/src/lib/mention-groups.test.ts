import { describe, expect, it } from 'vitest'
import { api } from '../../../data/api/table.ts'
import type { Mention, Thing } from './ledger.ts'
import { mentionGroups } from './mention-groups.ts'
import { listNamed } from './test-site.ts'

const [fen, quarry] = ['fen', 'quarry'].map((name): Thing => ({ id: `id.spawner.${name}`, name, list: '/spawners' }))
if (!fen || !quarry) throw new Error('There are two')
const mention = (from: Thing, column: string): Mention => ({ from, column, within: {} })

const groups = (mentions: readonly Mention[], left?: readonly string[]) =>
  mentionGroups({ id: 'id.loot_table.barrel', list: listNamed('loot-tables'), patch: undefined, mentions }, api, left)

describe('who mentions a thing', () => {
  it('is told by list, with the filter that finds them', () => {
    expect(groups([mention(fen, 'loot_table_id'), mention(quarry, 'loot_table_id')])).toEqual([
      { title: 'Spawners', ids: [fen.id, quarry.id], href: '/spawners?loot_table_id=id.loot_table.barrel' },
    ])
  })

  it('is told once where a row says in its bag what a column says', () => {
    const twice = groups([mention(fen, 'loot_table_id'), mention(fen, 'payload')])
    expect(twice.map(({ ids }) => ids)).toEqual([[fen.id]])
    const other = groups([mention(fen, 'loot_table_id'), mention(fen, 'payload'), mention(quarry, 'payload')])
    expect(other.map(({ ids }) => ids)).toEqual([[fen.id], [quarry.id]])
  })

  it('is told by the column where that says something else', () => {
    expect(groups([mention(fen, 'map_id')])[0]?.title).toBe('Spawners: map')
  })

  it('leaves out lists that the page shows by itself', () => {
    expect(groups([mention(fen, 'loot_table_id')], ['/spawners'])).toEqual([])
  })
})
