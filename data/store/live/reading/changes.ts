import { sql, type Kysely, type SelectQueryBuilder } from 'kysely'
import type { ChangeFeed } from '../../../api/model/feeds/feed-names.ts'
import type { ChangedRow, ChangePage, ChangeSpan, LiveRow } from '../../../api/model/live-store.ts'
import { formatListing } from '../feeds/listings.ts'
import { formatQuest, formatStock } from '../feeds/merchants.ts'
import { formatSample } from '../feeds/population.ts'
import { formatTrade } from '../feeds/trades.ts'
import { newestChange } from '../rows/change-numbers.ts'
import type { LiveTables } from '../rows/tables.ts'

/** Changes with numbers above `after`, up to and including `upTo`, in ascending order. */
interface Span {
  readonly after: number
  readonly upTo: number
  readonly limit: number
}

/**
 * Returns rows of the feeds in the order of their last changes, from the first change after `after`. It only has changes
 * that were committed before the call, so none is skipped: a row that changes meanwhile gets a greater number and comes
 * later.
 */
export async function changesAfter(
  db: Kysely<LiveTables>,
  feeds: readonly ChangeFeed[],
  { after, limit, now }: ChangeSpan,
): Promise<ChangePage> {
  const upTo = await newestChange(db)
  const span = { after, upTo, limit: limit + 1 }
  const found = await Promise.all(feeds.map((feed) => readers[feed](db, span, now)))
  const inOrder = found.flat().sort((a, b) => a.change - b.change)
  const rows = inOrder.slice(0, limit)
  const isLast = inOrder.length <= limit
  return { rows, isLast, next: isLast ? upTo : (rows.at(-1)?.change ?? upTo) }
}

type Read = (db: Kysely<LiveTables>, span: Span, now: number) => Promise<readonly ChangedRow[]>

const readers: Readonly<Record<ChangeFeed, Read>> = {
  market: (db, span, now) =>
    changedRows('market', within(db.selectFrom('listings'), span), (row) => formatListing(row, now)),
  trades: (db, span) => changedRows('trades', within(db.selectFrom('trades'), span), formatTrade),
  'merchant-stock': (db, span) =>
    changedRows('merchant-stock', within(db.selectFrom('merchant_stock'), span), formatStock),
  'merchant-quests': (db, span) =>
    changedRows('merchant-quests', within(db.selectFrom('merchant_quests'), span), formatQuest),
  population: (db, span) => changedRows('population', within(db.selectFrom('population'), span), formatSample),
}

const within = <Table extends keyof LiveTables>(
  query: SelectQueryBuilder<LiveTables, Table, object>,
  { after, upTo, limit }: Span,
) => {
  const change = sql.ref<number>('change')
  return query.selectAll().where(change, '>', after).where(change, '<=', upTo).orderBy(change).limit(limit)
}

async function changedRows<Row extends { readonly change: number }>(
  feed: ChangeFeed,
  query: { execute(): Promise<readonly Row[]> },
  format: (row: Row) => LiveRow,
): Promise<readonly ChangedRow[]> {
  const rows = await query.execute()
  return rows.map((row) => ({ feed, change: row.change, row: format(row) }))
}
