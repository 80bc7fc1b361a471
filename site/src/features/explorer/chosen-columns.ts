import type { Api } from '../../../../data/api/model/api.ts'
import type { Endpoint } from '../../../../data/api/model/endpoint.ts'
import type { Row } from '../../format/api-response.ts'
import { isInformative, visibleColumns } from './visible-columns.ts'

/** Query parameter of pages that chooses the columns of the table. It is not passed on to the API. */
export const columnsParam = 'columns'
const maxChosen = 12

/** Returns the columns that a table of the list can show, default columns first. */
export const choosableColumns = (api: Api, list: Endpoint): string[] => {
  const columns = list.resource?.columns ?? {}
  const mainColumns = list.resource?.mainColumns ?? []
  const all = [
    ...new Set([...mainColumns, ...Object.keys(columns).filter((name) => isInformative(api, columns[name]))]),
  ]
  // A name with `*` stands for a family of columns, which cannot be shown as one.
  return all.filter((name) => !name.includes('*'))
}

/** Returns the columns that the URL chooses, in its order, or the default columns of the list if it chooses none. */
export function chosenColumns(api: Api, list: Endpoint, rows: readonly Row[], given: URLSearchParams): string[] {
  const known = new Set(choosableColumns(api, list))
  const named = given.getAll(columnsParam).flatMap((names) => names.split(','))
  const chosen = [...new Set(named)].filter((name) => known.has(name)).slice(0, maxChosen)
  return chosen.length > 0 ? chosen : visibleColumns(api, list, rows)
}
