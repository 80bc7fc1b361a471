import type { Api } from '../../../../data/api/model/api.ts'
import type { Endpoint } from '../../../../data/api/model/endpoint.ts'
import type { Row } from '../../format/api-response.ts'
import { isInformative, visibleColumns } from './visible-columns.ts'

/** The parameter of a page's address that names the columns of its table; the API does not know it. */
export const columnsParam = 'columns'
/** More do not fit on a page. */
const maxChosen = 12

/** Columns that a table can show. */
export const choosableColumns = (api: Api, list: Endpoint): string[] => {
  const columns = list.resource?.columns ?? {}
  const listed = list.resource?.mainColumns ?? []
  const all = [...new Set([...listed, ...Object.keys(columns).filter((name) => isInformative(api, columns[name]))])]
  // A family of columns is none by itself.
  return all.filter((name) => !name.includes('*'))
}

/** The columns that an address chooses, in its order, else those that the list shows by itself. */
export function chosenColumns(api: Api, list: Endpoint, rows: readonly Row[], given: URLSearchParams): string[] {
  const known = new Set(choosableColumns(api, list))
  const named = given.getAll(columnsParam).flatMap((names) => names.split(','))
  const chosen = [...new Set(named)].filter((name) => known.has(name)).slice(0, maxChosen)
  return chosen.length > 0 ? chosen : visibleColumns(api, list, rows)
}
