import { describe, expect, it } from 'vitest'
import { api } from '../../../data/api/table.ts'
import { changedQuery, listQuery, queryText, targetOf } from './live-query.ts'

const query = (given: string, id = 'market.list', without: readonly string[] = []) =>
  listQuery(api, id, new URLSearchParams(given), without).toString()

describe("a live list's query", () => {
  it('has the given parameters, without empty fields and parameters of the page', () => {
    expect(query('rarity=epic&seller=&patch=1&locale=de&condense=false&named=blade', 'market.list', ['named'])).toBe(
      'rarity=epic',
    )
  })

  it.each([
    ['market.list', 'limit=26', ''],
    ['market.list', 'limit=25', 'limit=25'],
    ['merchant-stock.history', 'limit=250', 'limit=250'],
    ['leaderboards.entries', 'page_size=1000', ''],
    ['leaderboards.entries', 'page_size=20', 'page_size=20'],
  ])('of %s with %s requests no more rows than the default', (id, given, requested) => {
    expect(query(given, id)).toBe(requested)
  })

  it('keeps an invalid page size, so that the API reports the error', () => {
    expect(query('limit=many')).toBe('limit=many')
  })
})

it('shows commas of lists unescaped, and everything else escaped', () => {
  const given = new URLSearchParams({ rarity: 'rare,epic', seller: 'a&b c%2C' })
  expect(queryText(given)).toBe('rarity=rare,epic&seller=a%26b+c%252C')
  expect([...new URLSearchParams(queryText(given))]).toEqual([...given])
  expect(targetOf('/v2/market', new URLSearchParams())).toBe('/v2/market')
})

it('starts at the first page when a parameter is changed or removed', () => {
  const given = new URLSearchParams('rarity=rare,epic&page=3&seller=&state=any&patch=1')
  expect(changedQuery(given, 'rarity', 'rare')).toEqual({ rarity: 'rare', state: 'any' })
  expect(changedQuery(given, 'rarity')).toEqual({ state: 'any' })
})
