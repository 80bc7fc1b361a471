import { bulkFolder } from '../../data/api/model/values/bulk-files.ts'
import { assetOf, isAddressedByHash, type Endpoint } from '../../data/api/model/endpoint.ts'
import type { Resource } from '../../data/api/model/resource.ts'
import { linkedAssetHash } from '../../data/api/answer/linked-asset.ts'
import type { FolderIndex } from '../../data/api/static/manifest.ts'
import type { Catalog } from '../../data/store/catalog/catalog.ts'

/** The sections of a folder's index about assets, if one of its endpoints answers with assets. */
export function indexLinks(
  catalog: Catalog,
  scope: number,
  endpoints: readonly Endpoint[],
  ids: readonly string[],
): Pick<FolderIndex, 'links' | 'assets' | 'bulk'> {
  const linked = endpoints.flatMap((endpoint) => {
    const { column } = assetOf(endpoint) ?? {}
    return column !== undefined && endpoint.resource ? [{ column, resource: endpoint.resource }] : []
  })
  const links = Object.fromEntries(
    linked.map(({ column, resource }) => [column, linksOf(catalog, scope, resource, column, ids)]),
  )
  return {
    ...(linked.length > 0 && { links }),
    ...(endpoints.some((one) => isAddressedByHash(one) && !isBulk(one)) && { assets: catalog.assets() }),
    ...(endpoints.some(isBulk) && { bulk: catalog.bulk.mediaTypes() }),
  }
}

const isBulk = (endpoint: Endpoint): boolean => endpoint.kind === 'asset' && endpoint.folder === bulkFolder

function linksOf(catalog: Catalog, scope: number, resource: Resource, column: string, ids: readonly string[]) {
  const links: Record<string, string> = {}
  for (const [at, row] of catalog.all(resource, scope).entries()) {
    const hash = linkedAssetHash(resource, column, row)
    if (hash !== undefined) links[ids[at] ?? ''] = hash
  }
  return links
}
