import type { Kysely } from 'kysely'
import type { Line } from '../../../api/model/feeds/feeds.ts'
import type { LiveRow } from '../../../api/model/live-store.ts'
import { withChangeNumbers } from '../rows/change-numbers.ts'
import { insertNewRows } from '../rows/insert-rows.ts'
import { formatInstant } from '../rows/format.ts'
import type { LiveTables, PopulationTable } from '../rows/tables.ts'

/** Stores new samples; those of a known instant are ignored. Returns the number of new ones. */
export const ingestPopulation = async (db: Kysely<LiveTables>, lines: readonly Line<'population'>[]): Promise<number> =>
  insertNewRows(db, 'population', ['timestamp'], await withChangeNumbers(db, lines))

export async function newestSample(db: Kysely<LiveTables>): Promise<LiveRow | null> {
  const sample = await db.selectFrom('population').selectAll().orderBy('timestamp', 'desc').limit(1).executeTakeFirst()
  return sample ? formatSample(sample) : null
}

/** The first `limit` samples from `from`, inclusive, to `to`, exclusive, in ascending order of time. */
export async function samplesBetween(
  db: Kysely<LiveTables>,
  from: number,
  to: number,
  limit: number,
): Promise<readonly LiveRow[]> {
  const samples = await db
    .selectFrom('population')
    .selectAll()
    .where('timestamp', '>=', from)
    .where('timestamp', '<', to)
    .orderBy('timestamp')
    .limit(limit)
    .execute()
  return samples.map(formatSample)
}

/** Formats a sample for responses. */
export const formatSample = ({ change: _change, timestamp, ...sample }: PopulationTable): LiveRow => ({
  timestamp: formatInstant(timestamp),
  ...sample,
})
