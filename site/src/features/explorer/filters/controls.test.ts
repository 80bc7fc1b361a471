import { describe, expect, it } from 'vitest'
import { api } from '../../../../../data/api/table.ts'
import { endpointOf } from '../../../../../data/api/test/test-store.ts'
import { activeFiltersOf } from './active-filters.ts'
import { controlsOf, explorerControls, withAttributes } from './controls.ts'
import { listsOf } from '../../../request/explorer.ts'
import { listNamed } from '../../../test/test-site.ts'
import { inEnglish } from '../../../messages/catalogs.ts'

const facets = {
  rarity: { common: { label: 'Common', count: 9 }, epic: { label: 'Epic', count: 3 } },
  armor_type: { plate: { label: 'Plate', count: 1 } },
}
const items = listNamed('items')
const { search, first, more } = explorerControls(items, { facets })
const all = [...(search ? [search] : []), ...first, ...more]

describe('the filters of a list', () => {
  it('are all that its declaration has, each once', () => {
    const names = all.flatMap((control) => (control.kind === 'range' ? [control.low, control.high] : [control.name]))
    expect([...names].sort()).toEqual(items.filters.map(({ param }) => param).sort())
  })

  it('begin with the name and with what the list shows first', () => {
    expect(search?.name).toBe('name')
    expect(first.map(({ name }) => name)).toEqual([
      'rarity',
      'armor_type',
      'gear_score',
      'vendor_price',
      'attribute',
      'has_effect',
    ])
  })

  it('never begin with a part of an id, and hide nothing behind nothing', () => {
    const quests = explorerControls(listNamed('quests'), {})
    expect(quests.search).toEqual({ kind: 'text', name: 'name' })
    expect(quests.first.map(({ name }) => name)).toEqual(['is_repeatable', 'rank'])
    const workshops = explorerControls(listNamed('workshops'), {})
    expect([workshops.first.map(({ name }) => name), workshops.more]).toEqual([['id_like', 'archetype'], []])
  })

  it('are active filters where the address has them, in words', () => {
    const given = new URLSearchParams({ rarity: 'epic', min_gear_score: '10', has_effect: 'true', page: '2' })
    expect(
      activeFiltersOf(all, given, inEnglish)
        .map(({ label }) => label)
        .sort(),
    ).toEqual(['Gear score from 10', 'Has effect: yes', 'Rarity: Epic'])
  })

  it('take several values of an enumeration, and one of others', () => {
    const isSeveral = (list: string, name: string, slugs: object) => {
      const controls = explorerControls(listNamed(list), { facets: slugs as typeof facets })
      const control = [...controls.first, ...controls.more].find((one) => one.name === name)
      return control?.kind === 'choice' && control.isSeveral
    }
    const tiers = { tier: { elite: { label: 'Elite', count: 140 } } }
    expect(isSeveral('items', 'rarity', facets)).toBe(true)
    expect(isSeveral('monsters', 'tier', tiers)).toBeUndefined()
  })

  it('never offer the slugs of another list', () => {
    const tiers = { tier: { elite: { label: 'Elite', count: 140 } } }
    const tierOf = (list: string) => {
      const controls = explorerControls(listNamed(list), { facets: tiers })
      return [...controls.first, ...controls.more].find(({ name }) => name === 'tier')?.kind
    }
    expect([tierOf('monsters'), tierOf('faustian_bargains')]).toEqual(['choice', 'number'])
  })

  it('of numbers know from what to what they go', () => {
    const { first } = explorerControls(items, { bounds: new Map([['gear_score', [1, 62]]]) })
    expect(first.filter(({ kind }) => kind === 'range')).toEqual([
      expect.objectContaining({ name: 'gear_score', bounds: [1, 62] }),
      expect.objectContaining({ name: 'vendor_price', bounds: undefined }),
    ])
  })

  it('can be made for every list of the table', () => {
    for (const list of listsOf(api)) expect(() => explorerControls(list, {})).not.toThrow()
  })
})

describe('the filters of a live list', () => {
  const market = endpointOf('market.list')
  const controls = controlsOf(market)

  it('are pairs as ranges, yes and no as flags, instants as such', () => {
    expect(controls.find(({ kind }) => kind === 'range')).toMatchObject({
      name: 'price',
      low: 'min_price',
      high: 'max_price',
    })
    expect(controls.filter(({ name }) => name === 'from' || name === 'to').map(({ kind }) => kind)).toEqual([
      'instant',
      'instant',
    ])
  })

  it('are choices, in the words of a language, where slugs have labels', () => {
    const inGerman = controlsOf(market, { facets: { rarity: { epic: { label: 'Episch' } } } })
    expect(inGerman.find(({ name }) => name === 'rarity')).toEqual({
      kind: 'choice',
      isSeveral: true,
      name: 'rarity',
      choices: [{ slug: 'epic', label: 'Episch' }],
    })
    expect(controls.find(({ name }) => name === 'rarity')?.kind).toBe('text')
  })

  it('take no smaller numbers than the API does', () => {
    const least = controlsOf(endpointOf('items.list')).flatMap((one) =>
      one.kind === 'range' ? [[one.name, one.least]] : [],
    )
    expect(Object.fromEntries(least)).toMatchObject({ gear_score: 0 })
  })

  it('take whole numbers only where the API does', () => {
    const whole = controls.flatMap((one) => (one.kind === 'range' ? [[one.name, one.isWhole === true]] : []))
    expect(Object.fromEntries(whole)).toMatchObject({ price: true, price_per_unit: false })
  })

  it('name every parameter once, but those of every list', () => {
    const names = controls.flatMap((one) => (one.kind === 'range' ? [one.low, one.high] : [one.name]))
    const own = Object.keys(market.params)
    const common = [
      ...['page', 'limit', 'cursor', 'older_than', 'after_row', 'condense', 'locale'],
      ...['sort', 'ids', 'fields', 'format'],
    ]
    expect(names.toSorted()).toEqual(own.filter((name) => !common.includes(name)).toSorted())
  })
})

it('a form asks for an attribute in three fields, the API for one', () => {
  const items = listNamed('items')
  const asked = (query: string) => String(withAttributes(items, new URLSearchParams(query)))
  expect(asked('rarity=epic&attribute=might&attribute_from=2&attribute_to=')).toBe('rarity=epic&attribute=might%3A2..')
  expect(asked('attribute=might&attribute_from=2&attribute_to=5.5')).toBe('attribute=might%3A2..5.5')
  expect(asked('attribute=might')).toBe('attribute=might')
  expect(asked('attribute_from=2')).toBe('')
  const attributes = [{ slug: 'might', label: 'Might' }]
  const control = controlsOf(items, { attributes }).find(({ kind }) => kind === 'attribute')
  expect(control).toEqual({
    ...{ kind: 'attribute', name: 'attribute', low: 'attribute_from', high: 'attribute_to', choices: attributes },
  })
})
