import { expect, it } from 'vitest'
import { sparklinePath } from './sparkline.ts'

it('a sparkline fills its box from old to new', () => {
  expect(sparklinePath([1, 3, 2])).toBe('M0 22L40 2L80 12')
  expect(sparklinePath([5, 5])).toBe('M0 12L80 12')
})

it('one value makes no line', () => expect(sparklinePath([5])).toBeUndefined())
