import Database from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { runSynchronously } from '../../../api/model/values/steps.ts'
import { ScopeRows } from './scope-rows.ts'
import { storedValues } from './stored-values.ts'

const db = new Database(':memory:')
db.exec('CREATE TABLE bodies (body_id INTEGER PRIMARY KEY, text TEXT)')
beforeEach(() => void db.exec('DELETE FROM bodies'))
afterAll(() => db.close())

const textOf = (bodyId: number) => (bodyId % 3 === 0 ? null : `body ${bodyId}`)
function store(bodyIds: Iterable<number>): void {
  const insert = db.prepare('INSERT INTO bodies VALUES (?, ?)')
  db.transaction(() => {
    for (const bodyId of bodyIds) insert.run(bodyId, textOf(bodyId))
  })()
}

const read = (bodyIds: readonly number[], rowsPerStep: number) => {
  const rows = new ScopeRows(Uint32Array.from(bodyIds), new Uint32Array(bodyIds.length))
  return runSynchronously(
    storedValues(
      db,
      rows,
      { table: 'bodies', expression: '@prefix || stored.text', parameters: { prefix: 'the ' } },
      rowsPerStep,
    ),
  )
}

/** Bodies of rows in their order, bodies of other patches that are near or far, and the rows of a step. */
const anyBodies = fc.record({
  rows: fc.uniqueArray(fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 4_000_000_000 })), {
    maxLength: 40,
  }),
  others: fc.array(fc.integer({ min: 1, max: 80 }), { maxLength: 60 }),
  rowsPerStep: fc.integer({ min: 1, max: 50 }),
})

it('are those of the bodies of the rows, in their order', () => {
  fc.assert(
    fc.property(anyBodies, ({ rows, others, rowsPerStep }) => {
      db.exec('DELETE FROM bodies')
      store(new Set([...rows, ...others]))
      const expected = rows.map((bodyId) => (textOf(bodyId) === null ? null : `the ${textOf(bodyId)}`))
      expect(read(rows, rowsPerStep)).toEqual(expected)
    }),
  )
})

it.each([
  ['next to another', [4, 5, 6]],
  ['far from the others', [4, 5, 6_000_000]],
])('are an error if a body is missing, %s', (_, rows) => {
  store(rows.slice(0, -1))
  expect(() => read(rows, 100)).toThrow('The catalog is damaged: bodies lacks the bodies of 1 rows')
})
