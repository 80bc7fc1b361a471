// The current entries of a board: of each character the latest entry, unless a later capture shows its rank without
// the character. The result does not depend on the order in which captures arrive, nor on how they are divided among
// requests.
import type { ExpressionBuilder, Insertable, Kysely } from 'kysely'
import { insertRows, lastOf } from '../rows/insert-rows.ts'
import type { BoardCaptureTable, EntryTable, LiveTables } from '../rows/tables.ts'

type Entry = Insertable<EntryTable>
type BoardKey = Pick<Entry, (typeof boardKey)[number]>

export const boardKey = ['season_id', 'sheet_id', 'period_index', 'character_class'] as const
const figures = ['captured_at', 'rank', 'previous_rank', 'score', 'karma', 'rank_tier', 'rank_tier_level'] as const

export const matchesBoard =
  ({ season_id, sheet_id, period_index, character_class }: BoardKey) =>
  (eb: ExpressionBuilder<LiveTables, 'entries' | 'entry_history' | 'board_captures'>) =>
    eb.and({ season_id, sheet_id, period_index, character_class })

/** Records which ranks were shown. Returns the captures that the entries belong to, as far as they are known by now. */
export async function ingestCaptures(
  db: Kysely<LiveTables>,
  entries: readonly Entry[],
): Promise<readonly BoardCaptureTable[]> {
  const captures = new Map<string, BoardCaptureTable>()
  for (const entry of entries) {
    const { season_id, sheet_id, period_index, character_class, captured_at, rank } = entry
    const key = JSON.stringify([season_id, sheet_id, period_index, character_class, captured_at])
    const held = captures.get(key) ?? (await storedCapture(db, entry))
    const [first_rank, last_rank] = [Math.min(held?.first_rank ?? rank, rank), Math.max(held?.last_rank ?? rank, rank)]
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

/** Brings the boards up to date with new entries of some captures. */
export async function updateStandings(
  db: Kysely<LiveTables>,
  entries: readonly Entry[],
  captures: readonly BoardCaptureTable[],
): Promise<void> {
  const current: Entry[] = []
  const newest = lastOf(
    [...entries].sort((a, b) => a.captured_at - b.captured_at),
    [...boardKey, 'character'],
  )
  const lateBefore = new Map<string, number>()
  for (const entry of newest) {
    const key = JSON.stringify(boardKey.map((column) => entry[column]))
    const before = lateBefore.get(key) ?? (await newestCapture(db, entry))
    lateBefore.set(key, before)
    if (entry.captured_at >= before || !(await isOvertaken(db, entry))) current.push(entry)
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

/**
 * An entry that is not current itself still supersedes older ones of the character, and its own version before a
 * correction.
 */
async function removeOlder(db: Kysely<LiveTables>, { character, captured_at, ...of }: Entry): Promise<void> {
  const older = db.deleteFrom('entries').where(matchesBoard(of)).where('character', '=', character)
  await older.where('captured_at', '<=', captured_at).execute()
}

async function newestCapture(db: Kysely<LiveTables>, of: BoardKey): Promise<number> {
  const newest = db.selectFrom('board_captures').select(({ fn }) => fn.max('captured_at').as('at'))
  return (await newest.where(matchesBoard(of)).executeTakeFirstOrThrow()).at
}

/** Whether something later is known: of the character, or of the rank. */
async function isOvertaken(db: Kysely<LiveTables>, entry: Entry): Promise<boolean> {
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
