import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lostNumbers } from './lost-numbers.ts'

const isKept = (number: string) => lostNumbers(`{"n":${number}}`).length === 0

describe('a number in JSON', () => {
  it.each([
    '1e309',
    '-1e400',
    '1.5E+309',
    '0.1e1000',
    '12345678901234567890',
    '-9007199254740993',
    `1${'0'.repeat(400)}`,
  ])('%s is lost', (number) => expect(isKept(number)).toBe(false))

  it.each([
    '0',
    '-0',
    '1e20',
    '1e-400',
    '9007199254740992',
    '100000000000000000000',
    '0.12345678901234567890',
    '1e099',
  ])('%s is kept', (number) => expect(isKept(number)).toBe(true))

  it('that JSON.stringify wrote is kept', () => {
    fc.assert(fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (n) => isKept(JSON.stringify(n))))
  })

  it('in a text does not count', () => {
    expect(lostNumbers('{"a":"see 1e400","b":["12345678901234567890"],"c":" 12345678901234567890,"}')).toEqual([])
  })

  it('is reported with its path and its source text, each one', () => {
    expect(lostNumbers('{"a":[{"b": 1e400}, 2],"c":12345678901234567890}')).toEqual([
      { path: 'a.0.b', source: '1e400' },
      { path: 'c', source: '12345678901234567890' },
    ])
  })
})
