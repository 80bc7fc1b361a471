import type { Kysely } from 'kysely'
import {
  type Leaderboard,
  type CountedRows,
  type LiveRow,
  type Period,
  type Season,
  type Sheet,
  type Slice,
} from '../../../api/model/live-store.ts'
import { boundedCount } from '../rows/bounded-count.ts'
import { formatInstant, formatInstantOrNull } from '../rows/format.ts'
import { sorted } from '../rows/sorted.ts'
import type { EntryTable, LiveTables } from '../rows/tables.ts'

export async function allSeasons(db: Kysely<LiveTables>): Promise<readonly Season[]> {
  const seasons = await db.selectFrom('seasons').selectAll().orderBy('id').execute()
  return seasons.map(({ id, legacy_prefix, row }) => ({ id, legacyPrefix: legacy_prefix, row: rowOf(row) }))
}

export async function sheetsOf(db: Kysely<LiveTables>, season: string): Promise<readonly Sheet[]> {
  const sheets = await db.selectFrom('sheets').selectAll().where('season_id', '=', season).orderBy('id').execute()
  return sheets.map(({ id, legacy_suffix, row }) => ({ id, legacySuffix: legacy_suffix, row: rowOf(row) }))
}

export async function periodsOf(db: Kysely<LiveTables>, { season, sheet }: Leaderboard): Promise<readonly Period[]> {
  const periods = await db
    .selectFrom('periods')
    .selectAll()
    .where('season_id', '=', season)
    .where('sheet_id', '=', sheet)
    .orderBy('index')
    .execute()
  return periods.map(({ index, begin, end }) => ({
    index,
    begin: formatInstantOrNull(begin),
    end: formatInstantOrNull(end),
  }))
}

/** By rank. */
export async function entriesPage(
  db: Kysely<LiveTables>,
  { season, sheet }: Leaderboard,
  period: number,
  characterClass: string | undefined,
  { offset, limit, order }: Slice,
): Promise<CountedRows<LiveRow>> {
  const board = db
    .selectFrom('entries')
    .where('season_id', '=', season)
    .where('sheet_id', '=', sheet)
    .where('period_index', '=', period)
  const matching = characterClass === undefined ? board : board.where('character_class', '=', characterClass)
  const count = await boundedCount(db, matching)
  const rows = await sorted(matching, order?.keys ?? [])
    .selectAll()
    .orderBy('rank')
    .orderBy('character_class')
    .orderBy('character')
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows: rows.map(formatEntry), ...count }
}

const maxHistoryRows = 10_000

/** Ascending by instant; the newest where there are very many. */
export async function characterHistory(
  db: Kysely<LiveTables>,
  { season, sheet }: Leaderboard,
  character: string,
  characterClass: string | undefined,
): Promise<readonly LiveRow[]> {
  const all = db
    .selectFrom('entry_history')
    .selectAll()
    .where('season_id', '=', season)
    .where('sheet_id', '=', sheet)
    .where('character', '=', character)
  const matching = characterClass === undefined ? all : all.where('character_class', '=', characterClass)
  const rows = await matching
    .orderBy('captured_at', 'desc')
    .orderBy('period_index', 'desc')
    .limit(maxHistoryRows)
    .execute()
  return rows.reverse().map(formatEntry)
}

const rowOf = (text: string) => JSON.parse(text) as LiveRow

const formatEntry = (entry: EntryTable): LiveRow => ({ ...entry, captured_at: formatInstant(entry.captured_at) })
