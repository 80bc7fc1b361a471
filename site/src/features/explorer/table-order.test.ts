import { describe, expect, it } from 'vitest'
import { listNamed } from '../../test/test-site.ts'
import { columnOrder, csvTarget, nameColumnOf, orderColumns } from './table-order.ts'

describe('the head of a column', () => {
  const items = listNamed('items')
  const order = (column: string, sort: string | null) => {
    const { next, sorted } = columnOrder(items, column, sort)
    return [sorted, next]
  }

  it('sorts figures from the greatest, then from the least, then not at all', () => {
    expect(order('gear_score', null)).toEqual([undefined, '-gear_score'])
    expect(order('gear_score', '-gear_score')).toEqual(['descending', 'gear_score'])
    expect(order('gear_score', 'gear_score')).toEqual(['ascending', undefined])
  })

  it('sorts texts from A, whatever was sorted by before', () => {
    expect(order('name', '-gear_score')).toEqual([undefined, 'name'])
    expect(order('name', 'name')).toEqual(['ascending', '-name'])
    expect(order('name', '-name')).toEqual(['descending', undefined])
  })

  it('sorts by what the API sorts by', () => {
    expect(orderColumns(items).has('gear_score')).toBe(true)
    expect(orderColumns(items).has('required_class')).toBe(false)
    expect(orderColumns(listNamed('quests')).has('title')).toBe(true)
  })
})

it('a table as CSV is the same rows, all of them, with the columns that it shows', () => {
  expect(csvTarget('/v2/items?rarity=epic&sort=-gear_score&page=3&locale=en', ['name', 'gear_score'])).toBe(
    '/v2/items?rarity=epic&sort=-gear_score&locale=en&format=csv&fields=name%2Cgear_score',
  )
})

it.each([
  ['items', 'name'],
  ['quests', 'title'],
  ['spawners', 'id'],
])('rows of %s are called by their %s', (list, column) => expect(nameColumnOf(listNamed(list))).toBe(column))
