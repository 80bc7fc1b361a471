import { sql, type Kysely, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { Line } from '../../../api/model/feeds/feeds.ts'
import type { Condition } from '../../../api/model/conditions.ts'
import type { CountedRows, LiveRow, Slice } from '../../../api/model/live-store.ts'
import { boundedCount } from '../rows/bounded-count.ts'
import { whereConditions } from '../rows/where-conditions.ts'
import { dialectOf } from '../../dialect/dialect.ts'
import { messageParts } from '../rows/message-parts.ts'
import { withChangeNumbers } from '../rows/change-numbers.ts'
import { insertNewRows } from '../rows/insert-rows.ts'
import { orderByKeys, whereAfterRow, type Comparisons } from '../rows/sort-keys.ts'
import { parseExtras, formatInstant } from '../rows/format.ts'
import type { LiveTables, TradeTable } from '../rows/tables.ts'

/** Shorter parts cannot be found by the trigram index. */
const minIndexedLength = 3

interface SearchBounds {
  /** Number of the newest messages that are searched if the index cannot be used. */
  readonly maxScanned: number
  /** With more matches than this, reading messages in order finds a page faster than sorting the matches. */
  readonly maxSorted: number
}
const usualBounds: SearchBounds = { maxScanned: 200_000, maxSorted: 5000 }

/** Stores new messages; those with a known id are ignored. Returns the number of new ones. */
export async function ingestTrades(db: Kysely<LiveTables>, lines: readonly Line<'trades'>[]): Promise<number> {
  const rows = lines.map(({ id, timestamp, sender, sender_id, sender_class, sender_rank, message, items, extra }) => ({
    ...{ id, timestamp, sender, sender_id, sender_class, sender_rank, message },
    folded: message.toLowerCase(),
    items: JSON.stringify(items),
    extra,
  }))
  const numbered = await withChangeNumbers(db, rows)
  return insertNewRows(db, 'trades', ['id'], numbered)
}

const comparisons: Comparisons = {
  stored: (column, shown) => (column === 'timestamp' ? Date.parse(String(shown)) : shown),
}

type Trades = SelectQueryBuilder<LiveTables, 'trades', object>

/** A page of the messages that meet all conditions, newest first unless the slice has another order. */
export async function tradesPage(
  db: Kysely<LiveTables>,
  conditions: readonly Condition[],
  { offset, limit, olderThan, order }: Slice,
  bounds = usualBounds,
): Promise<CountedRows<LiveRow>> {
  const part = conditions.find(({ operator }) => operator === 'containing')?.value
  const plain = conditions.filter(({ operator }) => operator !== 'containing')
  const all = whereConditions(db.selectFrom('trades'), plain)
  const { matching, isBounded } =
    part === undefined ? { matching: all, isBounded: false } : await whereContaining(db, all, String(part), bounds)
  const { total, totalIsMinimum } = await boundedCount(db, matching)
  const after = olderThan
    ? matching.where(
        (eb) => sql<SqlBool>`(${eb.ref('timestamp')}, ${eb.ref('id')}) < (${olderThan.at}, ${olderThan.id})`,
      )
    : matching
  const inOrder = order
    ? orderByKeys(whereAfterRow(after, order, comparisons), order.keys, comparisons).orderBy('id')
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

/**
 * Keeps the messages that contain a part. Few matches are found by the index, and many by reading messages in order of
 * time. If the index cannot be used, only the newest messages are searched (`isBounded`).
 */
async function whereContaining(
  db: Kysely<LiveTables>,
  all: Trades,
  part: string,
  { maxScanned, maxSorted }: SearchBounds,
): Promise<{ matching: Trades; isBounded: boolean }> {
  const folded = part.toLowerCase()
  const { hasPart, keysWithPart } = dialectOf(db)
  const withPart = (trades: Trades) => trades.where((eb) => hasPart(eb.ref('folded'), folded))
  // A zero character would end the query of the index.
  if (Array.from(folded).length >= minIndexedLength && !folded.includes('\0')) {
    const keys = keysWithPart(messageParts, folded)
    const few = await sql<{ key: number }>`${keys} limit ${maxSorted + 1}`.execute(db)
    if (few.rows.length > maxSorted) return { matching: withPart(all), isBounded: false }
    return { matching: withPart(all.where((eb) => sql<SqlBool>`${eb.ref('id')} in (${keys})`)), isBounded: false }
  }
  const oldest = await all
    .select('timestamp')
    .orderBy('timestamp', 'desc')
    .offset(maxScanned)
    .limit(1)
    .executeTakeFirst()
  if (!oldest) return { matching: withPart(all), isBounded: false }
  return { matching: withPart(all.where('timestamp', '>', oldest.timestamp)), isBounded: true }
}

/** Formats a message for responses. */
export function formatTrade({
  folded: _folded,
  change: _change,
  timestamp,
  items,
  extra,
  ...row
}: TradeTable): LiveRow {
  return { ...row, timestamp: formatInstant(timestamp), items: JSON.parse(items) as unknown, ...parseExtras(extra) }
}
