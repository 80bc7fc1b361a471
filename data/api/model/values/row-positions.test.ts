import fc from 'fast-check'
import { expect, it } from 'vitest'
import { positionParams, sortedPositionOf, writeSortedPosition } from './row-positions.ts'

const longest = 4000

it('positions are read as they were written, whatever texts they have', () => {
  const scalar = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean(), fc.constant(null))
  const values = fc.array(scalar, { minLength: 1, maxLength: 4 })
  const property = fc.property(values, fc.nat(), (values, id) => {
    const written = writeSortedPosition({ values, id })
    expect(written).toMatch(/^[^\x00-\x1f\x7f]*$/)
    expect(sortedPositionOf(written)).toEqual({ values, id })
    expect(new RegExp(String(positionParams.after_row.codec.schema.pattern)).test(written)).toBe(true)
  })
  const examples = ['a\u2028b\u2029c', 'a\nb', 'a\u007fb', 'x'.repeat(longest), '"'.repeat(longest / 2)]
  fc.assert(property, { examples: examples.map((text): [string[], number] => [[text], 41]) })
})
