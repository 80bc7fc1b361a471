import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { api } from '../../../api/table.ts'
import type { Resource } from '../../../api/model/resource.ts'
import { catalogSchema } from '../catalog-schema.ts'
import { ScopeRows } from './scope-rows.ts'
import { ScopeRowsReader, ScopeRowsTable } from './scope-rows-table.ts'
import { TemporaryRowTables } from './temporary-row-tables.ts'

const items = api.resources.get('items') as Resource
const perks = api.resources.get('perks') as Resource
const rowsOf = (...bodyIds: number[]) =>
  new ScopeRows(Uint32Array.from(bodyIds), new Uint32Array(bodyIds.length).fill(1))

let db: Database.Database
let table: ScopeRowsTable
beforeEach(() => {
  db = new Database(':memory:')
  db.exec(catalogSchema(api))
  table = new ScopeRowsTable(db)
})
afterEach(() => db.close())

const bodiesAt = (scope: number, resource = items) => [...table.of(resource, scope).bodyIds]

it('has the rows that were last set, copied or cleared for a resource and scope', () => {
  table.set(items, 1, rowsOf(1, 2))
  table.set(perks, 1, rowsOf(7))
  expect([bodiesAt(1), bodiesAt(1, perks), bodiesAt(2)]).toEqual([[1, 2], [7], []])
  table.copy(items, 1, 2)
  table.set(items, 1, rowsOf(3))
  expect([bodiesAt(1), bodiesAt(2)]).toEqual([[3], [1, 2]])
  table.copy(items, 9, 2)
  table.clear(items, 1)
  expect([bodiesAt(1), bodiesAt(2), bodiesAt(1, perks)]).toEqual([[], [], [7]])
})

it('knows the bodies that rows have at any scope', () => {
  table.set(items, 1, rowsOf(5, 1))
  table.set(items, 2, rowsOf(5, 8))
  table.set(perks, 1, rowsOf(4))
  const isUsed = table.usedBodies(items)
  expect([0, 1, 4, 5, 8, 9].filter(isUsed)).toEqual([1, 5, 8])
})

it('reports which rows are damaged', () => {
  table.set(items, 3, rowsOf(1, 2, 3))
  db.exec("UPDATE contents SET content = x'00'")
  expect(() => new ScopeRowsReader(db).read(items, 3)).toThrow('the rows of items at patch 3 cannot be read')
})

it('provides rows as temporary tables, which are always dropped', () => {
  table.set(items, 1, rowsOf(9, 4))
  const source = { db, api, rows: table }
  const tables = () => db.prepare('SELECT count(*) FROM temp.sqlite_master').pluck().get()
  const bodies = TemporaryRowTables.use(source, (made) =>
    db
      .prepare(`SELECT body_id FROM ${made.table(items, 1)} ORDER BY 1`)
      .pluck()
      .all(),
  )
  expect([bodies, tables()]).toEqual([[4, 9], 0])
  const failing = () =>
    TemporaryRowTables.use(source, (made) => {
      throw new Error(made.table(items, 1))
    })
  expect(failing).toThrow('temp')
  expect(tables()).toBe(0)
})
