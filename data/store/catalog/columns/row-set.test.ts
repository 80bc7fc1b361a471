import fc from 'fast-check'
import { expect, it } from 'vitest'
import { RowSet } from './row-set.ts'

const size = fc.integer({ min: 1, max: 130 })
const cases = size.chain((rows) =>
  fc.record({
    rows: fc.constant(rows),
    one: fc.uniqueArray(fc.nat(rows - 1)),
    other: fc.uniqueArray(fc.nat(rows - 1)),
    from: fc.nat(140),
    limit: fc.nat(140),
  }),
)

function setOf(rows: readonly number[], of: number): RowSet {
  const set = new RowSet(of)
  for (const row of rows) set.add(row)
  return set
}

const rising = (rows: readonly number[]) => rows.toSorted((a, b) => a - b)
const listed = (set: RowSet) => set.slice(0, Infinity)

it('equals a set of numbers, for any size of table', () => {
  fc.assert(
    fc.property(cases, ({ rows, one, other, from, limit }) => {
      const [first, second] = [setOf(one, rows), setOf(other, rows)]
      const both = rising([...new Set([...one, ...other])])
      expect(listed(first)).toEqual(rising(one))
      expect(first.slice(from, from + limit)).toEqual(rising(one).slice(from, from + limit))
      expect(first.count).toBe(one.length)
      expect(listed(RowSet.union([first, second], rows))).toEqual(both)
      const more = setOf(one, rows)
      more.addAll(Uint32Array.from([...other, rows - 1]), 0, other.length)
      expect(listed(more)).toEqual(both)
      const seen: number[] = []
      first.forEach((row) => seen.push(row))
      expect(seen).toEqual(rising(one))
      const difference = setOf([0], rows)
      difference.addDifference(first, second)
      expect(listed(difference)).toEqual(rising([...new Set([0, ...one.filter((row) => !other.includes(row))])]))
      const common = RowSet.intersection(first, second)
      expect(listed(common)).toEqual(rising(one.filter((row) => second.has(row))))
    }),
  )
})
