import { describe, expect, it } from 'vitest'
import { api } from '../../../../data/api/table.ts'
import { rowColumns } from './row-columns.ts'
import type { RowDetail } from './row-detail.ts'

const factsOfRow = (path: string, row: object) => {
  const list = api.endpoints.find((endpoint) => endpoint.path === path)
  if (!list) throw new Error(`There is no ${path}`)
  return rowColumns({ list, row } as RowDetail)
}

describe('the columns of a row', () => {
  it('separate plain from nested values, without empty ones', () => {
    const { plain, nested } = factsOfRow('/v2/monsters', { hp: 104, family: null, resistances: { frost: 5 } })
    expect(plain.map(({ name }) => name)).toEqual(['hp'])
    expect(nested.map(({ name }) => name)).toEqual(['resistances'])
  })

  it('put the keys of texts among the keys for programs', () => {
    const greeting_texts = [{ key: 'Greeting_01', namespace: 'Merchant' }]
    const { plain, nested, keys } = factsOfRow('/v2/merchants', { greeting_texts, source_key: 'Id_Merchant_Cook' })
    expect([...plain, ...nested]).toEqual([])
    expect(keys.map(({ value }) => value)).toEqual([['Greeting_01'], 'Id_Merchant_Cook'])
  })

  it('exclude those that the page shows elsewhere or that describe the patch or the list', () => {
    const row = {
      id: 'id.monster.bog_wight',
      name: 'Bog Wight',
      hp: 104,
      tier: 'common',
      abilities: [],
      patch_id: 4,
      cursor: 7,
    }
    expect(factsOfRow('/v2/monsters', row).plain).toEqual([
      { name: 'hp', value: 104, isText: false },
      { name: 'tier', value: 'common', isText: false },
    ])
  })

  it('exclude the description, whatever its column, but no other text', () => {
    expect(factsOfRow('/v2/classes', { flavor_text: 'Paid nowhere.' }).plain).toEqual([])
    const both = factsOfRow('/v2/classes', { description: 'A monk.', flavor_text: 'Paid nowhere.' })
    expect(both.plain.map(({ name }) => name)).toEqual(['flavor_text'])
  })

  it('are in the order of the row, each in one group', () => {
    const row = {
      patch_id: 4,
      tier: 'elite',
      hp: 7,
      resistances: { frost: 5 },
      source_key: 'Id_Wight',
      family: 'undead',
    }
    const { plain, nested, keys } = factsOfRow('/v2/monsters', row)
    expect(plain.map(({ name }) => name)).toEqual(['tier', 'hp', 'family'])
    expect(nested.map(({ name }) => name)).toEqual(['resistances'])
    expect(keys.map(({ name }) => name)).toEqual(['source_key'])
  })

  it('show short lists inline, and long lists and objects separately', () => {
    const list = (length: number) => Array.from({ length }, (_, nth) => `lamp_${nth}`)
    const names = [{ name: 'Lamp Oath' }, { name: 'Footwork' }]
    const { plain, nested } = factsOfRow('/v2/monsters', {
      few: list(8),
      many: list(9),
      named: names,
      other: [{ a: 1 }],
    })
    expect(plain.map(({ name }) => name)).toEqual(['few', 'named'])
    expect(nested.map(({ name }) => name)).toEqual(['many', 'other'])
  })

  it('include the fields of a payload, or the payload if it is not an object', () => {
    expect(factsOfRow('/v2/spawners', { payload: { radius: 3, count: null } }).plain).toMatchObject([
      { name: 'radius', value: 3 },
    ])
    expect(factsOfRow('/v2/spawners', { payload: [{ radius: 3 }] }).nested.map(({ name }) => name)).toEqual(['payload'])
  })

  it('include false and zero', () => {
    expect(factsOfRow('/v2/quests', { is_daily: false, min_adventure_rank: 0, chapter_id: null }).plain).toHaveLength(2)
  })
})
