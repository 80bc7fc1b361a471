import { describe, expect, it } from 'vitest'
import { activeFiltersOf } from './active-filters.ts'
import type { Control } from './controls.ts'
import { inEnglish } from '../../../messages/catalogs.ts'

const controls: readonly Control[] = [
  { kind: 'text', name: 'name' },
  { kind: 'choice', name: 'hand_type', choices: [{ slug: 'one_handed', label: 'One-handed' }] },
  { kind: 'range', name: 'gear_score', low: 'min_gear_score', high: 'max_gear_score' },
  { kind: 'range', name: 'rank', low: 'rank_min', high: 'rank_max' },
  { kind: 'flag', name: 'has_effect' },
]
const activeFilters = (search: string) =>
  activeFiltersOf(controls, new URLSearchParams(search), inEnglish).map(({ name, label }) => `${name}: ${label}`)

describe('active filters', () => {
  it('are empty without filters in the URL', () => {
    expect(activeFilters('')).toEqual([])
    expect(activeFilters('page=2&sort=desc&patch=1&name=')).toEqual([])
  })

  it('have the label of a choice, or the slug if it is not among the choices', () => {
    expect(activeFilters('hand_type=one_handed')).toEqual(['hand_type: Hand type: One-handed'])
    expect(activeFilters('hand_type=three_handed')).toEqual(['hand_type: Hand type: three_handed'])
  })

  it('have one entry per value, with the remaining values', () => {
    const rarity: Control = {
      ...{ kind: 'choice', name: 'rarity', isMultiple: true },
      choices: [{ slug: 'epic', label: 'Epic' }],
    }
    const given = (search: string) => activeFiltersOf([rarity], new URLSearchParams(search), inEnglish)
    expect(given('rarity=rare,epic,odd')).toEqual([
      { name: 'rarity', label: 'Rarity: rare', rest: 'epic,odd' },
      { name: 'rarity', label: 'Rarity: Epic', data: 'Epic', rest: 'rare,odd' },
      { name: 'rarity', label: 'Rarity: odd', rest: 'rare,epic' },
    ])
    expect(given('rarity=epic')).toEqual([{ name: 'rarity', label: 'Rarity: Epic', data: 'Epic' }])
    expect(activeFilters('hand_type=a,b')).toEqual(['hand_type: Hand type: a,b'])
  })

  it('have one entry per bound of a range, so that each can be removed', () => {
    expect(activeFilters('min_gear_score=10&max_gear_score=40')).toEqual([
      'min_gear_score: Gear score from 10',
      'max_gear_score: Gear score to 40',
    ])
    expect(activeFilters('rank_max=3')).toEqual(['rank_max: Rank to 3'])
  })

  it('describe flags with yes and no', () => {
    expect(activeFilters('has_effect=true')).toEqual(['has_effect: Has effect: yes'])
    expect(activeFilters('has_effect=false')).toEqual(['has_effect: Has effect: no'])
  })

  it('are in the order of the filters, not of the URL', () => {
    expect(activeFilters('has_effect=true&min_gear_score=1&name=lamp').map((chip) => chip.split(':', 1)[0])).toEqual([
      ...['name', 'min_gear_score', 'has_effect'],
    ])
  })
})

it('an attribute and its bounds are separate active filters', () => {
  const control = {
    kind: 'attribute' as const,
    name: 'attribute',
    low: 'attribute_from',
    high: 'attribute_to',
    choices: [{ slug: 'might', label: 'Might' }],
  }
  const labels = (query: string) =>
    activeFiltersOf([control], new URLSearchParams(query), inEnglish).map(({ label }) => label)
  expect(labels('attribute=might&attribute_from=2&attribute_to=5')).toEqual([
    'Attribute: Might',
    'Attribute from 2',
    'Attribute to 5',
  ])
  expect(labels('attribute=luck')).toEqual(['Attribute: luck'])
  expect(labels('rarity=epic')).toEqual([])
  // Bounds without an attribute have no effect.
  expect(labels('attribute_from=5')).toEqual([])
})
