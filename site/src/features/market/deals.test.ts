import { describe, expect, it } from 'vitest'
import type { ItemPrice } from '../../format/charts/headline-price.ts'
import { craftMargins, parseDealOrder, dealQuery, dealsOf, vendorFlips } from './deals.ts'

const price = (id: string, median: number, listings = 9, hours = 24): [string, ItemPrice] => [
  id,
  { item_id: id, median, listings, hours, days: [] },
]
const prices = new Map([price('blade', 100), price('ring', 1000), price('spoon', 100, 2), price('moth', 100, 9, 168)])
const listing = (item_id: string, unit: number, quantity = 1) => ({ item_id, price_per_unit: String(unit), quantity })
const byDistance = parseDealOrder(new URLSearchParams())

it.each([
  ['', {}],
  ['rarity=epic&max_price=90', { rarity: 'epic', max_price: '90' }],
  ['rarity=epic,odd,rare,epic', { rarity: 'rare,epic' }],
  ['rarity=odd&max_price=many', {}],
])('dealQuery turns %j into %j', (search, query) => {
  expect(dealQuery(new URLSearchParams(search))).toEqual(query)
})

describe('deals', () => {
  const rows = [
    listing('ring', 850),
    listing('blade', 60, 2),
    listing('blade', 96),
    ...['spoon', 'moth', 'unknown'].map((id) => listing(id, 1)),
  ]

  it('are listings below a median based on enough listings of the last day, farthest below first', () => {
    const deals = dealsOf(rows, prices, byDistance)
    expect(deals.map(({ row, saved }) => [row.item_id, saved])).toEqual([
      ['blade', 80],
      ['ring', 150],
    ])
    expect(deals[0]?.below).toBeCloseTo(0.4)
  })

  it('can be ordered by gold and require a number of listings', () => {
    expect(dealsOf(rows, prices, { by: 'gold', minListings: 5 }).map(({ saved }) => saved)).toEqual([150, 80])
    expect(dealsOf(rows, prices, { by: 'distance', minListings: 1 })).toHaveLength(3)
    expect(parseDealOrder(new URLSearchParams('order=gold&listings=20'))).toEqual({ by: 'gold', minListings: 20 })
    expect(parseDealOrder(new URLSearchParams('order=x&listings=-1'))).toEqual({ by: 'distance', minListings: 5 })
  })
})

it('craftMargins subtracts materials and gold from the output, and omits recipes with unknown prices', () => {
  const recipe = (material: string, output: string) => ({
    payload: {
      materials: [{ item_id: material, count: 3 }],
      output: [{ item_id: output, count: 1 }],
      requirements: { gold: 115 },
    },
  })
  const services = [recipe('blade', 'ring'), recipe('ring', 'blade'), recipe('unknown', 'ring'), { payload: {} }]
  expect(craftMargins(services, prices)).toEqual([
    { service: services[0], cost: 415, value: 1000, profit: 585, listings: 9 },
  ])
})

it('vendorFlips returns listings that cost less than vendors pay', () => {
  const flips = vendorFlips([listing('blade', 10, 4), listing('blade', 13)], new Map([['blade', 12]]))
  expect(flips.map(({ profit, vendorPrice }) => [profit, vendorPrice])).toEqual([[8, 12]])
})
