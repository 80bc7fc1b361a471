import { describe, expect, it } from 'vitest'
import { api } from '../../../data/api/table.ts'
import { chipsOf } from './chips.ts'
import { controlsOf } from './controls.ts'
import { listsOf } from './explorer.ts'
import { listNamed } from './test-site.ts'

const facets = {
  rarity: { common: { label: 'Common', count: 9 }, epic: { label: 'Epic', count: 3 } },
  armor_type: { plate: { label: 'Plate', count: 1 } },
}
const items = listNamed('items')
const { search, first, more } = controlsOf(items, { facets })
const all = [...(search ? [search] : []), ...first, ...more]

describe('the filters of a list', () => {
  it('are all that its declaration has, each once', () => {
    const names = all.flatMap((control) => (control.kind === 'range' ? [control.low, control.high] : [control.name]))
    expect([...names].sort()).toEqual(items.filters.flatMap(({ params }) => Object.keys(params)).sort())
  })

  it('begin with the name and with what the list shows first', () => {
    expect(search?.name).toBe('name')
    expect(first.map(({ name }) => name)).toEqual(['rarity', 'armor_type', 'gear_score', 'vendor_price', 'has_effect'])
  })

  it('never begin with a part of an id, and hide nothing behind nothing', () => {
    const quests = controlsOf(listNamed('quests'), {})
    expect(quests.search).toBeUndefined()
    expect(quests.first.map(({ name }) => name)).toEqual(['is_repeatable', 'rank'])
    const workshops = controlsOf(listNamed('workshops'), {})
    expect([workshops.first.map(({ name }) => name), workshops.more]).toEqual([['id_like', 'archetype'], []])
  })

  it('are chips where the address has them, in words', () => {
    const given = new URLSearchParams({ rarity: 'epic', min_gear_score: '10', has_effect: 'true', page: '2' })
    expect(
      chipsOf(all, given)
        .map(({ label }) => label)
        .sort(),
    ).toEqual(['Gear score from 10', 'Has effect: yes', 'Rarity: Epic'])
  })

  it('never offer the slugs of another list', () => {
    const tiers = { tier: { elite: { label: 'Elite', count: 140 } } }
    const tierOf = (list: string) => {
      const controls = controlsOf(listNamed(list), { facets: tiers })
      return [...controls.first, ...controls.more].find(({ name }) => name === 'tier')?.kind
    }
    expect([tierOf('monsters'), tierOf('faustian_bargains')]).toEqual(['choice', 'number'])
  })

  it('of numbers know from what to what they go', () => {
    const { first } = controlsOf(items, { bounds: new Map([['gear_score', [1, 62]]]) })
    expect(first.filter(({ kind }) => kind === 'range')).toEqual([
      expect.objectContaining({ name: 'gear_score', bounds: [1, 62] }),
      expect.objectContaining({ name: 'vendor_price', bounds: undefined }),
    ])
  })

  it('can be made for every list of the table', () => {
    for (const list of listsOf(api)) expect(() => controlsOf(list, {})).not.toThrow()
  })
})
