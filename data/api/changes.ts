import { z } from 'zod'
import { endpoint, type Endpoint } from './endpoint.ts'
import { inBody } from './envelopes.ts'
import { Problem } from './errors.ts'
import { byBranch } from './patch-modes.ts'
import type { Patch } from './patches.ts'
import type { CanonicalRequest } from './endpoint.ts'
import type { Resource } from './resource.ts'
import type { CatalogStore, Change } from './store.ts'

export const fieldChange = z.strictObject({ path: z.string(), before: z.unknown(), after: z.unknown() })
export const changeKind = z.enum(['added', 'removed', 'changed'])

const entry = z.strictObject({
  patch_id: z.int(),
  version: z.string(),
  change: changeKind,
  fields: z.array(fieldChange),
})

/** `/v2/<resource>/<id>/history`: each patch in which the row came, changed field by field, or went; oldest first. */
export function historyOf(resource: Resource, path: string): Endpoint {
  return endpoint({
    id: `${resource.name}.history`,
    path: `${path}/{id}/history`,
    summary: `${resource.summary}: the patches in which a row came, changed or went.`,
    resource,
    mode: byBranch,
    rows: false,
    schema: z.strictObject({ body: z.strictObject({ id: z.string(), history: z.array(entry) }) }),
    answer(request, store) {
      const newestFirst = [...store.patches.chain(store.patches.currentOf(String(request.values.branch)))]
      const id = idWithin(resource, request, store, newestFirst)
      const changes = new Map(store.changesOf(resource, id).map((change) => [change.patch_id, change]))
      const history = newestFirst.reverse().flatMap((patch, nth) => {
        const change = nth === 0 ? firstOf(resource, id, store, patch) : changes.get(patch.id)
        return change ? [entryText(patch, change)] : []
      })
      return { body: inBody(`{"id":${JSON.stringify(id)},"history":[${history.join(',')}]}`) }
    },
  })
}

/** The id of the newest row that the path names, wherever in the chain of patches it stands. Throws `not_found`. */
function idWithin(
  resource: Resource,
  { path }: CanonicalRequest,
  store: CatalogStore,
  chain: readonly Patch[],
): string {
  const { id: given = '' } = path
  for (const patch of chain) {
    const row = store.row(resource, patch.id, given)
    if (row) return (JSON.parse(row.text) as { id: string }).id
  }
  const branch = chain[0]?.branch
  throw new Problem(
    'not_found',
    `No row of ${resource.name} ever had the id ${JSON.stringify(given.slice(0, 100))} on ${branch}.`,
  )
}

/** What the oldest patch has is counted as added there. */
function firstOf(resource: Resource, id: string, store: CatalogStore, patch: Patch) {
  return store.row(resource, patch.id, id) && { change: 'added' as const, fields: '[]' }
}

const entryText = ({ id, version }: Patch, { change, fields }: Pick<Change, 'change' | 'fields'>) =>
  `{"patch_id":${id},"version":${JSON.stringify(version)},"change":"${change}","fields":${fields}}`
