import type { Endpoint } from '../../../../data/api/model/endpoint.ts'
import { rowOf, type Row } from '../../format/api-response.ts'
import { patchOf, pinOf, type LocalizedPatch } from '../at-patch.ts'
import { hasRowEndpoint, listAt } from '../explorer.ts'
import { facetsAt, type Facets } from '../facets.ts'
import { rowLookup, type RowLookup, type Reference } from '../row-lookup.ts'
import { rowQuery } from '../row-query.ts'
import { iconOf, nameOf } from '../../format/row-name.ts'

/** One field of a row that a patch changed. */
export interface FieldChange {
  readonly path: string
  readonly before?: unknown
  readonly after?: unknown
  /** The part of the row that changed; undefined if the row itself changed. */
  readonly part?: { readonly resource: string; readonly id: string; readonly name: string | null }
}

export interface HistoryEntry {
  readonly patch_id: number
  readonly version: string
  readonly change: 'added' | 'removed' | 'changed'
  readonly fields: readonly FieldChange[]
}

/** The data of a detail page. */
export interface RowDetail {
  readonly list: Endpoint
  readonly id: string
  readonly row: Row
  readonly name: string
  readonly icon: string | undefined
  readonly patch: LocalizedPatch | undefined
  /** The API call that returned the row. */
  readonly call: string
  readonly lookup: RowLookup
  readonly facets: Facets
  readonly history: readonly HistoryEntry[]
  /** The API call that returned the history. */
  readonly historyCall: string
  readonly references: readonly Reference[]
  /** Makes the target of another call, pinned to the same patch. */
  readonly at: (path: string, query?: Readonly<Record<string, string>>) => string
}

/** Loads the data of a detail page; undefined if there is no such list, or the patch has no such row. */
export async function loadRowDetail(
  path: string,
  given: string,
  url: URL,
  locals: App.Locals,
): Promise<RowDetail | undefined> {
  const { api, fetchApi, patches } = locals
  const list = listAt(api, path)
  if (!list) return undefined
  const patch = patchOf(url, patches)
  const found = await findRow(list, given, patch, locals)
  if (!found) return undefined
  const { row, call } = found
  const id = String(row.id)
  const lookup = rowLookup(locals, patch)
  const branch = new URLSearchParams(patch ? { branch: patch.branch } : {})
  const historyCall = locals.href(`${list.path}/${id}/history?${branch}`)
  const [facets, past] = await Promise.all([facetsAt(locals, patch), fetchApi(historyCall)])
  const history = past.status === 200 ? (past.json as { body: { history: HistoryEntry[] } }).body.history : []
  return {
    list,
    id,
    row,
    name: nameOf(row),
    icon: iconOf(row),
    patch,
    call,
    lookup,
    facets,
    history,
    historyCall,
    references: referencesOf(lookup, row),
    at: (target, query = {}) => {
      const search = new URLSearchParams({ ...pinOf(list, patch), ...query })
      return search.size > 0 ? `${target}?${search}` : target
    },
  }
}

/** Requests a row from its own endpoint if there is one, else from the list; undefined if there is no such row. */
export async function findRow(
  list: Endpoint,
  given: string,
  patch: LocalizedPatch | undefined,
  { api, fetchApi }: App.Locals,
): Promise<{ row: Row; call: string } | undefined> {
  const query = new URLSearchParams(rowQuery(api, list, patch))
  if (hasRowEndpoint(api, list)) {
    const call = `${list.path}/${encodeURIComponent(given)}?${query}`
    const answer = await fetchApi(call)
    if (answer.status !== 200) return undefined
    const body = rowOf(answer)
    const nested = Object.values(body).find((value) => typeof value === 'object' && value !== null && 'id' in value)
    return { row: 'id' in body ? body : { ...(nested as Row), ...body }, call }
  }
  const call = `${list.path}?${new URLSearchParams({ id_like: given })}&${query}`
  const { status, json } = await fetchApi(call)
  const { rows = [] } = json as { rows?: Row[] }
  const row = status === 200 ? rows.find(({ id }) => id === given) : undefined
  return row && { row, call }
}

/** References to a row's id and to its archetype, except from rows that the row itself mentions. */
function referencesOf(lookup: RowLookup, row: Row): readonly Reference[] {
  const { id, archetype } = row
  const own = JSON.stringify(row)
  const byId = lookup.referencesTo(String(id))
  const byArchetype = typeof archetype === 'string' && archetype !== id ? lookup.referencesTo(archetype) : []
  return [...byId, ...byArchetype].filter(({ from }) => !own.includes(`"${from.id}"`))
}
