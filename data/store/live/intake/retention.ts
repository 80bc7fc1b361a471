import type { Kysely } from 'kysely'
import type { Feed } from '../../../api/model/feeds/feeds.ts'
import { matchesBoard } from '../feeds/ingest-board-captures.ts'
import { latestSnapshots } from '../feeds/merchants.ts'
import { getCounter, prunedBefore, setCounter } from '../rows/counters.ts'
import type { LiveTables } from '../rows/tables.ts'

/** Number of days for which rows and refused lines of a feed are stored. Those of other feeds are kept forever. */
export type Retention = Readonly<Partial<Record<Feed, number>>>

const dayMilliseconds = 86_400_000
const rowsPerStep = 500

/** Deletes up to `rowsPerStep` rows that are older than `before`. Returns their number. */
type Prune = (db: Kysely<LiveTables>, before: number) => Promise<number>

export type OnPruneFailure = (feed: Feed, error: unknown) => void

/**
 * Deletes some rows that are older than the retention of their feed. Returns whether there are more. Current rows stay,
 * however old they are: the latest snapshot of a merchant, the entries of boards, the newest sample. Roll-ups stay too.
 * The age of a refused line counts from its receipt. If a feed fails, `onFailure` is called and the others continue.
 */
export async function prune(
  db: Kysely<LiveTables>,
  retention: Retention,
  now: number,
  onFailure: OnPruneFailure,
): Promise<boolean> {
  let isMore = false
  for (const [feed, days] of Object.entries(retention) as [Feed, number][]) {
    const before = now - days * dayMilliseconds
    try {
      const pruned = await db.transaction().execute((step) => pruneFeed(step, feed, before))
      const released = await pruneQuarantine(db, feed, before)
      if (Math.max(pruned, released) >= rowsPerStep) isMore = true
    } catch (error) {
      onFailure(feed, error)
    }
  }
  return isMore
}

/** Deletes some rows and stores the instant before which rows may be deleted, which `withoutPruned` reads. */
async function pruneFeed(db: Kysely<LiveTables>, feed: Feed, before: number): Promise<number> {
  const pruned = await prunes[feed](db, before)
  // The instant is never lowered, even if the retention was raised or a clock was set back: deleted rows do not return.
  const counter = prunedBefore(feed)
  if (pruned > 0) await setCounter(db, counter, Math.max(before, await getCounter(db, counter)))
  return pruned
}

const prunes: Readonly<Record<Feed, Prune>> = {
  market: pruneListings,
  async trades(db, before) {
    const old = db
      .selectFrom('trades')
      .select('id')
      .where('timestamp', '<', before)
      .orderBy('timestamp')
      .limit(rowsPerStep)
    return deleted(await db.deleteFrom('trades').where('id', 'in', old).executeTakeFirst())
  },
  async population(db, before) {
    const newest = db.selectFrom('population').select(({ fn }) => fn.max('timestamp').as('timestamp'))
    const old = db.selectFrom('population').select('timestamp').where('timestamp', '<', before).limit(rowsPerStep)
    const deletion = db.deleteFrom('population').where('timestamp', 'in', old).where('timestamp', '<', newest)
    return deleted(await deletion.executeTakeFirst())
  },
  'merchant-stock': (db, before) => pruneSnapshots(db, 'stock_snapshots', 'merchant_stock', before),
  'merchant-quests': (db, before) => pruneSnapshots(db, 'quest_snapshots', 'merchant_quests', before),
  async leaderboards(db, before) {
    // Rows are deleted one by one: to find many by keys of several columns, a server may read the whole table.
    const captures = await db
      .selectFrom('board_captures')
      .selectAll()
      .where('captured_at', '<', before)
      .limit(rowsPerStep)
      .execute()
    for (const capture of captures)
      await db
        .deleteFrom('board_captures')
        .where(matchesBoard(capture))
        .where('captured_at', '=', capture.captured_at)
        .execute()
    const old = await db
      .selectFrom('entry_history')
      .selectAll()
      .where('captured_at', '<', before)
      .limit(rowsPerStep)
      .execute()
    for (const entry of old)
      await db
        .deleteFrom('entry_history')
        .where(matchesBoard(entry))
        .where('character', '=', entry.character)
        .where('captured_at', '=', entry.captured_at)
        .execute()
    return Math.max(captures.length, old.length)
  },
}

async function pruneQuarantine(db: Kysely<LiveTables>, feed: Feed, before: number): Promise<number> {
  const ofFeed = db.selectFrom('quarantine').select('number').where('feed', '=', feed)
  const old = ofFeed.where('received_at', '<', before).limit(rowsPerStep)
  return deleted(await db.deleteFrom('quarantine').where('number', 'in', old).executeTakeFirst())
}

const deleted = (result: { numDeletedRows: bigint } | undefined) => Number(result?.numDeletedRows ?? 0)

/** Deletes listings whose last change is in the roll-ups. */
async function pruneListings(db: Kysely<LiveTables>, before: number): Promise<number> {
  const rolledUp = await getCounter(db, 'rolled_up')
  const old = db
    .selectFrom('listings')
    .select('number')
    .where('created_at', '<', before)
    .where('change', '<=', rolledUp)
    .orderBy('created_at')
    .limit(rowsPerStep)
  return deleted(await db.deleteFrom('listings').where('number', 'in', old).executeTakeFirst())
}

async function pruneSnapshots(
  db: Kysely<LiveTables>,
  snapshots: 'stock_snapshots' | 'quest_snapshots',
  rows: 'merchant_stock' | 'merchant_quests',
  before: number,
): Promise<number> {
  let pruned = 0
  for (const { merchant_id, captured_at } of await latestSnapshots(db, snapshots)) {
    const old = await db
      .selectFrom(snapshots)
      .select('captured_at')
      .where('merchant_id', '=', merchant_id)
      .where('captured_at', '<', Math.min(before, captured_at))
      .limit(Math.max(0, rowsPerStep - pruned))
      .execute()
    for (const snapshot of old)
      for (const table of [rows, snapshots])
        await db
          .deleteFrom(table)
          .where('merchant_id', '=', merchant_id)
          .where('captured_at', '=', snapshot.captured_at)
          .execute()
    pruned += old.length
  }
  return pruned
}
