import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newDoubles, newNarrow } from './growable-array.ts'

const values = fc
  .oneof(
    fc.constantFrom(0, 255, 256, 65_535, 65_536, 2 ** 31 - 1, 2 ** 31, -1),
    fc.nat(300),
    fc.nat(70_000),
    fc.integer(),
    fc.double({ noNaN: true }),
  )
  // Turns -0 into 0.
  .map((value) => value + 0)
const writes = fc.array(fc.tuple(fc.nat(5000), values), { maxLength: 40 })

describe('a growable array', () => {
  it.each(Object.entries({ doubles: newDoubles, narrow: newNarrow }))(
    'has the values that were written last, and 0 elsewhere: %s',
    (_name, make) => {
      fc.assert(
        fc.property(writes, (all) => {
          const array = make()
          for (const [at, value] of all) array.set(at, value)
          const written = new Map(all)
          for (const [at, value] of written) expect(array.values[at]).toBe(value)
          const rest = [...array.values].filter((value, at) => !written.has(at) && value !== 0)
          expect(rest).toEqual([])
        }),
        { numRuns: 100 },
      )
    },
  )

  it('has elements of as few bytes as its numbers need', () => {
    const array = newNarrow()
    const bytesWith = (value: number) => {
      array.set(3, value)
      return array.values.BYTES_PER_ELEMENT
    }
    expect([255, 256, 65_535, 65_536, 2 ** 31, 1].map(bytesWith)).toEqual([1, 2, 2, 4, 8, 8])
    const negative = newNarrow()
    negative.set(0, -1)
    expect(negative.values.BYTES_PER_ELEMENT).toBe(4)
  })
})
