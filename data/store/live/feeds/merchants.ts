import { sql, type ExpressionBuilder, type Kysely } from 'kysely'
import type { Line } from '../../../api/model/feeds/feeds.ts'
import type { CountedRows, LiveRow, Slice, Snapshot } from '../../../api/model/live-store.ts'
import { boundedCount } from '../rows/bounded-count.ts'
import { withChangeNumbers } from '../rows/change-numbers.ts'
import { insertNewRows, lastPerKey } from '../rows/insert-rows.ts'
import { orderByKeys } from '../rows/sort-keys.ts'
import { parseExtras, formatInstant, formatInstantOrNull } from '../rows/format.ts'
import type { LiveTables, MerchantQuestTable, MerchantSnapshotTable, MerchantStockTable } from '../rows/tables.ts'

type SnapshotTables = 'stock_snapshots' | 'quest_snapshots'

/** Stores new rows of stock; those with a known key are ignored. Returns the number of lines that changed something. */
export async function ingestMerchantStock(
  db: Kysely<LiveTables>,
  lines: readonly Line<'merchant-stock'>[],
): Promise<number> {
  const rows = lines
    .filter((line) => 'item_id' in line)
    .map(({ merchant_id, captured_at, item_id, rank_id, price, currency, stock, extra }) => ({
      ...{ merchant_id, captured_at, item_id, rank_id: rank_id ?? '', price, currency, stock, extra },
    }))
  const empty = await ingestSnapshots(db, 'stock_snapshots', lines, (line) => !('item_id' in line))
  const numbered = await withChangeNumbers(db, rows)
  return (
    empty + (await insertNewRows(db, 'merchant_stock', ['merchant_id', 'captured_at', 'item_id', 'rank_id'], numbered))
  )
}

/** Stores quests that merchants offer, in the same way as `ingestMerchantStock`. */
export async function ingestMerchantQuests(
  db: Kysely<LiveTables>,
  lines: readonly Line<'merchant-quests'>[],
): Promise<number> {
  const rows = lines
    .filter((line) => 'quest_id' in line)
    .map(({ merchant_id, captured_at, quest_id, reset_at, is_repeatable, rank_requirement, extra }) => ({
      ...{ merchant_id, captured_at, quest_id, reset_at, rank_requirement, extra },
      is_repeatable: is_repeatable ? (1 as const) : (0 as const),
    }))
  const empty = await ingestSnapshots(db, 'quest_snapshots', lines, (line) => !('quest_id' in line))
  const numbered = await withChangeNumbers(db, rows)
  return empty + (await insertNewRows(db, 'merchant_quests', ['merchant_id', 'captured_at', 'quest_id'], numbered))
}

const snapshotOf = ({ merchant_id, captured_at }: MerchantSnapshotTable) => ({ merchant_id, captured_at })
const snapshotKey = ['merchant_id', 'captured_at'] as const

/** Stores the snapshots that lines belong to. Returns the number of new ones without any rows. */
async function ingestSnapshots<T extends MerchantSnapshotTable>(
  db: Kysely<LiveTables>,
  table: SnapshotTables,
  lines: readonly T[],
  isEmpty: (line: T) => boolean,
): Promise<number> {
  const insert = (some: readonly T[]) =>
    insertNewRows(db, table, snapshotKey, lastPerKey(some.map(snapshotOf), snapshotKey))
  const added = await insert(lines.filter(isEmpty))
  await insert(lines.filter((line) => !isEmpty(line)))
  return added
}

/**
 * The latest snapshot of each merchant, in the order of their ids. Finding one takes two look-ups, which is fast because
 * there are few merchants with many snapshots each.
 */
