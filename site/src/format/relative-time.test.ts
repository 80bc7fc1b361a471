import { expect, it } from 'vitest'
import { formatAge, observedAt } from './relative-time.ts'

it('an age is as coarse as it may be', () => {
  expect([3, 42, 240, 7199, 86_400, 200_000].map(formatAge)).toEqual([
    'just now',
    '42 s ago',
    '4 min ago',
    '1 h ago',
    '1 day ago',
    '2 days ago',
  ])
})

it('the instant of an observation is told by the age of the answer', () => {
  const requested = { status: 200, target: '/v2/market', json: {}, headers: { 'x-data-age': '7' } }
  expect(observedAt(requested, 10_000)).toBe(3000)
  expect(observedAt({ ...requested, headers: {} }, 10_000)).toBeUndefined()
})
