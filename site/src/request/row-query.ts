import type { Api } from '../../../data/api/model/api.ts'
import { fallbackLocale } from '../../../data/api/model/values/locales.ts'
import type { Reference as ColumnReference } from '../../../data/api/model/columns.ts'
import type { Endpoint } from '../../../data/api/model/endpoint.ts'
import { pinOf, type LocalizedPatch } from './at-patch.ts'

/** The query with which pages request rows: the patch, its language, and embedded rows of resources that have no list. */
export function rowQuery(
  api: Api,
  { resource, ...list }: Endpoint,
  patch: LocalizedPatch | undefined,
): Record<string, string> {
  const embed = embeddedColumns(api, { ...list, resource }).join(',')
  return { ...pinOf({ ...list, resource }, patch), ...(embed && { embed }), locale: patch?.locale ?? fallbackLocale }
}

/** The columns of a list with ids of rows whose resource has no list: pages request these rows embedded. */
export function embeddedColumns({ resources }: Api, { params, resource }: Endpoint): readonly string[] {
  if (!params.embed) return []
  const isHidden = ({ by, to, path }: ColumnReference) =>
    by === 'id' && !path.includes('].') && to.every((name) => !resources.get(name)?.path)
  const columns = Object.entries(resource?.columns ?? {})
  return columns.filter(([, { references = [] }]) => references.some(isHidden)).map(([name]) => name)
}