export async function latestSnapshots(
  db: Kysely<LiveTables>,
  name: SnapshotTables,
): Promise<readonly MerchantSnapshotTable[]> {
  const table = sql.table(name)
  const first = sql`select min(merchant_id) from ${table}`
  const next = sql`select min(later.merchant_id) from ${table} as later where later.merchant_id > merchants.merchant_id`
  const newest = sql`select max(own.captured_at) from ${table} as own where own.merchant_id = merchants.merchant_id`
  const { rows } = await sql<MerchantSnapshotTable>`
    with recursive merchants (merchant_id) as (
      ${first} union all select (${next}) from merchants where merchant_id is not null)
    select merchant_id, (${newest}) as captured_at from merchants where merchant_id is not null order by merchant_id
  `.execute(db)
  return rows
}

/** The latest snapshot of a merchant, if there is one. */
const latestSnapshot = (db: Kysely<LiveTables>, merchant: string) =>
  db
    .selectFrom('stock_snapshots')
    .select(['merchant_id', 'captured_at'])
    .where('merchant_id', '=', merchant)
    .orderBy('captured_at', 'desc')
    .limit(1)
    .execute()

/** The latest snapshot of each merchant, or of one, with its rows of stock. */
export async function latestStock(db: Kysely<LiveTables>, merchant?: string): Promise<readonly Snapshot[]> {
  const snapshots = await (merchant === undefined
    ? latestSnapshots(db, 'stock_snapshots')
    : latestSnapshot(db, merchant))
  return withRows(snapshots, async (snapshot) => {
    const stock = db.selectFrom('merchant_stock').selectAll().where(inSnapshot(snapshot))
    return (await stock.orderBy('item_id').orderBy('rank_id').execute()).map(formatStock)
  })
}

/** The latest snapshot of each merchant with its quests. */
export async function latestQuests(db: Kysely<LiveTables>): Promise<readonly Snapshot[]> {
  return withRows(await latestSnapshots(db, 'quest_snapshots'), async (snapshot) => {
    const quests = db.selectFrom('merchant_quests').selectAll().where(inSnapshot(snapshot))
    return (await quests.orderBy('quest_id').execute()).map(formatQuest)
  })
}

const inSnapshot =
  ({ merchant_id, captured_at }: MerchantSnapshotTable) =>
  (eb: ExpressionBuilder<LiveTables, 'merchant_stock' | 'merchant_quests'>) =>
    eb.and({ merchant_id, captured_at })

const withRows = (
  snapshots: readonly MerchantSnapshotTable[],
  rowsOf: (snapshot: MerchantSnapshotTable) => Promise<readonly LiveRow[]>,
): Promise<Snapshot[]> =>
  Promise.all(
    snapshots.map(async (snapshot) => {
      const { merchant_id, captured_at } = snapshot
      return { merchant_id, captured_at: formatInstant(captured_at), rows: await rowsOf(snapshot) }
    }),
  )

/** A page of all rows of stock that an item ever had, newest first unless the slice has another order. */
export async function stockOfItem(
  db: Kysely<LiveTables>,
  itemId: string,
  { offset, limit, order }: Slice,
): Promise<CountedRows<LiveRow>> {
  const matching = db.selectFrom('merchant_stock').where('item_id', '=', itemId)
  const count = await boundedCount(db, matching)
  const rows = await orderByKeys(matching, order?.keys ?? [], {
    columns: { rank_id: sql`nullif(${sql.ref('rank_id')}, '')` },
  })
    .selectAll()
    .orderBy('captured_at', 'desc')
    .orderBy('merchant_id')
    .orderBy('rank_id')
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows: rows.map(formatStock), ...count }
}

/** Formats a row of stock for responses. */
export function formatStock({ change: _change, rank_id, captured_at, extra, ...row }: MerchantStockTable): LiveRow {
  return {
    ...row,
    rank_id: rank_id === '' ? null : rank_id,
    captured_at: formatInstant(captured_at),
    ...parseExtras(extra),
  }
}

/** Formats a quest for responses. */
export function formatQuest({
  change: _change,
  reset_at,
  is_repeatable,
  captured_at,
  extra,
  ...row
}: MerchantQuestTable): LiveRow {
  return {
    ...row,
    reset_at: formatInstantOrNull(reset_at),
    is_repeatable: is_repeatable === 1,
    captured_at: formatInstant(captured_at),
    ...parseExtras(extra),
  }
}
