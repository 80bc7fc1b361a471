import { expect, it } from 'vitest'
import { inEnglish } from '../../messages/catalogs.ts'
import { listTitle } from './list-title.ts'

const filters = [
  { name: 'rarity', label: 'Rarity: Epic', data: 'Epic' },
  { name: 'armor_type', label: 'Armor type: Plate', data: 'Plate' },
  { name: 'min_gear_score', label: 'Gear score from 10' },
  { name: 'has_effect', label: 'Has effect: yes' },
  { name: 'name', label: 'Name: moth' },
]

it('listTitle appends the first filters and the number of others', () => {
  const titled = (count: number) => listTitle('Items', filters.slice(0, count), inEnglish)
  expect(titled(0)).toBe('Items')
  expect(titled(3)).toBe('Items, Epic, Plate, Gear score from 10')
  expect(titled(5)).toBe('Items, Epic, Plate, Gear score from 10 and 2 more')
})
