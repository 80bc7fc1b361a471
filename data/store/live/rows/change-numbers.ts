// Every change of a row of a feed has a number, counted over all feeds. Whoever reads by number must never skip one: so
// numbers are reserved by updating one row inside the transaction that writes the changes. That row is locked until the
// commit, so transactions that reserve numbers commit in the order of their numbers, however many there are.
import { sql, type Kysely } from 'kysely'
import type { LiveTables } from './tables.ts'
import { getCounter } from './counters.ts'

export const changeCounter = 'change'

/** The greatest number that is committed: all up to it are, unless a later change of the same row has taken their place. */
export const newestChange = (db: Kysely<LiveTables>): Promise<number> => getCounter(db, changeCounter)

/** The rows with the next numbers, in their order. Only within the transaction that writes them. */
export async function withChangeNumbers<Row extends object>(
  db: Kysely<LiveTables>,
  rows: readonly Row[],
): Promise<(Row & { change: number })[]> {
  const first = await reserveChanges(db, rows.length)
  return rows.map((row, at) => ({ ...row, change: first + at }))
}

/** Reserves as many numbers as there are changes; returns the first. Only within the transaction that writes them. */
export async function reserveChanges(db: Kysely<LiveTables>, count: number): Promise<number> {
  if (count === 0) return 0
  const { value } = await db
    .insertInto('numbers')
    .values({ name: changeCounter, value: count })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value: sql<number>`numbers.value + excluded.value` }),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  return value - count + 1
}
