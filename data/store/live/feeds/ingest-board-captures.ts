// The current entries of a board are the latest entry of each character, unless a later capture shows the entry's rank
// without that character. The result does not depend on the order in which captures arrive or on how they are divided
// among requests.
import type { ExpressionBuilder, Insertable, Kysely } from 'kysely'
import { insertRows, lastPerKey } from '../rows/insert-rows.ts'
import type { BoardCaptureTable, EntryTable, LiveTables } from '../rows/tables.ts'

type Entry = Insertable<EntryTable>
type BoardKey = Pick<Entry, (typeof boardKey)[number]>

/** The columns that identify a board. */
export const boardKey = ['season_id', 'sheet_id', 'period_index', 'character_class'] as const
const figures = ['captured_at', 'rank', 'previous_rank', 'score', 'karma', 'rank_tier', 'rank_tier_level'] as const

/** The condition that a row is of a board. */
export const matchesBoard =
  ({ season_id, sheet_id, period_index, character_class }: BoardKey) =>
  (eb: ExpressionBuilder<LiveTables, 'entries' | 'entry_history' | 'board_captures'>) =>
    eb.and({ season_id, sheet_id, period_index, character_class })

/**
 * Stores which ranks the captures of the entries cover, together with earlier entries of these captures. Returns the
 * captures.
 */
export async function ingestCaptures(
  db: Kysely<LiveTables>,
  entries: readonly Entry[],
): Promise<readonly BoardCaptureTable[]> {
  const captures = new Map<string, BoardCaptureTable>()
  for (const entry of entries) {
    const { season_id, sheet_id, period_index, character_class, captured_at, rank } = entry
    const key = JSON.stringify([season_id, sheet_id, period_index, character_class, captured_at])
    const known = captures.get(key) ?? (await storedCapture(db, entry))
    const [first_rank, last_rank] = [
      Math.min(known?.first_rank ?? rank, rank),
      Math.max(known?.last_rank ?? rank, rank),
    ]
    captures.set(key, {
      ...{ season_id, sheet_id, period_index, character_class, captured_at, first_rank, last_rank },
    })
  }
  const rows = [...captures.values()]
  await insertRows(db, 'board_captures', rows, (insert) =>
    insert.onConflict((conflict) =>
      conflict.columns([...boardKey, 'captured_at']).doUpdateSet((eb) => ({
        first_rank: eb.ref('excluded.first_rank'),
        last_rank: eb.ref('excluded.last_rank'),
      })),
    ),
  )
  return rows
}

const storedCapture = (db: Kysely<LiveTables>, entry: Entry) =>
  db
    .selectFrom('board_captures')
    .selectAll()
    .where(matchesBoard(entry))
    .where('captured_at', '=', entry.captured_at)
    .executeTakeFirst()

/** Updates the current entries of boards with new entries and the captures that these are from. */
export async function updateCurrentEntries(
  db: Kysely<LiveTables>,
  entries: readonly Entry[],
  captures: readonly BoardCaptureTable[],
): Promise<void> {
  const current: Entry[] = []
  const newest = lastPerKey(
    [...entries].sort((a, b) => a.captured_at - b.captured_at),
    [...boardKey, 'character'],
  )
  const newestCaptures = new Map<string, number>()
  for (const entry of newest) {
    const key = JSON.stringify(boardKey.map((column) => entry[column]))
    const newestAt = newestCaptures.get(key) ?? (await newestCapture(db, entry))
    newestCaptures.set(key, newestAt)
    if (entry.captured_at >= newestAt || !(await isSuperseded(db, entry))) current.push(entry)
    else await removeOlder(db, entry)
  }
  await insertRows(db, 'entries', current, (insert) =>
    insert.onConflict((conflict) =>
      conflict
        .columns([...boardKey, 'character'])
        .doUpdateSet((eb) => Object.fromEntries(figures.map((name) => [name, eb.ref(`excluded.${name}`)])))
        .whereRef('excluded.captured_at', '>=', 'entries.captured_at'),
    ),
  )
  for (const capture of captures)
    await db
      .deleteFrom('entries')
      .where(matchesBoard(capture))
      .where('captured_at', '<', capture.captured_at)
      .where('rank', '>=', capture.first_rank)
      .where('rank', '<=', capture.last_rank)
      .execute()
}

/** Removes older entries of a character, and the entry itself as it was before a correction. */
async function removeOlder(db: Kysely<LiveTables>, { character, captured_at, ...of }: Entry): Promise<void> {
  const older = db.deleteFrom('entries').where(matchesBoard(of)).where('character', '=', character)
  await older.where('captured_at', '<=', captured_at).execute()
}

async function newestCapture(db: Kysely<LiveTables>, of: BoardKey): Promise<number> {
  const newest = db.selectFrom('board_captures').select(({ fn }) => fn.max('captured_at').as('at'))
  return (await newest.where(matchesBoard(of)).executeTakeFirstOrThrow()).at
}

/** Whether there is a later entry of the character or a later capture of its rank. */
async function isSuperseded(db: Kysely<LiveTables>, entry: Entry): Promise<boolean> {
  const later = await db
    .selectFrom('entry_history')
    .select('rank')
    .where(matchesBoard(entry))
    .where('character', '=', entry.character)
    .where('captured_at', '>', entry.captured_at)
    .limit(1)
    .executeTakeFirst()
  if (later) return true
  const displayed = await db
    .selectFrom('board_captures')
    .select('captured_at')
    .where(matchesBoard(entry))
    .where('captured_at', '>', entry.captured_at)
    .where('first_rank', '<=', entry.rank)
    .where('last_rank', '>=', entry.rank)
    .limit(1)
    .executeTakeFirst()
  return displayed !== undefined
}
