import type { Api } from '../../../data/api/model/api.ts'
import { listsOf, pagePath } from './explorer.ts'

/** The page of the row with this id, without a language; undefined if no list has such ids. */
export function hrefOfId(api: Api, id: string): string | undefined {
  const kind = /^id\.([a-z_]+)\../.exec(id)?.[1]
  if (kind === undefined) return undefined
  const list = listsOf(api).find(({ resource }) => resource?.columns.id?.kind === kind)
  return list && `${pagePath(list)}/${encodeURIComponent(id)}`
}
