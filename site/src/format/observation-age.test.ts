import { expect, it } from 'vitest'
import { observedAt } from './observation-age.ts'

it('the instant of an observation follows from the age in the response', () => {
  const requested = { status: 200, target: '/v2/market', json: {}, headers: { 'x-data-age': '7' } }
  expect(observedAt(requested, 10_000)).toBe(3000)
  expect(observedAt({ ...requested, headers: {} }, 10_000)).toBeUndefined()
})
