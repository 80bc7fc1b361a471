import { sql, type Kysely, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { Line } from '../../../api/model/feeds/feeds.ts'
import type { Condition } from '../../../api/model/conditions.ts'
import type { CountedRows, LiveRow, Slice } from '../../../api/model/live-store.ts'
import { boundedCount } from '../rows/bounded-count.ts'
import { where } from '../rows/where.ts'
import { dialectOf } from '../../dialect/dialect.ts'
import { messageParts } from '../rows/message-parts.ts'
import { withChangeNumbers } from '../rows/change-numbers.ts'
import { insertRows } from '../rows/insert-rows.ts'
import { afterRow, sorted, type Comparisons } from '../rows/sorted.ts'
import { extrasOf, formatInstant } from '../rows/format.ts'
import type { LiveTables, TradeTable } from '../rows/tables.ts'

/** Parts shorter than this are in no index. */
const indexedPartLength = 3

interface SearchBounds {
  /** How many of the newest messages are searched where no index helps. */
  readonly scannedMessages: number
  /** With more matches than this, going through the messages in order finds a page sooner than sorting the matches. */
  readonly sortedMatches: number
}
const usualBounds: SearchBounds = { scannedMessages: 200_000, sortedMatches: 5000 }

/** Stores messages; one whose id is known changes nothing. Returns how many were new. */
export async function ingestTrades(db: Kysely<LiveTables>, lines: readonly Line<'trades'>[]): Promise<number> {
  const rows = lines.map(({ id, timestamp, sender, sender_id, sender_class, sender_rank, message, items, extra }) => ({
    ...{ id, timestamp, sender, sender_id, sender_class, sender_rank, message },
    folded: message.toLowerCase(),
    items: JSON.stringify(items),
    extra,
  }))
  const numbered = await withChangeNumbers(db, rows)
  return insertRows(db, 'trades', numbered, (insert) =>
    insert.onConflict((conflict) => conflict.column('id').doNothing()),
  )
}

const comparisons: Comparisons = {
  stored: (column, shown) => (column === 'timestamp' ? Date.parse(String(shown)) : shown),
}

type Trades = SelectQueryBuilder<LiveTables, 'trades', object>

/** Newest first. */
export async function tradesPage(
  db: Kysely<LiveTables>,
  conditions: readonly Condition[],
  { offset, limit, olderThan, order }: Slice,
  bounds = usualBounds,
): Promise<CountedRows<LiveRow>> {
  const part = conditions.find(({ operator }) => operator === 'containing')?.value
  const plain = conditions.filter(({ operator }) => operator !== 'containing')
  const all = where(db.selectFrom('trades'), plain)
  const { matching, isBounded } =
    part === undefined ? { matching: all, isBounded: false } : await partOf(db, all, String(part), bounds)
  const { total, totalIsMinimum } = await boundedCount(db, matching)
  const after = olderThan
    ? matching.where(
        (eb) => sql<SqlBool>`(${eb.ref('timestamp')}, ${eb.ref('id')}) < (${olderThan.at}, ${olderThan.id})`,
      )
    : matching
  const inOrder = order
    ? sorted(afterRow(after, order, comparisons), order.keys, comparisons).orderBy('id')
    : after.orderBy('timestamp', 'desc').orderBy('id', 'desc')
  const rows = await inOrder
    .selectAll()
    .limit(limit + 1)
    .offset(offset)
    .execute()
  return {
    rows: rows.slice(0, limit).map(formatTrade),
    total,
    totalIsMinimum: totalIsMinimum || isBounded,
    hasMore: rows.length > limit,
  }
}

/** Messages with a part: by the index, in order of time where there are many, or among the newest where none helps. */
async function partOf(
  db: Kysely<LiveTables>,
  all: Trades,
  part: string,
  { scannedMessages, sortedMatches }: SearchBounds,
): Promise<{ matching: Trades; isBounded: boolean }> {
  const folded = part.toLowerCase()
  const { hasPart, keysWithPart } = dialectOf(db)
  const here = (trades: Trades) => trades.where((eb) => hasPart(eb.ref('folded'), folded))
  // A zero character would end the index's query.
  if (Array.from(folded).length >= indexedPartLength && !folded.includes('\0')) {
    const keys = keysWithPart(messageParts, folded)
    const few = await sql<{ key: number }>`${keys} limit ${sortedMatches + 1}`.execute(db)
    if (few.rows.length > sortedMatches) return { matching: here(all), isBounded: false }
    return { matching: here(all.where((eb) => sql<SqlBool>`${eb.ref('id')} in (${keys})`)), isBounded: false }
  }
  const oldest = await all
    .select('timestamp')
    .orderBy('timestamp', 'desc')
    .offset(scannedMessages)
    .limit(1)
    .executeTakeFirst()
  if (!oldest) return { matching: here(all), isBounded: false }
  return { matching: here(all.where('timestamp', '>', oldest.timestamp)), isBounded: true }
}

/** As answers show it. */
export function formatTrade({
  folded: _folded,
  change: _change,
  timestamp,
  items,
  extra,
  ...row
}: TradeTable): LiveRow {
  return { ...row, timestamp: formatInstant(timestamp), items: JSON.parse(items) as unknown, ...extrasOf(extra) }
}
