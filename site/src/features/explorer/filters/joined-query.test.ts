import { expect, it } from 'vitest'
import { endpointOf } from '../../../../../data/api/test/test-store.ts'
import { joinedQuery } from './joined-query.ts'

const joined = (search: string, id = 'items.list') => joinedQuery(endpointOf(id), new URLSearchParams(search))

it.each([
  ['rarity=epic&rarity=rare', '?rarity=rare,epic'],
  ['rarity=epic&name=a%2Cb&rarity=epic&page=2', '?rarity=epic&name=a,b&page=2'],
  ['type=weapon&type=armor&rarity=rare,epic&rarity=poor', '?type=armor,weapon&rarity=poor,rare,epic'],
  ['rarity=&rarity=epic', '?rarity=epic'],
  ['rarity=&rarity=', '?'],
  ['rarity=epic,&rarity=rare', '?rarity=epic,,rare'],
])('joinedQuery turns %s into %s', (given, query) => {
  expect(joined(given)).toBe(query)
})

it.each(['', 'rarity=rare,epic', 'rarity=epic', 'name=a&name=b', 'min_gear_score=1&min_gear_score=2'])(
  'joinedQuery returns undefined for %j',
  (given) => {
    expect(joined(given)).toBeUndefined()
  },
)

it('joinedQuery works for live lists', () => {
  expect(joined('rarity=epic&rarity=rare&state=any', 'market.list')).toBe('?rarity=rare,epic&state=any')
})
