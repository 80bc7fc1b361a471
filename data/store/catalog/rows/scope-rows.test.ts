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
      times: fc.uniqueArray(fc.string(), { maxLength: 3 }),
      numbers: fc.array(fc.nat({ max: 3 }), { minLength: rows.length, maxLength: rows.length }),
    }),
  )
  .map(({ bodyIds, since, times, numbers }) => {
    const known = Uint32Array.from(numbers, (number) => Math.min(number, times.length))
    return new ScopeRows(bodyIds, since, { times, numbers: known })
  })

it('are equal after encoding and decoding', () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      const stored = ScopeRows.decode(rows.encode())
      expect(stored.bodyIds).toEqual(rows.bodyIds)
      expect(stored.sincePatchIds).toEqual(rows.sincePatchIds)
      for (const row of rows.bodyIds.keys()) expect(stored.capturedAt(row)).toBe(rows.capturedAt(row))
    }),
  )
})

it('are found by their bodies, unlike others', () => {
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

it('are located among bodies of other patches, in order', () => {
  const rows = new ScopeRows(Uint32Array.of(30, 10, 20), Uint32Array.of(1, 1, 2))
  const found = [{ body_id: 10 }, { body_id: 11 }, { body_id: 30 }]
  expect(rows.locate(found)).toEqual([
    { body_id: 30, row: 0 },
    { body_id: 10, row: 1 },
  ])
})

it('take few bytes if their body ids are consecutive', () => {
  const bodyIds = Uint32Array.from({ length: 2500 }, (_, row) => (row % 100 === 7 ? 9000 + row : 100 + row))
  const rows = new ScopeRows(
    bodyIds,
    Uint32Array.from(bodyIds, (id) => (id > 8000 ? 2 : 1)),
  )
  expect(rows.encode().length).toBeLessThan(400)
})

it('are refused if a bit is flipped or bytes are missing', () => {
  const content = new ScopeRows(Uint32Array.of(3, 4, 9), Uint32Array.of(1, 1, 2)).encode()
  fc.assert(
    fc.property(fc.nat({ max: content.length * 8 - 1 }), (bit) => {
      const damaged = Buffer.from(content)
      damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(() => {
        const { bodyIds } = ScopeRows.decode(damaged)
        // Some bits of the header do not affect the content.
        if (bodyIds.join() === '3,4,9') throw new Error('the same')
      }).toThrow()
    }),
  )
  expect(() => ScopeRows.decode(content.subarray(0, -2))).toThrow()
})

it('are found by the first of equal bodies, of which an invalid bundle may have any number', () => {
  const equal = 200_000
  const bodyIds = new Uint32Array(equal + 1).fill(7)
  bodyIds[equal] = 9
  const rows = new ScopeRows(bodyIds, bodyIds)
  expect([rows.rowOf(7), rows.rowOf(9), rows.rowOf(8)]).toEqual([0, equal, undefined])
})
