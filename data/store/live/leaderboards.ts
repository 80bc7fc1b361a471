import type { Kysely } from 'kysely'
import {
  type Board,
  type Counted,
  type LiveRow,
  type Period,
  type Season,
  type Sheet,
  type Slice,
} from '../../api/live/live-store.ts'
import { boundedCount } from './bounded-count.ts'
import { shownInstant, shownOrNull } from './shown.ts'
import type { EntryTable, LiveTables } from './tables.ts'

export async function allSeasons(db: Kysely<LiveTables>): Promise<readonly Season[]> {
  const seasons = await db.selectFrom('seasons').selectAll().orderBy('id').execute()
  return seasons.map(({ id, legacy_prefix, row }) => ({ id, legacyPrefix: legacy_prefix, row: rowOf(row) }))
}

export async function sheetsOf(db: Kysely<LiveTables>, season: string): Promise<readonly Sheet[]> {
  const sheets = await db.selectFrom('sheets').selectAll().where('season_id', '=', season).orderBy('id').execute()
  return sheets.map(({ id, legacy_suffix, row }) => ({ id, legacySuffix: legacy_suffix, row: rowOf(row) }))
}

export async function periodsOf(db: Kysely<LiveTables>, { season, sheet }: Board): Promise<readonly Period[]> {
  const periods = await db
    .selectFrom('periods')
    .selectAll()
    .where('season_id', '=', season)
    .where('sheet_id', '=', sheet)
    .orderBy('index')
    .execute()
  return periods.map(({ index, begin, end }) => ({ index, begin: shownOrNull(begin), end: shownOrNull(end) }))
}

/** By rank. */
export async function entriesPage(
  db: Kysely<LiveTables>,
  { season, sheet }: Board,
  period: number,
  characterClass: string | undefined,
  { offset, limit }: Slice,
): Promise<Counted<LiveRow>> {
  const board = db
    .selectFrom('entries')
    .where('season_id', '=', season)
    .where('sheet_id', '=', sheet)
    .where('period_index', '=', period)
  const matching = characterClass === undefined ? board : board.where('character_class', '=', characterClass)
  const count = await boundedCount(db, matching)
  const rows = await matching
    .selectAll()
    .orderBy('rank')
    .orderBy('character_class')
    .orderBy('character')
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows: rows.map(shownEntry), ...count }
}

const longestHistory = 10_000

/** Ascending by instant; the newest where there are very many. */
export async function characterHistory(
  db: Kysely<LiveTables>,
  { season, sheet }: Board,
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
    .limit(longestHistory)
    .execute()
  return rows.reverse().map(shownEntry)
}

const rowOf = (text: string) => JSON.parse(text) as LiveRow

const shownEntry = (entry: EntryTable): LiveRow => ({ ...entry, captured_at: shownInstant(entry.captured_at) })
