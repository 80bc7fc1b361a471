import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SortedRows } from './sorted-rows.ts'

it('rows with given values equal those found by a scan, however many rows and values there are', () => {
  const table = fc.integer({ min: 1, max: 12 }).chain((values) =>
    fc.record({
      values: fc.constant(values),
      codes: fc.array(fc.nat(values - 1), { maxLength: 300 }),
      wanted: fc.uniqueArray(fc.nat(values - 1)).map((some) => some.toSorted((a, b) => a - b)),
    }),
  )
  fc.assert(
    fc.property(table, ({ values, codes, wanted }) => {
      const sorted = new SortedRows(Uint32Array.from(codes), values)
      const scanned = codes.flatMap((code, row) => (wanted.includes(code) ? [row] : []))
      expect(sorted.with(wanted).slice(0, Infinity)).toEqual(scanned)
      expect(sorted.with(wanted).count).toBe(scanned.length)
      const [from = 0, to = values] = wanted
      const between = codes.flatMap((code, row) => (code >= from && code < to ? [row] : []))
      expect(sorted.between(from, to).slice(0, Infinity)).toEqual(between)
    }),
    { numRuns: 300 },
  )
})
