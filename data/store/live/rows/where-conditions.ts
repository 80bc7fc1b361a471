import { sql, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { Condition } from '../../../api/model/conditions.ts'
import type { LiveTables } from './tables.ts'

const comparisons = { equal: '=', oneOf: 'in', atLeast: '>=', atMost: '<=', below: '<' } as const

/**
 * Adds conditions on columns to a query. Throws an `Error` for `containing` and `greatest`, which need other queries.
 */
export const whereConditions = <Table extends keyof LiveTables>(
  query: SelectQueryBuilder<LiveTables, Table, object>,
  conditions: readonly Condition[],
): SelectQueryBuilder<LiveTables, Table, object> =>
  conditions.reduce((all, { column, operator, value }) => {
    if (operator === 'containing' || operator === 'greatest') throw new Error(`${operator} is not a plain condition`)
    // PostgreSQL does not allow an empty list.
    if (operator === 'oneOf' && Array.isArray(value) && value.length === 0) return all.where(sql<SqlBool>`1 = 0`)
    const stored = sql.ref<string | number>(column)
    if (operator === 'present') return all.where(stored, value === true ? 'is not' : 'is', null)
    return all.where(stored, comparisons[operator], value as string | number | readonly (string | number)[])
  }, query)
