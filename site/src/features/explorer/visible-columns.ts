import type { Api } from '../../../../data/api/model/api.ts'
import { columnsOf } from '../../../../data/api/model/conditions.ts'
import type { Column } from '../../../../data/api/model/columns.ts'
import type { Endpoint } from '../../../../data/api/model/endpoint.ts'
import type { Row } from '../../format/api-response.ts'

const maxColumns = 6

/**
 * Returns the default columns of a list's table: those that the resource declares, else up to six informative columns, with
 * preference for those that can be filtered. Columns for which no row has a value are left out.
 */
export function visibleColumns(api: Api, { resource }: Endpoint, rows: readonly Row[]): string[] {
  const { columns = {}, filters = [], mainColumns } = resource ?? {}
  const filtered = new Set(filters.flatMap(columnsOf))
  const informative = Object.keys(columns).filter((name) => isInformative(api, columns[name]))
  const byFilter = [...informative.filter((name) => filtered.has(name)), ...informative]
  const first = [...new Set(byFilter)].slice(0, maxColumns)
  return (mainColumns ?? informative.filter((name) => first.includes(name))).filter((name) =>
    rows.some((row) => !isEmpty(row[name])),
  )
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0)

/** Returns whether a table can show a column in a useful way: slugs, numbers, booleans and references to lists with pages. */
export function isInformative({ resources }: Api, column: Column | undefined): boolean {
  if (!column || column.derived || column.kind || column.asset || column.localizable || column.detail) return false
  const isLink = column.references?.some(
    ({ path, to }) => !path.includes('.') && to.some((name) => resources.get(name)?.path),
  )
  return column.facet ?? isLink ?? /^(integer|number|boolean)$/.test(column.type)
}
