// Queries for listings that the market's index does not have: its conditions and orders in SQL.
import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { Condition } from '../../../api/model/conditions.ts'
import type { LiveOrder } from '../../../api/model/live-store.ts'
import { keyExpression, orderByKeys, whereAfterRow, type Comparisons } from '../rows/sort-keys.ts'
import type { LiveTables } from '../rows/tables.ts'

type Listings = SelectQueryBuilder<LiveTables, 'listings', object>

/** Listings that were created in [from, to), ms since 1970. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

const unitPrice = sql`cast(price_per_unit as double precision)`
const hasEnded = (now: number) => sql<SqlBool>`(has_expired = 1 or
  (has_sold = 0 and has_cancelled = 0 and expires_at is not null and expires_at <= ${now}))`

const operators = { equal: '=', atLeast: '>=', atMost: '<=', below: '<' } as const

function conditionSql({ column, operator, value }: Condition, now: number): RawBuilder<SqlBool> {
  if (column === 'has_expired') return value === true ? hasEnded(now) : sql<SqlBool>`not ${hasEnded(now)}`
  const stored = column === 'price_per_unit' ? unitPrice : sql.ref(column)
  if (operator === 'oneOf') return sql<SqlBool>`${stored} in (${sql.join(value as readonly string[])})`
  if (!(operator in operators)) throw new Error(`${operator} is not a condition on listings`)
  const compared = sql.raw(operators[operator as keyof typeof operators])
  return sql<SqlBool>`${stored} ${compared} ${typeof value === 'boolean' ? Number(value) : value}`
}

const matching = (db: Kysely<LiveTables>, conditions: readonly Condition[], { from, to }: Stretch, now: number) =>
  conditions.reduce<Listings>(
    (query, condition) => query.where(conditionSql(condition, now)),
    db.selectFrom('listings').where('created_at', '>=', from).where('created_at', '<', to),
  )

/**
 * Returns the start of a stretch that ends at `to` and has about as many listings as given; undefined if there are
 * fewer.
 */
export async function stretchStart(db: Kysely<LiveTables>, to: number, listings: number): Promise<number | undefined> {
  const first = await db
    .selectFrom('listings')
    .select('created_at')
    .where('created_at', '<', to)
    .orderBy('created_at', 'desc')
    .offset(listings)
    .limit(1)
    .executeTakeFirst()
  return first?.created_at
}

const sampledListings = 101

/**
 * Returns when the oldest of the `listings` newest listings was created, and the median of the numbers of those created
 * about then, since any one of them may have come in late. Undefined if there are fewer listings.
 */
export async function oldestOfNewest(
  db: Kysely<LiveTables>,
  listings: number,
): Promise<{ number: number; created_at: number } | undefined> {
  if (!Number.isFinite(listings)) return undefined
  const newest = db.selectFrom('listings').select(['number', 'created_at']).orderBy('created_at', 'desc')
  const before = Math.max(0, listings - sampledListings)
  const sample = await newest.offset(before).limit(sampledListings).execute()
  const oldest = sample[listings - 1 - before]
  const numbers = sample.map(({ number }) => number).sort((a, b) => a - b)
  return oldest && { created_at: oldest.created_at, number: numbers[Math.floor(numbers.length / 2)] ?? oldest.number }
}

/** The condition that a listing was created at `from` or later, or was open after `closedBy`; ms since 1970. */
export const isWithin = ({ from, closedBy }: { readonly from: number; readonly closedBy: number }) =>
  sql<SqlBool>`(created_at >= ${from} or (has_sold = 0 and has_cancelled = 0 and not ${hasEnded(closedBy)}))`

export interface FoundListing {
  readonly number: number
  readonly id: number
  readonly created_at: number
}

/** Returns the listings of a stretch that meet all conditions, newest first. */
export function newestListings(
  db: Kysely<LiveTables>,
  conditions: readonly Condition[],
  stretch: Stretch,
  now: number,
): Promise<FoundListing[]> {
  return matching(db, conditions, stretch, now)
    .select(['number', 'id', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Counts the listings of a stretch that meet all conditions. */
export async function countListings(
  db: Kysely<LiveTables>,
  conditions: readonly Condition[],
  stretch: Stretch,
  now: number,
): Promise<number> {
  const count = sql<number | string>`count(*)`.as('count')
  return Number((await matching(db, conditions, stretch, now).select(count).executeTakeFirstOrThrow()).count)
}

/** A listing with the values that an order compares, key by key. */
export interface SortedListing {
  readonly number: number
  readonly id: number
  readonly keys: readonly (string | number | null)[]
}

const comparisons = (now: number): Comparisons => ({
  columns: {
    price_per_unit: unitPrice,
    cursor: sql.ref('number'),
    has_expired: sql`case when ${hasEnded(now)} then 1 else 0 end`,
  },
  stored(column, shown) {
    if (column.endsWith('_at')) return Date.parse(String(shown))
    return column === 'price_per_unit' || typeof shown === 'boolean' ? Number(shown) : shown
  },
})

/** Returns the first `limit` listings of a stretch, in an order, that meet all conditions. */
export async function firstListings(
  db: Kysely<LiveTables>,
  conditions: readonly Condition[],
  stretch: Stretch,
  { order, limit, now }: { readonly order: LiveOrder; readonly limit: number; readonly now: number },
): Promise<SortedListing[]> {
  const compared = comparisons(now)
  const keys = numericKeys(order)
  const after = whereAfterRow(matching(db, conditions, stretch, now), { ...order, keys }, compared)
  const inOrder = orderByKeys(after, keys, compared).orderBy('id').limit(limit)
  return withKeys(inOrder, order, now)
}

/** Returns listings by their numbers, in any order, with the values that `order` compares. */
export function listingsWithKeys(
  db: Kysely<LiveTables>,
  numbers: readonly number[],
  order: LiveOrder,
  now: number,
): Promise<SortedListing[]> {
  return withKeys(db.selectFrom('listings').where('number', 'in', numbers), order, now)
}

async function withKeys(query: Listings, order: LiveOrder, now: number): Promise<SortedListing[]> {
  const { columns } = comparisons(now)
  const keys = numericKeys(order).map((key, at) =>
    sql<string | number | null>`${keyExpression(key, columns)}`.as(keyName(at)),
  )
  const rows = await query.select(['number', 'id', ...keys]).execute()
  return rows.map((row) => ({ number: row.number, id: row.id, keys: keys.map((_, at) => row[keyName(at)] ?? null) }))
}

/** Name of the column for the value of the nth key. */
const keyName = (at: number) => `key_${at}` as const

/** The keys of an order. Prices per unit are compared as doubles, not as decimals. */
const numericKeys = ({ keys }: LiveOrder) => keys.map(({ isDecimal: _isDecimal, ...key }) => key)
