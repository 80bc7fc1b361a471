import { sql, type ExpressionBuilder, type Kysely, type RawBuilder } from 'kysely'
import {
  type Leaderboard,
  type CountedRows,
  type LiveRow,
  type LiveSortKey,
  type Period,
  type Season,
  type Sheet,
  type Slice,
} from '../../../api/model/live-store.ts'
import { formatId } from '../../../api/live/leaderboard-rows.ts'
import { byteOrderKey } from '../../../api/model/values/byte-order.ts'
import { boundedCount } from '../rows/bounded-count.ts'
import { formatInstant, formatInstantOrNull } from '../rows/format.ts'
import { orderByKeys } from '../rows/sort-keys.ts'
import type { EntryTable, LiveTables } from '../rows/tables.ts'

export async function allSeasons(db: Kysely<LiveTables>): Promise<readonly Season[]> {
  const seasons = await db.selectFrom('seasons').selectAll().execute()
  return seasons.sort(byId).map(({ id, legacy_prefix, row }) => ({ id, legacyPrefix: legacy_prefix, row: rowOf(row) }))
}

export async function sheetsOf(db: Kysely<LiveTables>, season: string): Promise<readonly Sheet[]> {
  const sheets = await db.selectFrom('sheets').selectAll().where('season_id', '=', season).execute()
  return sheets.sort(byId).map(({ id, legacy_suffix, row }) => ({ id, legacySuffix: legacy_suffix, row: rowOf(row) }))
}

export async function periodsOf(db: Kysely<LiveTables>, leaderboard: Leaderboard): Promise<readonly Period[]> {
  const periods = await db
    .selectFrom('periods')
    .selectAll()
    .where(onLeaderboard(leaderboard))
    .orderBy('index')
    .execute()
  return periods.map(({ index, begin, end }) => ({
    index,
    begin: formatInstantOrNull(begin),
    end: formatInstantOrNull(end),
  }))
}

/** The condition that a row is of a leaderboard. */
const onLeaderboard =
  ({ season, sheet }: Leaderboard) =>
  (row: ExpressionBuilder<LiveTables, 'periods' | 'entries' | 'entry_history'>) =>
    row.and({ season_id: season, sheet_id: sheet })

const scoreDigits = 42
const partDigits = 14

/** The digits of a score from `firstDigit` on, as a number with the sign of the score. */
function scorePart(firstDigit: number): RawBuilder<unknown> {
  const digits = sql`replace(score, '-', '')`
  const padded = sql`substr(${sql.lit('0'.repeat(scoreDigits))} || ${digits}, length(${digits}) + 1)`
  const part = sql`cast(substr(${padded}, ${sql.lit(firstDigit)}, ${sql.lit(partDigits)}) as bigint)`
  return sql`(${part} * case when score like '-%' then -1 else 1 end)`
}

/**
 * Scores have up to 40 digits and are sorted in parts, because SQLite compares numbers of more than 18 digits as
 * doubles.
 */
const scoreParts = {
  score_high: scorePart(1),
  score_middle: scorePart(1 + partDigits),
  score_low: scorePart(1 + 2 * partDigits),
}

const splitScore = (key: LiveSortKey): LiveSortKey[] =>
  key.column === 'score' ? Object.keys(scoreParts).map((column) => ({ column, descending: key.descending })) : [key]

/** A page of the current entries of a period, by rank unless the slice has another order. */
export async function entriesPage(
  db: Kysely<LiveTables>,
  leaderboard: Leaderboard,
  period: number,
  characterClass: string | undefined,
  { offset, limit, order }: Slice,
): Promise<CountedRows<LiveRow>> {
  const board = db.selectFrom('entries').where(onLeaderboard(leaderboard)).where('period_index', '=', period)
  const matching = characterClass === undefined ? board : board.where('character_class', '=', characterClass)
  const count = await boundedCount(db, matching)
  const rows = await orderByKeys(matching, order?.keys.flatMap(splitScore) ?? [], { columns: scoreParts })
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

/** The entries of a character in ascending order of time; the newest `maxHistoryRows` if there are more. */
export async function characterHistory(
  db: Kysely<LiveTables>,
  leaderboard: Leaderboard,
  character: string,
  characterClass: string | undefined,
): Promise<readonly LiveRow[]> {
  const all = db
    .selectFrom('entry_history')
    .selectAll()
    .where(onLeaderboard(leaderboard))
    .where('character', '=', character)
  const matching = characterClass === undefined ? all : all.where('character_class', '=', characterClass)
  const rows = await matching
    .orderBy('captured_at', 'desc')
    .orderBy('period_index', 'desc')
    .orderBy('character_class', 'desc')
    .limit(maxHistoryRows)
    .execute()
  return rows.reverse().map(formatEntry)
}

/** Compares ids that are numbers as numbers, so that season 10 comes after season 9, and puts them before other ids. */
function byId({ id: a }: { readonly id: string }, { id: b }: { readonly id: string }): number {
  const [shownA, shownB] = [formatId(a), formatId(b)]
  if (typeof shownA !== typeof shownB) return typeof shownA === 'number' ? -1 : 1
  if (typeof shownA === 'number') return shownA - Number(shownB)
  return byteOrderKey(a) < byteOrderKey(b) ? -1 : 1
}

const rowOf = (text: string) => JSON.parse(text) as LiveRow

const formatEntry = (entry: EntryTable): LiveRow => ({ ...entry, captured_at: formatInstant(entry.captured_at) })
