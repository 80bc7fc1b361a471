import { afterEach, beforeEach, expect, it } from 'vitest'
import Database from 'better-sqlite3'
import { iso, listing, noon, post, stockRow, TestLive, trade } from '../live/test/test-live.ts'
import { lostRows } from './lost-rows.ts'

const acknowledged = 5
let at: TestLive
beforeEach(async () => {
  at = new TestLive()
  const live = await at.open()
  const ids = Array.from({ length: acknowledged + 1 }, (_, nth) => nth + 1)
  await post(
    live,
    'market',
    ids.map((id) => listing(id)),
  )
  await post(
    live,
    'trades',
    ids.map((id) => trade(id, 'selling')),
  )
  const stock = ids.map((id) => stockRow('one', 'rope', { price: id, captured_at: iso(noon + id) }))
  await post(live, 'merchant-stock', stock)
})
afterEach(() => at.remove())

function remove(statement: string): void {
  const db = new Database(at.file)
  db.exec(`DELETE FROM ${statement}`)
  db.close()
}
const lost = () => lostRows(at.store.dataDir, acknowledged)

it('finds nothing if all acknowledged rows exist, even if an unacknowledged one does not', () => {
  expect(lost()).toEqual([])
  remove('listings WHERE id > 5; DELETE FROM trades WHERE id > 5; DELETE FROM merchant_stock WHERE price > 5')
  expect(lost()).toEqual([])
})

it.each([
  ['listings', 'id', 'market'],
  ['trades', 'id', 'trades'],
  ['merchant_stock', 'price', 'merchant-stock'],
])('finds lost rows of %s', (table, column, feed) => {
  remove(`${table} WHERE ${column} = 3`)
  expect(lost()).toEqual([`1 of 5 acknowledged rows of ${feed} are lost`])
  remove(table)
  expect(lost()).toEqual([`5 of 5 acknowledged rows of ${feed} are lost`])
})
