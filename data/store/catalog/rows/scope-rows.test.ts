import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ScopeRows } from './scope-rows.ts'

const maxBodyId = 4_000_000_000

const anyRows = fc
  .uniqueArray(fc.record({ body: fc.integer({ min: 1, max: maxBodyId }), since: fc.integer({ min: 1, max: 60 }) }), {
    selector: ({ body }) => body,
    maxLength: 40,
  })
  .chain((rows) =>
    fc.record({
      bodyIds: fc.constant(Uint32Array.from(rows, ({ body }) => body)),
      since: fc.constant(Uint32Array.from(rows, ({ since }) => since)),
      captured: fc.dictionary(fc.nat({ max: Math.max(0, rows.length - 1) }).map(String), fc.string()),
    }),
  )
  .map(({ bodyIds, since, captured }) => {
    const times = Object.entries(captured).map(([row, time]): [number, string] => [Number(row), time])
    return new ScopeRows(bodyIds, since, new Map(bodyIds.length > 0 ? times : []))
  })

it('are the same after they were stored', () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      const stored = ScopeRows.decode(rows.encode())
      expect(stored.bodyIds).toEqual(rows.bodyIds)
      expect(stored.sincePatchIds).toEqual(rows.sincePatchIds)
      expect(stored.capturedAt).toEqual(rows.capturedAt)
    }),
  )
})

it('are found by their bodies, and others are not', () => {
  fc.assert(
    fc.property(anyRows, fc.integer({ min: 0, max: maxBodyId }), (rows, other) => {
      for (const [row, bodyId] of rows.bodyIds.entries()) {
        expect(rows.rowOf(bodyId)).toBe(row)
        expect(rows.sinceOf(bodyId)).toBe(rows.sincePatchIds[row])
      }
      const row = rows.bodyIds.indexOf(other)
      expect(rows.rowOf(other)).toBe(row === -1 ? undefined : row)
    }),
  )
})

it('are chosen from those of other patches, in order', () => {
  const rows = new ScopeRows(Uint32Array.of(30, 10, 20), Uint32Array.of(1, 1, 2))
  const found = [{ body_id: 10 }, { body_id: 11 }, { body_id: 30 }]
  expect(rows.placed(found)).toEqual([
    { body_id: 30, row: 0 },
    { body_id: 10, row: 1 },
  ])
})

it('take some bytes where they follow each other', () => {
  const bodyIds = Uint32Array.from({ length: 2500 }, (_, row) => (row % 100 === 7 ? 9000 + row : 100 + row))
  const rows = new ScopeRows(
    bodyIds,
    Uint32Array.from(bodyIds, (id) => (id > 8000 ? 2 : 1)),
  )
  expect(rows.encode().length).toBeLessThan(400)
})
