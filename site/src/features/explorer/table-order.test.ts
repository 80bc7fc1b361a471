import { describe, expect, it } from 'vitest'
import { listNamed } from '../../test/test-site.ts'
import { columnOrder, csvTarget, nameColumnOf, sortableColumnsOf } from './table-order.ts'

describe('the heading of a column', () => {
  const items = listNamed('items')
  const order = (column: string, sort: string | null) => {
    const { next, sorted } = columnOrder(items, column, sort)
    return [sorted, next]
  }

  it('sorts numbers in descending order, then ascending, then resets the order', () => {
    expect(order('gear_score', null)).toEqual([undefined, '-gear_score'])
    expect(order('gear_score', '-gear_score')).toEqual(['descending', 'gear_score'])
    expect(order('gear_score', 'gear_score')).toEqual(['ascending', undefined])
  })

  it('sorts texts in ascending order, then descending, then resets the order', () => {
    expect(order('name', '-gear_score')).toEqual([undefined, 'name'])
    expect(order('name', 'name')).toEqual(['ascending', '-name'])
    expect(order('name', '-name')).toEqual(['descending', undefined])
  })

  it('sorts by the columns by which the API can sort', () => {
    expect(sortableColumnsOf(items).has('gear_score')).toBe(true)
    expect(sortableColumnsOf(items).has('required_class')).toBe(false)
    expect(sortableColumnsOf(listNamed('quests')).has('title')).toBe(true)
  })
})

it('csvTarget requests all rows with the columns of the table', () => {
  expect(csvTarget('/v2/items?rarity=epic&sort=-gear_score&page=3&locale=en', ['name', 'gear_score'])).toBe(
    '/v2/items?rarity=epic&sort=-gear_score&locale=en&format=csv&fields=name%2Cgear_score',
  )
})

it.each([
  ['items', 'name'],
  ['quests', 'title'],
  ['spawners', 'id'],
])('the name column of %s is %s', (list, column) => expect(nameColumnOf(listNamed(list))).toBe(column))
