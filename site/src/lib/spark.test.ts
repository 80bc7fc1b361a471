import { expect, it } from 'vitest'
import { sparkPath } from './spark.ts'

it('a small line fills its box from old to new', () => {
  expect(sparkPath([1, 3, 2])).toBe('M0 22L40 2L80 12')
  expect(sparkPath([5, 5])).toBe('M0 12L80 12')
})

it('one value makes no line', () => expect(sparkPath([5])).toBeUndefined())
