import { expect, it } from 'vitest'
import { memoize } from './memoize.ts'

it('computes a value once while there are few texts, and does not keep those of millions', () => {
  const made: string[] = []
  const length = memoize((text) => made.push(text))
  for (let round = 0; round < 3; round += 1) for (const text of ['a', 'b']) length(text)
  expect(made).toEqual(['a', 'b'])
  for (let nth = 0; nth < 20_000; nth += 1) length(String(nth))
  made.length = 0
  length('a')
  expect(made).toEqual(['a'])
})
