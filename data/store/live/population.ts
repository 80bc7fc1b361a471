import type { Kysely } from 'kysely'
import type { Line } from '../../api/live/feeds.ts'
import type { LiveRow } from '../../api/live/live-store.ts'
import { upsertRows } from './insert-rows.ts'
import { shownInstant } from './shown.ts'
import type { LiveTables, PopulationTable } from './tables.ts'

/** Stores samples; one that comes again with other numbers replaces what was there. Returns how many changed something. */
export const takePopulation = (db: Kysely<LiveTables>, lines: readonly Line<'population'>[]): Promise<number> =>
  upsertRows(db, 'population', ['timestamp'], lines)

export async function newestSample(db: Kysely<LiveTables>): Promise<LiveRow | null> {
  const sample = await db.selectFrom('population').selectAll().orderBy('timestamp', 'desc').limit(1).executeTakeFirst()
  return sample ? shown(sample) : null
}

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
  return samples.map(shown)
}

const shown = (sample: PopulationTable): LiveRow => ({ ...sample, timestamp: shownInstant(sample.timestamp) })
