// The answers of a catalog to all static requests.
import { respond } from '../../../../data/api/answer/respond.ts'
import { staticRequests } from '../../../../data/api/static/static-requests.ts'
import { api } from '../../../../data/api/table.ts'
import type { Catalog } from '../../../../data/store/catalog/catalog.ts'
import { sha256 } from '../../../../data/store/files/etag.ts'

/** Returns one hash of all answers. */
export function answersOf(catalog: Catalog): string {
  return sha256([...renderedRequests(catalog)].map((request) => respond(request, catalog).body).join('\n'))
}

/** All requests of all patches whose answers can be rendered to files. */
export function* renderedRequests(catalog: Catalog) {
  for (const patch of catalog.patches.all)
    for (const endpoint of api.endpoints.filter(({ mode }) => mode.column !== undefined)) {
      const ids = endpoint.resource ? catalog.ids(endpoint.resource, patch.id) : []
      yield* staticRequests(endpoint, patch, { total: ids.length, ids })
    }
}
