// The current entries of a board are the latest entry of each character, unless a later capture shows the entry's rank
// without that character. A capture shows the ranks of its entries and no others: it may be a part of a board, and lines
// may have been refused. Ranks may be counted for each class or over all of them, so between the lowest and the highest
// rank of a class, entries of other classes show ranks too. The result does not depend on the order in which captures
// arrive or on how they are divided among requests.
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

/** A capture of all classes. */
type Capture = Pick<BoardCaptureTable, 'season_id' | 'sheet_id' | 'period_index' | 'captured_at'>
const captureKey = ['season_id', 'sheet_id', 'period_index', 'captured_at'] as const
/** Fewer than a statement of either engine may have as parameters. */
const valuesPerStatement = 5000
interface Ranks {
  readonly first: number
  readonly last: number
}

/**
 * Stores the lowest and the highest rank of each class in the captures of the entries, together with earlier entries of
 * these captures. Returns the captures with the ranks that they may show only now.
 */
export async function ingestCaptures(
  db: Kysely<LiveTables>,
  entries: readonly Entry[],
): Promise<readonly (Capture & Ranks)[]> {
  const rows: BoardCaptureTable[] = []
  const changed: (Capture & Ranks)[] = []
  const ranked = entries.map((entry) => ({ ...entry, first: entry.rank, last: entry.rank }))
  for (const { first, last, ...entry } of joinRanks(ranked, [...boardKey, 'captured_at'])) {
    const { season_id, sheet_id, period_index, character_class, captured_at } = entry
    const { first_rank, last_rank } = (await storedCapture(db, entry)) ?? { first_rank: first, last_rank: last }
    rows.push({
      ...{ season_id, sheet_id, period_index, character_class, captured_at },
      ...{ first_rank: Math.min(first_rank, first), last_rank: Math.max(last_rank, last) },
    })
    changed.push({ ...entry, first: Math.min(first, last_rank), last: Math.max(last, first_rank) })
  }
  await insertRows(db, 'board_captures', rows, (insert) =>
    insert.onConflict((conflict) =>
      conflict.columns([...boardKey, 'captured_at']).doUpdateSet((eb) => ({
        first_rank: eb.ref('excluded.first_rank'),
        last_rank: eb.ref('excluded.last_rank'),
      })),
    ),
  )
  return joinRanks(changed, captureKey)
}

/** Returns one element of each key, with the lowest and the highest rank of all of them. */
function joinRanks<T extends Ranks>(all: readonly T[], key: readonly (keyof T)[]): T[] {
  const joined = new Map<string, T>()
  for (const one of all) {
    const text = JSON.stringify(key.map((column) => one[column]))
    const { first, last } = joined.get(text) ?? one
    joined.set(text, { ...one, first: Math.min(first, one.first), last: Math.max(last, one.last) })
  }
  return [...joined.values()]
}

const storedCapture = (db: Kysely<LiveTables>, entry: BoardKey & Capture) =>
  db
    .selectFrom('board_captures')
    .selectAll()
    .where(matchesBoard(entry))
    .where('captured_at', '=', entry.captured_at)
    .executeTakeFirst()

/** Updates the current entries of boards with new entries and their captures. */
export async function updateCurrentEntries(
  db: Kysely<LiveTables>,
  entries: readonly Entry[],
  captures: readonly (Capture & Ranks)[],
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
  for (const capture of captures) await removeShown(db, capture)
}

/** Removes older entries whose ranks a capture shows. */
async function removeShown(db: Kysely<LiveTables>, capture: Capture & Ranks): Promise<void> {
  const { season_id, sheet_id, period_index, captured_at, first, last } = capture
  const older = await db
    .selectFrom('entries')
    .select(['character_class', 'rank'])
    .where((eb) => eb.and({ season_id, sheet_id, period_index }))
    .where('captured_at', '<', captured_at)
    .where('rank', '>=', first)
    .where('rank', '<=', last)
    .execute()
  if (older.length === 0) return
  const history = ranksShown(db, capture, [captured_at]).where('rank', '>=', first).where('rank', '<=', last)
  const shown = new Set((await history.execute()).map(({ rank }) => rank))
  for (const character_class of new Set(older.map((entry) => entry.character_class))) {
    const board = { season_id, sheet_id, period_index, character_class }
    const own = await storedCapture(db, { ...board, captured_at })
    const ranks = older
      .filter((entry) => entry.character_class === character_class && own && covers(own, entry.rank))
      .map(({ rank }) => rank)
    await removeRanks(
      db,
      { ...board, captured_at },
      [...new Set(ranks)].filter((rank) => shown.has(rank)),
    )
  }
}

async function removeRanks(
  db: Kysely<LiveTables>,
  { captured_at, ...board }: BoardKey & Capture,
  ranks: readonly number[],
): Promise<void> {
  for (let at = 0; at < ranks.length; at += valuesPerStatement)
    await db
      .deleteFrom('entries')
      .where(matchesBoard(board))
      .where('captured_at', '<', captured_at)
      .where('rank', 'in', ranks.slice(at, at + valuesPerStatement))
      .execute()
}

const covers = ({ first_rank, last_rank }: BoardCaptureTable, rank: number) => first_rank <= rank && rank <= last_rank

/** The ranks of entries of any class in captures. */
const ranksShown = (
  db: Kysely<LiveTables>,
  { season_id, sheet_id, period_index }: Omit<Capture, 'captured_at'>,
  captures: readonly number[],
) =>
  db
    .selectFrom('entry_history')
    .select('rank')
    .where((eb) => eb.and({ season_id, sheet_id, period_index }))
    .where('captured_at', 'in', captures)

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
  const captures = await db
    .selectFrom('board_captures')
    .select('captured_at')
    .where(matchesBoard(entry))
    .where('captured_at', '>', entry.captured_at)
    .where('first_rank', '<=', entry.rank)
    .where('last_rank', '>=', entry.rank)
    .execute()
  const instants = captures.map(({ captured_at }) => captured_at)
  for (let at = 0; at < instants.length; at += valuesPerStatement) {
    const shown = ranksShown(db, entry, instants.slice(at, at + valuesPerStatement)).where('rank', '=', entry.rank)
    if (await shown.limit(1).executeTakeFirst()) return true
  }
  return false
}
