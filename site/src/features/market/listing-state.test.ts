import { expect, it } from 'vitest'
import { listingState } from './market-states.ts'

it.each([
  [{}, 'listed'],
  [{ has_sold: false, has_expired: false, has_cancelled: false }, 'listed'],
  [{ has_sold: true, has_expired: true }, 'sold'],
  [{ has_cancelled: true, has_expired: true }, 'cancelled'],
  [{ has_expired: true }, 'expired'],
])('the state of a listing with %j is %s', (row, state) => {
  expect(listingState(row)).toBe(state)
})
