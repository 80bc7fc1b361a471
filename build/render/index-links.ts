import type { Endpoint } from '../../data/api/endpoint.ts'
import { linkedHash } from '../../data/api/linked.ts'
import type { FolderIndex } from '../../data/api/manifest.ts'
import type { Catalog } from '../../data/store/catalog.ts'

/** What a folder's index says of assets, as far as one of its endpoints answers with them. */
export function indexLinks(
  catalog: Catalog,
  scope: number,
  endpoints: readonly Endpoint[],
  ids: readonly string[],
): Pick<FolderIndex, 'links' | 'assets'> {
  const linked = endpoints.filter((endpoint) => endpoint.linked !== undefined)
  const links = Object.fromEntries(linked.map((endpoint) => linksOf(catalog, scope, endpoint, ids)))
  return {
    ...(linked.length > 0 && { links }),
    ...(endpoints.some(({ byHash }) => byHash) && { assets: catalog.assets() }),
  }
}

function linksOf(catalog: Catalog, scope: number, { resource, linked = '' }: Endpoint, ids: readonly string[]) {
  const links: Record<string, string> = {}
  if (!resource) return [linked, links] as const
  const all = { offset: 0, limit: Infinity, descending: false }
  for (const [at, row] of catalog.page(resource, scope, { conditions: [], texts: undefined }, all).rows.entries()) {
    const hash = linkedHash(resource, linked, row)
    if (hash !== undefined) links[ids[at] ?? ''] = hash
  }
  return [linked, links] as const
}
