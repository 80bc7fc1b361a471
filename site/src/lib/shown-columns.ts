import type { Api } from '../../../data/api/api.ts'
import type { Column } from '../../../data/api/columns.ts'
import type { Endpoint } from '../../../data/api/endpoint.ts'
import type { Row } from './ask.ts'

const mostColumns = 6

/**
 * The columns of a list's table: those that it declares, else slugs, figures, flags and links to other lists, first what can be
 * filtered by. The same for every filter, but for those that none of the rows has.
 */
export function shownColumns(api: Api, { resource }: Endpoint, rows: readonly Row[]): string[] {
  const { columns = {}, filters = [], listed } = resource ?? {}
  const filtered = new Set(filters.flatMap((filter) => filter.columns))
  const telling = Object.keys(columns).filter((name) => isTelling(api, columns[name]))
  const byFilter = [...telling.filter((name) => filtered.has(name)), ...telling]
  const first = [...new Set(byFilter)].slice(0, mostColumns)
  return (listed ?? telling.filter((name) => first.includes(name))).filter((name) =>
    rows.some((row) => !isEmpty(row[name])),
  )
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0)

function isTelling({ resources }: Api, column: Column | undefined): boolean {
  if (!column || column.derived || column.kind || column.asset || column.localizable || column.detail) return false
  const leadsOn = column.references?.some(
    ({ path, to }) => !path.includes('.') && to.some((name) => resources.get(name)?.path),
  )
  return column.facet ?? leadsOn ?? /^(integer|number|boolean)$/.test(column.type)
}
