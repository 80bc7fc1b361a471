import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatInstant } from './format.ts'

it('instants are formatted like `toISOString`, but without milliseconds that are zero', () => {
  const instants = fc.date({ noInvalidDate: true }).map((date) => date.getTime())
  const usual = fc.integer({ min: 0, max: 4_102_444_800 }).map((second) => second * 1000)
  const property = fc.property(fc.oneof(instants, usual), (at) => {
    expect(formatInstant(at)).toBe(new Date(at).toISOString().replace('.000Z', 'Z'))
  })
  const edges = ['0000-01-01', '0999-12-31T23:59:59', '1000-01-01', '9999-12-31T23:59:59', '1969-12-31T23:59:59']
  fc.assert(property, { examples: edges.map((text) => [Date.parse(`${text.padEnd(19, 'T00:00:00')}Z`)] as [number]) })
})

it('invalid instants throw an error', () => {
  for (const at of [NaN, Infinity, 8.64e15 + 1000]) expect(() => formatInstant(at)).toThrow('Invalid time value')
})
