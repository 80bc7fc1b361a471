import type { Insertable, Kysely } from 'kysely'
import type { Line } from '../../../api/model/feeds/feeds.ts'
import { lastPerKey, rowsByKey, upsertRows } from '../rows/insert-rows.ts'
import { formatInstant, formatInstantOrNull } from '../rows/format.ts'
import { boardKey, updateCurrentEntries, ingestCaptures } from './ingest-board-captures.ts'
import type { EntryTable, LiveTables, SeasonTable, SheetTable } from '../rows/tables.ts'

type Entry = Insertable<EntryTable>
type Of<K extends string> = Extract<Line<'leaderboards'>, Record<K, unknown>>
type Season = Of<'season'>['season']

/** Stores seasons, sheets, periods and entries. Returns the number of lines that changed something. */
export async function ingestLeaderboards(
  db: Kysely<LiveTables>,
  lines: readonly Line<'leaderboards'>[],
): Promise<number> {
  const seasons = lines.filter((line): line is Of<'season'> => 'season' in line).map(({ season }) => season)
  const sheets = lines.filter((line): line is Of<'sheet'> => 'sheet' in line).map(({ sheet }) => sheetOf(sheet))
  const periods = lines.filter((line): line is Of<'period'> => 'period' in line).map(({ period }) => period)
  const entries = lines.filter((line): line is Of<'entry'> => 'entry' in line).map(({ entry }) => entry)
  let changed = await upsertRows(db, 'seasons', ['id'], (await laterSeasons(db, seasons)).map(seasonOf))
  await addMissing(db, sheets, [], [])
  changed += await upsertRows(db, 'sheets', ['season_id', 'id'], sheets)
  await addMissing(db, periods, periods, [])
  changed += await upsertRows(db, 'periods', ['season_id', 'sheet_id', 'index'], periods)
  await addMissing(db, entries, entries, entries)
  return changed + (await ingestEntries(db, entries))
}

/** The seasons that replace what is stored or comes before them: with two instants, only the later one does. */
async function laterSeasons(db: Kysely<LiveTables>, seasons: readonly Season[]): Promise<readonly Season[]> {
  const stored = await rowsByKey(db, 'seasons', ['id'], lastPerKey(seasons, ['id']))
  const instants = new Map(stored.map(({ id, row }) => [id, instantIn(row)]))
  return seasons.filter(({ id, captured_at }) => {
    const last = instants.get(id) ?? null
    if (captured_at !== null && last !== null && captured_at <= last) return false
    instants.set(id, captured_at)
    return true
  })
}

function instantIn(row: string): number | null {
  const { captured_at } = JSON.parse(row) as { captured_at?: unknown }
  const instant = typeof captured_at === 'string' ? Date.parse(captured_at) : NaN
  return Number.isNaN(instant) ? null : instant
}

const seasonOf = ({ id, legacy_prefix, begin, end, captured_at, ...others }: Season): SeasonTable => ({
  ...{ id, legacy_prefix },
  row: JSON.stringify({
    ...{ ...others, begin: formatInstantOrNull(begin), end: formatInstantOrNull(end) },
    ...(captured_at !== null && { captured_at: formatInstant(captured_at) }),
  }),
})

const sheetOf = ({ id, season_id, legacy_suffix, ...others }: Of<'sheet'>['sheet']): SheetTable => ({
  ...{ season_id, id, legacy_suffix },
  row: JSON.stringify(others),
})

/** Adds the seasons, sheets and periods that lines refer to, in case no lines of their own have been received. */
async function addMissing(
  db: Kysely<LiveTables>,
  inSeasons: readonly Pick<Entry, 'season_id'>[],
  inSheets: readonly Pick<Entry, 'season_id' | 'sheet_id'>[],
  inPeriods: readonly Entry[],
): Promise<void> {
  for (const { season_id: id } of lastPerKey(inSeasons, ['season_id']))
    await db
      .insertInto('seasons')
      .values({ id, legacy_prefix: null, row: '{}' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  for (const { season_id, sheet_id: id } of lastPerKey(inSheets, ['season_id', 'sheet_id']))
    await db
      .insertInto('sheets')
      .values({ season_id, id, legacy_suffix: null, row: '{}' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  for (const { season_id, sheet_id, period_index: index } of lastPerKey(inPeriods, [
    'season_id',
    'sheet_id',
    'period_index',
  ]))
    await db
      .insertInto('periods')
      .values({ season_id, sheet_id, index, begin: null, end: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

async function ingestEntries(db: Kysely<LiveTables>, entries: readonly Entry[]): Promise<number> {
  const written = await upsertRows(db, 'entry_history', [...boardKey, 'character', 'captured_at'], entries)
  await updateCurrentEntries(db, entries, await ingestCaptures(db, entries))
  return written
}
