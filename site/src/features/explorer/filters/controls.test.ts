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

describe('the controls of a list', () => {
  it('cover every filter of the endpoint once', () => {
    const names = all.flatMap((control) => (control.kind === 'range' ? [control.low, control.high] : [control.name]))
    expect([...names].sort()).toEqual(items.filters.map(({ param }) => param).sort())
  })

  it('start with the name and with the columns that the table shows first', () => {
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

  it('do not start with parts of ids, and are all visible if none would come first', () => {
    const quests = explorerControls(listNamed('quests'), {})
    expect(quests.search).toEqual({ kind: 'text', name: 'name' })
    expect(quests.first.map(({ name }) => name)).toEqual(['is_repeatable', 'rank'])
    const workshops = explorerControls(listNamed('workshops'), {})
    expect([workshops.first.map(({ name }) => name), workshops.more]).toEqual([['id_like', 'archetype'], []])
  })

  it('have labels as active filters', () => {
    const given = new URLSearchParams({ rarity: 'epic', min_gear_score: '10', has_effect: 'true', page: '2' })
    expect(
      activeFiltersOf(all, given, inEnglish)
        .map(({ label }) => label)
        .sort(),
    ).toEqual(['Gear score from 10', 'Has effect: yes', 'Rarity: Epic'])
  })

  it('accept several values of an enumeration, and one value otherwise', () => {
    const isMultiple = (list: string, name: string, slugs: object) => {
      const controls = explorerControls(listNamed(list), { facets: slugs as typeof facets })
      const control = [...controls.first, ...controls.more].find((one) => one.name === name)
      return control?.kind === 'choice' && control.isMultiple
    }
    const tiers = { tier: { elite: { label: 'Elite', count: 140 } } }
    expect(isMultiple('items', 'rarity', facets)).toBe(true)
    expect(isMultiple('monsters', 'tier', tiers)).toBeUndefined()
  })

  it('do not offer slugs of another list', () => {
    const tiers = { tier: { elite: { label: 'Elite', count: 140 } } }
    const tierOf = (list: string) => {
      const controls = explorerControls(listNamed(list), { facets: tiers })
      return [...controls.first, ...controls.more].find(({ name }) => name === 'tier')?.kind
    }
    expect([tierOf('monsters'), tierOf('faustian_bargains')]).toEqual(['choice', 'number'])
  })

  it('have the lowest and highest value of numeric columns', () => {
    const { first } = explorerControls(items, { bounds: new Map([['gear_score', [1, 62]]]) })
    expect(first.filter(({ kind }) => kind === 'range')).toEqual([
      expect.objectContaining({ name: 'gear_score', bounds: [1, 62] }),
      expect.objectContaining({ name: 'vendor_price', bounds: undefined }),
    ])
  })

  it('exist for every list', () => {
    for (const list of listsOf(api)) expect(() => explorerControls(list, {})).not.toThrow()
  })
})

describe('the controls of a live list', () => {
  const market = endpointOf('market.list')
  const controls = controlsOf(market)

  it('have one control for the bounds of a range, and controls for instants', () => {
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

  it('are choices with labels if the facets have labels, and text otherwise', () => {
    const inGerman = controlsOf(market, { facets: { rarity: { epic: { label: 'Episch' } } } })
    expect(inGerman.find(({ name }) => name === 'rarity')).toEqual({
      kind: 'choice',
      isMultiple: true,
      name: 'rarity',
      choices: [{ slug: 'epic', label: 'Episch' }],
    })
    expect(controls.find(({ name }) => name === 'rarity')?.kind).toBe('text')
  })

  it('have the minimum that the API accepts', () => {
    const min = controlsOf(endpointOf('items.list')).flatMap((one) =>
      one.kind === 'range' ? [[one.name, one.min]] : [],
    )
    expect(Object.fromEntries(min)).toMatchObject({ gear_score: 0 })
  })

  it('are limited to whole numbers if the API accepts no others', () => {
    const whole = controls.flatMap((one) => (one.kind === 'range' ? [[one.name, one.isWhole === true]] : []))
    expect(Object.fromEntries(whole)).toMatchObject({ price: true, price_per_unit: false })
  })

  it('cover every parameter once, except those that all lists have', () => {
    const names = controls.flatMap((one) => (one.kind === 'range' ? [one.low, one.high] : [one.name]))
    const own = Object.keys(market.params)
    const common = [
      ...['page', 'limit', 'cursor', 'older_than', 'after_row', 'condense', 'locale'],
      ...['sort', 'ids', 'fields', 'format'],
    ]
    expect(names.toSorted()).toEqual(own.filter((name) => !common.includes(name)).toSorted())
  })
})

it('withAttributes joins the three form fields of an attribute to one parameter', () => {
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
