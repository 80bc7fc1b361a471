// Every change of a row of a feed has a number, counted over all feeds. A reader that follows these numbers must not
// skip any. So numbers are reserved by updating one row inside the transaction that writes the changes: the row is
// locked until the commit, so transactions commit in the order of their numbers.
import { sql, type Kysely } from 'kysely'
import type { LiveTables } from './tables.ts'
import { getCounter } from './counters.ts'

/** Name of the counter that has the last number. */
export const changeCounter = 'change'

/**
 * The greatest committed number. All lower ones are committed too, or were replaced by a later change of the same row.
 */
export const newestChange = (db: Kysely<LiveTables>): Promise<number> => getCounter(db, changeCounter)

/** Gives rows the next numbers, in their order. To be called in the transaction that writes them. */
export async function withChangeNumbers<Row extends object>(
  db: Kysely<LiveTables>,
  rows: readonly Row[],
): Promise<(Row & { change: number })[]> {
  const first = await reserveChanges(db, rows.length)
  return rows.map((row, at) => ({ ...row, change: first + at }))
}

/** Reserves numbers for `count` changes and returns the first. To be called in the transaction that writes them. */
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
