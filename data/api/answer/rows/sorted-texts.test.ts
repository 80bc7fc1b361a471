import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as column from '../../model/columns.ts'
import { sortedTexts } from './sorted-texts.ts'

const columns = { rarity: column.ordered(column.checkedSlug(['poor', 'epic'])), price: column.integer() }
const rows = fc.array(
  fc.record(
    { rarity: fc.constantFrom('epic', 'poor', 'mythic', 'ancient'), price: fc.integer({ min: 0, max: 9 }) },
    { requiredKeys: [] },
  ),
  { maxLength: 4000, size: 'max' },
)
type Row = Readonly<Record<string, string | number | undefined>>

it('has the order of a naive sort, in steps of few rows', () => {
  const keys = fc.constantFrom(['rarity'], ['-price'], ['-rarity', 'price'], ['price', '-rarity'])
  fc.assert(
    fc.property(rows, keys, (given, names) => {
      const all = given.map((row, place) => ({ ...row, place }))
      const order = names.map((name) => ({ column: name.replace('-', ''), descending: name.startsWith('-') }))
      const steps = sortedTexts(
        { total: all.length, texts: (from, limit) => all.slice(from, from + limit).map((row) => JSON.stringify(row)) },
        order,
        columns,
      )
      let count = 0
      let step = steps.next()
      for (; !step.done; step = steps.next()) count += 1
      expect(count).toBeGreaterThanOrEqual(Math.ceil(all.length / 100))
      const ranks = ['poor', 'epic', 'ancient', 'mythic']
      const valueOf = (row: Row, name: string) =>
        name === 'rarity' ? ranks.indexOf(String(row[name])) : Number(row[name])
      const expected = all.toSorted((a: Row, b: Row) => {
        for (const { column: name, descending } of order) {
          const [x, y] = [a[name] === undefined, b[name] === undefined]
          const difference =
            x || y ? Number(x) - Number(y) : (valueOf(a, name) - valueOf(b, name)) * (descending ? -1 : 1)
          if (difference !== 0) return difference
        }
        return Number(a.place) - Number(b.place)
      })
      expect(step.value).toEqual(expected.map((row) => JSON.stringify(row)))
    }),
    { numRuns: 20 },
  )
})
