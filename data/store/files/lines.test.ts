import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linesIn } from './lines.ts'

const textsOf = (blocks: readonly string[], maxBytes?: number) =>
  [
    ...linesIn(
      blocks.map((block) => Buffer.from(block)),
      maxBytes,
    ),
  ].map((line) => line.toString())

describe('lines', () => {
  it('do not depend on where blocks end', () => {
    const text = fc.array(fc.constantFrom('a', '\n', 'lamp', 'ü'), { maxLength: 30 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 9 }), (whole, size) => {
        const bytes = Buffer.from(whole)
        const blocks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
          bytes.subarray(at * size, (at + 1) * size),
        )
        const expected = whole === '' ? [] : whole.replace(/\n$/, '').split('\n')
        expect([...linesIn(blocks)].map((line) => line.toString())).toEqual(expected)
      }),
    )
  })

  it('may be empty, and the last one may lack its line break', () => {
    expect(textsOf(['one\n\ntw', 'o'])).toEqual(['one', '', 'two'])
  })

  it('end with the first one that is too long, which is truncated', () => {
    expect(textsOf(['one\nlonger ', 'than ', 'that\nthree'], 8)).toEqual(['one', 'longer than '])
  })
})
