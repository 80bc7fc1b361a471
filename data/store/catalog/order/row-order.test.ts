import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sortBytewise } from '../../../api/model/values/byte-order.ts'
import { RowSet } from '../columns/row-set.ts'
import { columnRanks } from './column-ranks.ts'
import { RowOrder } from './row-order.ts'
import { runSynchronously } from '../../../api/model/values/steps.ts'

const absentLast = (a: number | null, b: number | null, descending: boolean) => {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return descending ? b - a : a - b
}

it('has the same windows of selected rows as a naive sort', () => {
  const value = fc.option(fc.integer({ min: -3, max: 5 }))
  const table = fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 400 })
  fc.assert(
    fc.property(
      table,
      fc.tuple(fc.boolean(), fc.boolean()),
      fc.nat(99),
      fc.nat(50),
      fc.integer({ min: 1, max: 30 }),
      (rows, [first, second], percent, offset, limit) => {
        const ranksOf = (at: 0 | 1) => runSynchronously(columnRanks(rows.map((row) => row[at])))
        const order = new RowOrder(rows.length, [
          { ranked: ranksOf(0), descending: first },
          { ranked: ranksOf(1), descending: second },
        ])
        const all = rows.map((_row, at) => at)
        const selected = all.filter((at) => (at * 7919) % 100 <= percent)
        const naive = (some: number[]) =>
          some.toSorted((a, b) => {
            const [[a0, a1], [b0, b1]] = [rows[a] ?? [null, null], rows[b] ?? [null, null]]
            return absentLast(a0, b0, first) || absentLast(a1, b1, second) || a - b
          })
        expect(order.window(undefined, offset, limit)).toEqual(naive(all).slice(offset, offset + limit))
        const set = new RowSet(rows.length)
        for (const at of selected) set.add(at)
        expect(order.window(set, offset, limit)).toEqual(naive(selected).slice(offset, offset + limit))
      },
    ),
    { numRuns: 300 },
  )
})

it('texts are in the order of their bytes, even beyond the Basic Multilingual Plane', () => {
  const text = fc.array(fc.constantFrom('a', 'é', '\u{d7ff}', '\u{e000}', '！', '𝔾', '😀', 'Z'), { maxLength: 4 })
  fc.assert(
    fc.property(fc.array(text.map((parts) => parts.join(''))), (texts) => {
      expect(sortBytewise(texts)).toEqual(texts.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
    }),
  )
})
