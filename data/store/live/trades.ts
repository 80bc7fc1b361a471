import { sql, type Kysely, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { Line } from '../../api/live/feeds.ts'
import type { Counted, LiveRow, Slice, Term } from '../../api/live/live-store.ts'
import { boundedCount } from './bounded-count.ts'
import { hasPart, keysWithPart } from '../dialect.ts'
import { insertRows } from './insert-rows.ts'
import { extrasOf, shownInstant } from './shown.ts'
import type { LiveTables, TradeTable } from './tables.ts'

/** Parts shorter than this are in no index. */
const indexedPartLength = 3

interface SearchBounds {
  /** So many of the newest messages are looked through where no index helps. */
  readonly scannedMessages: number
  /** With more matches than this, going through the messages in order finds a page sooner than sorting the matches. */
  readonly sortedMatches: number
}
const usualBounds: SearchBounds = { scannedMessages: 200_000, sortedMatches: 5000 }

/** Stores messages; one whose id is known changes nothing. Returns how many were new. */
export function takeTrades(db: Kysely<LiveTables>, lines: readonly Line<'trades'>[]): Promise<number> {
  const rows = lines.map(({ id, timestamp, sender, sender_id, sender_class, sender_rank, message, items, extra }) => ({
    ...{ id, timestamp, sender, sender_id, sender_class, sender_rank, message },
    folded: message.toLowerCase(),
    items: JSON.stringify(items),
    extra,
  }))
  return insertRows(db, 'trades', rows, (insert) => insert.onConflict((conflict) => conflict.column('id').doNothing()))
}

type Trades = SelectQueryBuilder<LiveTables, 'trades', object>

/** Newest first. */
export async function tradesPage(
  db: Kysely<LiveTables>,
  terms: readonly Term[],
  { offset, limit }: Slice,
  bounds = usualBounds,
): Promise<Counted<LiveRow>> {
  const part = terms.find(({ is }) => is === 'containing')?.value
  const plain = terms.filter(({ is }) => is !== 'containing')
  const all = plain.reduce(withTerm, db.selectFrom('trades'))
  const { matching, isBounded } =
    part === undefined ? { matching: all, isBounded: false } : await partOf(db, all, String(part), bounds)
  const { total, totalIsMinimum } = await boundedCount(db, matching)
  const rows = await matching
    .selectAll()
    .orderBy('timestamp', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows: rows.map(shown), total, totalIsMinimum: totalIsMinimum || isBounded }
}

const operators = { equal: '=', atLeast: '>=', atMost: '<=', below: '<' } as const

function withTerm(trades: Trades, { column, is, value }: Term): Trades {
  return is === 'containing'
    ? trades
    : trades.where(column as keyof TradeTable, operators[is], value as string | number)
}

/** Messages with a part: by the index, in order of time where there are many, or among the newest where none helps. */
async function partOf(
  db: Kysely<LiveTables>,
  all: Trades,
  part: string,
  { scannedMessages, sortedMatches }: SearchBounds,
): Promise<{ matching: Trades; isBounded: boolean }> {
  const folded = part.toLowerCase()
  const here = (trades: Trades) => trades.where((eb) => hasPart(eb.ref('folded'), folded))
  // A zero character would end the index's query.
  if (Array.from(folded).length >= indexedPartLength && !folded.includes('\0')) {
    const keys = keysWithPart('trades', folded)
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

function shown({ folded: _folded, timestamp, items, extra, ...row }: TradeTable): LiveRow {
  return { ...row, timestamp: shownInstant(timestamp), items: JSON.parse(items) as unknown, ...extrasOf(extra) }
}
