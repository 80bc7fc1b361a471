import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { inLongForm, inTurn, oneOfEachKind, sampled } from './long-form.ts'

const numbers = [1, 2, 3, 4, 5, 6, 7]
const isEven = (value: number) => value % 2 === 0

afterEach(() => vi.unstubAllEnvs())

describe('in the short form', () => {
  beforeEach(() => vi.stubEnv('LONG', undefined))

  it('a value is the short one', () => expect(inLongForm(100, 2)).toBe(2))

  it('a list is reduced to the first, the last and some elements between', () =>
    expect(sampled(numbers, 4)).toEqual([1, 5, 7]))

  it('a list is reduced to the first of each kind', () => expect(oneOfEachKind(numbers, isEven)).toEqual([1, 2]))

  it('each turn has the next value of a list', () => {
    expect(numbers.flatMap((_, turn) => inTurn(['a', 'b', 'c'], turn))).toEqual(['a', 'b', 'c', 'a', 'b', 'c', 'a'])
    expect(inTurn([], 3)).toEqual([])
  })
})

describe('in the long form', () => {
  beforeEach(() => vi.stubEnv('LONG', '1'))

  it('everything is complete', () => {
    expect(inLongForm(100, 2)).toBe(100)
    for (const all of [sampled(numbers, 4), oneOfEachKind(numbers, isEven), inTurn(numbers, 3)])
      expect(all).toEqual(numbers)
  })
})
