import type { Kysely } from 'kysely'
import { creationInstant, observationInstant, type Feed, type Line } from '../../../api/model/feeds/feeds.ts'
import { boardKey, matchesBoard } from '../feeds/ingest-board-captures.ts'
import { latestSnapshots } from '../feeds/merchants.ts'
import { getCounter, prunedBefore } from '../rows/counters.ts'
import { lastPerKey, rowsByKey } from '../rows/insert-rows.ts'
import type { LiveTables } from '../rows/tables.ts'

/**
 * Returns the lines without those that retention has deleted or would delete at once: otherwise deleted rows would
 * return as new ones, and prices would count listings twice.
 */
export async function withoutPruned<F extends Feed>(
  db: Kysely<LiveTables>,
  feed: F,
  lines: readonly Line<F>[],
): Promise<readonly Line<F>[]> {
  const before = await getCounter(db, prunedBefore(feed))
  const isOld = (line: Line<F>) => (creationInstant(feed, line) ?? observationInstant(feed, line) ?? before) < before
  const old = lines.filter(isOld)
  if (old.length === 0) return lines
  const fresh = lines.filter((line) => !isOld(line))
  const current = new Set(await currentLines[feed](db, old, fresh))
  return lines.filter((line) => !isOld(line) || current.has(line))
}

type OfFeed<F extends Feed> = (
  db: Kysely<LiveTables>,
  old: readonly Line<F>[],
  fresh: readonly Line<F>[],
) => Promise<readonly Line<F>[]>

/** Those of the old lines of a feed that are about rows that retention keeps, however old they are. */
const currentLines: { readonly [F in Feed]: OfFeed<F> } = {
  async market(db, old, fresh) {
    const ids = lastPerKey(
      old.map(({ id }) => ({ id })),
      ['id'],
    )
    const stored = await rowsByKey(db, 'listings', ['id'], ids)
    const known = new Set([...stored, ...fresh].map(({ id }) => id))
    return old.filter(({ id }) => known.has(id))
  },
  trades: () => Promise.resolve([]),
  'merchant-stock': (db, old) => ofLatestSnapshots(db, 'stock_snapshots', old),
  'merchant-quests': (db, old) => ofLatestSnapshots(db, 'quest_snapshots', old),
  async population(db, old) {
    const query = db.selectFrom('population').select(({ fn }) => fn.max<number | null>('timestamp').as('at'))
    const newest = (await query.executeTakeFirst())?.at ?? -Infinity
    return old.filter(({ timestamp }) => timestamp >= newest)
  },
  async leaderboards(db, old) {
    const entries = old.filter((line) => 'entry' in line).map(({ entry }) => entry)
    const current = new Set(await currentEntries(db, entries))
    return old.filter((line) => !('entry' in line) || current.has(line.entry))
  },
}

async function ofLatestSnapshots<T extends { readonly merchant_id: string; readonly captured_at: number }>(
  db: Kysely<LiveTables>,
  table: 'stock_snapshots' | 'quest_snapshots',
  old: readonly T[],
): Promise<readonly T[]> {
  const latest = new Map((await latestSnapshots(db, table)).map((one) => [one.merchant_id, one.captured_at]))
  return old.filter(({ merchant_id, captured_at }) => captured_at >= (latest.get(merchant_id) ?? -Infinity))
}

type Entry = Extract<Line<'leaderboards'>, { entry: unknown }>['entry']
const keyOf = (entry: Entry, key: readonly (keyof Entry)[]) => JSON.stringify(key.map((column) => entry[column]))

/** The entries of the newest captures of their boards whose characters have no entry of these yet. */
async function currentEntries(db: Kysely<LiveTables>, entries: readonly Entry[]): Promise<readonly Entry[]> {
  const newest = new Map<string, number>()
  for (const board of lastPerKey(entries, boardKey)) {
    const query = db.selectFrom('entries').select(({ fn }) => fn.max<number | null>('captured_at').as('at'))
    newest.set(keyOf(board, boardKey), (await query.where(matchesBoard(board)).executeTakeFirst())?.at ?? -Infinity)
  }
  const ofNewest = entries.filter((entry) => entry.captured_at >= (newest.get(keyOf(entry, boardKey)) ?? -Infinity))
  const key = [...boardKey, 'character'] as const
  const rows = await rowsByKey(db, 'entries', key, lastPerKey(ofNewest, key))
  const stored = new Map(rows.map((row) => [keyOf(row, key), row.captured_at]))
  return ofNewest.filter((entry) => entry.captured_at > (stored.get(keyOf(entry, key)) ?? -Infinity))
}
