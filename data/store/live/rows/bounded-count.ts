import { sql, type Kysely, type SelectQueryBuilder } from 'kysely'
import { maxCountedRows, type CountedRows } from '../../../api/model/live-store.ts'
import type { LiveTables } from './tables.ts'

/** Counts rows up to `maxCountedRows`, above which totals are not exact. */
export async function boundedCount<Table extends keyof LiveTables>(
  db: Kysely<LiveTables>,
  matching: SelectQueryBuilder<LiveTables, Table, object>,
): Promise<Pick<CountedRows<unknown>, 'total'> & { totalIsMinimum: boolean }> {
  const matches = matching
    .select(sql`1`.as('one'))
    .limit(maxCountedRows + 1)
    .as('matches')
  const { count } = await db
    .selectFrom(matches)
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return { total: Math.min(Number(count), maxCountedRows), totalIsMinimum: Number(count) > maxCountedRows }
}
