import { assetName, assetsFolder, assetUrl } from '../model/values/asset-names.ts'
import { assetOf, type AssetReply, type CanonicalRequest } from '../model/endpoint.ts'
import { Problem } from '../model/values/errors.ts'
import type { Resource } from '../model/resource.ts'
import type { StoredRow } from '../model/store.ts'

/** SHA-256 of the asset in an asset column of a row, which has its address or, in the detail, its hash. */
export function linkedAssetHash({ columns }: Resource, name: string, row: StoredRow): string | undefined {
  const isDetail = columns[name]?.asset?.displayed === 'bytes'
  const held = JSON.parse((isDetail ? row.detail : row.text) ?? '{}') as Record<string, unknown>
  const value = held[isDetail ? name : `${name}_url`]
  const end = typeof value === 'string' ? value.slice(-64) : ''
  return /^[0-9a-f]{64}$/.test(end) ? end : undefined
}

/** The answer for the asset column of a row: the asset's bytes where the endpoint sends them, else its address. Throws `not_found`. */
export function linkedAssetReply({ endpoint, path }: CanonicalRequest, hash: string | undefined): AssetReply {
  const asset = assetOf(endpoint)
  if (hash === undefined || !asset) throw new Problem('not_found', `${path.id} has no ${asset?.column}.`)
  return asset.displayed === 'bytes'
    ? { asset: `${assetsFolder}/${assetName(hash)}`, mediaType: asset.media }
    : { redirect: assetUrl(hash) }
}
