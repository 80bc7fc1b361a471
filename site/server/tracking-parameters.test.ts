import { expect, it } from 'vitest'
import { api } from '../../data/api/table.ts'
import { isTracking, withoutTracking } from './tracking-parameters.ts'

it.each([
  ['/items', '/items'],
  ['/items?', '/items?'],
  ['/items?fbclid=IwAR123', '/items'],
  ['/items?utm_source=discord&utm_medium=social&UTM_Campaign=a', '/items'],
  ['/items?rarity=epic&fbclid=a&sort=name', '/items?rarity=epic&sort=name'],
  ['/items?utm%5Fsource=a&name=a+b%2Cc&name=?', '/items?name=a+b%2Cc&name=?'],
  ['/items?gclid&_ga=2.1&patch=1', '/items?patch=1'],
])('%s is read as %s', (given, read) => expect(withoutTracking(given)).toBe(read))

it.each([
  '/items?raritty=epic',
  '/items?utm=a',
  '/items?fbclids=a',
  '/items?name=fbclid',
  '/items?%ff=a&&=b',
  '/utm_source=a',
])('%s stays as it is', (given) => expect(withoutTracking(given)).toBe(given))

it('takes no parameter of the API', () => {
  const names = api.endpoints.flatMap(({ params }) => Object.keys(params))
  expect(names.length).toBeGreaterThan(100)
  expect(names.filter(isTracking)).toEqual([])
})
