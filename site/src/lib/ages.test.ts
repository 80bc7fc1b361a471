import { expect, it } from 'vitest'
import { inAge, observedAt } from './ages.ts'

it('an age is as coarse as it may be', () => {
  expect([3, 42, 240, 7199, 86_400, 200_000].map(inAge)).toEqual([
    'just now',
    '42 s ago',
    '4 min ago',
    '1 h ago',
    '1 day ago',
    '2 days ago',
  ])
})

it('the instant of an observation is told by the age of the answer', () => {
  const asked = { status: 200, target: '/v2/market', json: {}, headers: { 'x-data-age': '7' } }
  expect(observedAt(asked, 10_000)).toBe(3000)
  expect(observedAt({ ...asked, headers: {} }, 10_000)).toBeUndefined()
})
