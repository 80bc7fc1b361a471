import type { Api } from '../../../../data/api/model/api.ts'
import { columnsOf } from '../../../../data/api/model/conditions.ts'
import type { Column } from '../../../../data/api/model/columns.ts'
import type { Endpoint } from '../../../../data/api/model/endpoint.ts'
import type { Row } from '../../format/api-response.ts'

const maxColumns = 6

/**
 * The columns of a list's table: those that it declares, else slugs, figures, flags and links to other lists, first
 * what can be filtered by. The same for every filter, but for those that none of the rows has.
 */
export function visibleColumns(api: Api, { resource }: Endpoint, rows: readonly Row[]): string[] {
  const { columns = {}, filters = [], mainColumns } = resource ?? {}
  const filtered = new Set(filters.flatMap(columnsOf))
  const telling = Object.keys(columns).filter((name) => isInformative(api, columns[name]))
  const byFilter = [...telling.filter((name) => filtered.has(name)), ...telling]
  const first = [...new Set(byFilter)].slice(0, maxColumns)
  return (mainColumns ?? telling.filter((name) => first.includes(name))).filter((name) =>
    rows.some((row) => !isEmpty(row[name])),
  )
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0)

/** It tells something of a row that a table can show. */
export function isInformative({ resources }: Api, column: Column | undefined): boolean {
  if (!column || column.derived || column.kind || column.asset || column.localizable || column.detail) return false
  const leadsOn = column.references?.some(
    ({ path, to }) => !path.includes('.') && to.some((name) => resources.get(name)?.path),
  )
  return column.facet ?? leadsOn ?? /^(integer|number|boolean)$/.test(column.type)
}
