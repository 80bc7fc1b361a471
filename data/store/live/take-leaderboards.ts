import type { Insertable, Kysely } from 'kysely'
import type { Line } from '../../api/live/feeds.ts'
import { insertRows, lastOf, upsertRows } from './insert-rows.ts'
import { shownOrNull } from './shown.ts'
import type { EntryTable, LiveTables, SeasonTable, SheetTable } from './tables.ts'

type Entry = Insertable<EntryTable>
type Of<K extends string> = Extract<Line<'leaderboards'>, Record<K, unknown>>

const board = ['season_id', 'sheet_id', 'period_index', 'character_class'] as const

/** Stores seasons, sheets, periods and entries. Returns how many lines changed something. */
export async function takeLeaderboards(
  db: Kysely<LiveTables>,
  lines: readonly Line<'leaderboards'>[],
): Promise<number> {
  const seasons = lines.filter((line): line is Of<'season'> => 'season' in line).map(({ season }) => seasonOf(season))
  const sheets = lines.filter((line): line is Of<'sheet'> => 'sheet' in line).map(({ sheet }) => sheetOf(sheet))
  const periods = lines.filter((line): line is Of<'period'> => 'period' in line).map(({ period }) => period)
  const entries = lines.filter((line): line is Of<'entry'> => 'entry' in line).map(({ entry }) => entry)
  let changed = await upsertRows(db, 'seasons', ['id'], seasons)
  await addMissing(db, sheets, [], [])
  changed += await upsertRows(db, 'sheets', ['season_id', 'id'], sheets)
  await addMissing(db, periods, periods, [])
  changed += await upsertRows(db, 'periods', ['season_id', 'sheet_id', 'index'], periods)
  await addMissing(db, entries, entries, entries)
  return changed + (await takeEntries(db, entries))
}

const seasonOf = ({ id, legacy_prefix, begin, end, ...others }: Of<'season'>['season']): SeasonTable => ({
  ...{ id, legacy_prefix },
  row: JSON.stringify({ ...others, begin: shownOrNull(begin), end: shownOrNull(end) }),
})

const sheetOf = ({ id, season_id, legacy_suffix, ...others }: Of<'sheet'>['sheet']): SheetTable => ({
  ...{ season_id, id, legacy_suffix },
  row: JSON.stringify(others),
})

/** The season, sheet and period that a line names are there from then on, even if nothing was told of them. */
async function addMissing(
  db: Kysely<LiveTables>,
  inSeasons: readonly Pick<Entry, 'season_id'>[],
  inSheets: readonly Pick<Entry, 'season_id' | 'sheet_id'>[],
  inPeriods: readonly Entry[],
): Promise<void> {
  for (const { season_id: id } of lastOf(inSeasons, ['season_id']))
    await db
      .insertInto('seasons')
      .values({ id, legacy_prefix: null, row: '{}' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  for (const { season_id, sheet_id: id } of lastOf(inSheets, ['season_id', 'sheet_id']))
    await db
      .insertInto('sheets')
      .values({ season_id, id, legacy_suffix: null, row: '{}' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  for (const { season_id, sheet_id, period_index: index } of lastOf(inPeriods, [
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

async function takeEntries(db: Kysely<LiveTables>, entries: readonly Entry[]): Promise<number> {
  const written = await upsertRows(db, 'entry_history', [...board, 'character', 'captured_at'], entries)
  const newest = lastOf(
    [...entries].sort((a, b) => a.captured_at - b.captured_at),
    [...board, 'character'],
  )
  const figures = ['captured_at', 'rank', 'previous_rank', 'score', 'karma', 'rank_tier', 'rank_tier_level'] as const
  await insertRows(db, 'entries', newest, (insert) =>
    insert.onConflict((conflict) =>
      conflict
        .columns([...board, 'character'])
        .doUpdateSet((eb) => Object.fromEntries(figures.map((name) => [name, eb.ref(`excluded.${name}`)])))
        .whereRef('excluded.captured_at', '>=', 'entries.captured_at'),
    ),
  )
  for (const one of lastOf(newest, board)) await removeFallen(db, one)
  return written
}

/** Who stood on a board among ranks that its newest observation shows with others is not there any more. */
async function removeFallen(db: Kysely<LiveTables>, of: Entry): Promise<void> {
  const standing = db.selectFrom('entries').where((eb) => eb.and(board.map((column) => eb(column, '=', of[column]))))
  const { at } = await standing.select(({ fn }) => fn.max('captured_at').as('at')).executeTakeFirstOrThrow()
  const { first, last } = await standing
    .where('captured_at', '=', at)
    .select(({ fn }) => [fn.min('rank').as('first'), fn.max('rank').as('last')])
    .executeTakeFirstOrThrow()
  await db
    .deleteFrom('entries')
    .where((eb) => eb.and(board.map((column) => eb(column, '=', of[column]))))
    .where('captured_at', '<', at)
    .where('rank', '>=', first)
    .where('rank', '<=', last)
    .execute()
}
