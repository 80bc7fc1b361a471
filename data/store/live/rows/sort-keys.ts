import { sql, type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { LiveOrder, LiveSortKey } from '../../../api/model/live-store.ts'
import type { LiveTables } from './tables.ts'

/** How columns of a table are compared whose values in responses differ from those in the database. */
export interface Comparisons {
  /** The expression to use for a column. */
  readonly columns?: Readonly<Record<string, RawBuilder<unknown>>>
  /** Converts a value of a response to the one in the database. */
  readonly stored?: (column: string, shown: string | number | boolean) => unknown
}

type Query<Table extends keyof LiveTables> = SelectQueryBuilder<LiveTables, Table, object>

/** Sorts rows by keys, null last. The order of rows that are equal in all of them remains to be added. */
export const orderByKeys = <Table extends keyof LiveTables>(
  query: Query<Table>,
  keys: readonly LiveSortKey[],
  { columns = {} }: Comparisons = {},
): Query<Table> =>
  keys.reduce((all, key) => {
    return all.orderBy(keyExpression(key, columns), (order) =>
      (key.descending ? order.desc() : order.asc()).nullsLast(),
    )
  }, query)

/** Keeps the rows that come after the last row of the previous page: by the keys, then by ascending id. */
export function whereAfterRow<Table extends keyof LiveTables>(
  query: Query<Table>,
  { keys, after }: LiveOrder,
  { columns = {}, stored = (_column, shown) => shown }: Comparisons = {},
): Query<Table> {
  if (!after) return query
  const isLater = keys.reduceRight<RawBuilder<SqlBool>>(
    (rest, key, at) => {
      const column = keyExpression(key, columns)
      const shown = after.values[at] ?? null
      if (shown === null) return sql`(${column} is null and ${rest})`
      const value = valueOf(key, stored(key.column, shown))
      const beyond = sql.raw(key.descending ? '<' : '>')
      return sql`(${column} ${beyond} ${value} or ${column} is null or (${column} = ${value} and ${rest}))`
    },
    sql`${sql.ref('id')} > ${after.id}`,
  )
  return query.where(isLater)
}

/** The expression that a key compares. */
export function keyExpression(
  { column, isDecimal, ranked }: LiveSortKey,
  columns: Comparisons['columns'] = {},
): Expression<unknown> {
  const stored = columns[column] ?? sql.ref(column)
  if (ranked) return rankedExpression(stored, ranked)
  return isDecimal ? sql`cast(${stored} as numeric)` : stored
}

function valueOf({ isDecimal, ranked }: LiveSortKey, value: unknown): RawBuilder<unknown> {
  if (ranked) return sql`${rankedText(String(value), ranked)}`
  return isDecimal ? sql`cast(${value} as numeric)` : sql`${value}`
}

/** A text that sorts bytewise by its rank or, if it has none, after all ranked texts. */
function rankedText(text: string, ranked: readonly string[]): string {
  const rank = ranked.indexOf(text)
  return rank === -1 ? `1${text}` : `0${String(rank).padStart(3, '0')}`
}

function rankedExpression(stored: Expression<unknown>, ranked: readonly string[]): RawBuilder<unknown> {
  const ranks = ranked.map((text) => sql`when ${sql.lit(text)} then ${sql.lit(rankedText(text, ranked))}`)
  return sql`case ${stored} ${sql.join(ranks, sql` `)} else '1' || ${stored} end`
}
