import { assetName, assetsFolder, assetUrl } from '../model/values/asset-names.ts'
import { assetOf, type AssetReply, type CanonicalRequest } from '../model/endpoint.ts'
import { Problem } from '../model/values/errors.ts'
import type { Resource } from '../model/resource.ts'
import type { StoredRow } from '../model/store.ts'

/** SHA-256 of the asset in a column of a row; undefined if there is none. Rows contain its URL or, in the detail, its hash. */
export function linkedAssetHash({ columns }: Resource, name: string, row: StoredRow): string | undefined {
  const isDetail = columns[name]?.asset?.displayed === 'bytes'
  const stored = JSON.parse((isDetail ? row.detail : row.text) ?? '{}') as Record<string, unknown>
  const value = stored[isDetail ? name : `${name}_url`]
  const end = typeof value === 'string' ? value.slice(-64) : ''
  return /^[0-9a-f]{64}$/.test(end) ? end : undefined
}

/** Replies with the asset of a row: its bytes or a redirect, as the endpoint's column declares. Throws `not_found`. */
export function linkedAssetReply({ endpoint, path }: CanonicalRequest, hash: string | undefined): AssetReply {
  const asset = assetOf(endpoint)
  if (hash === undefined || !asset) throw new Problem('not_found', `${path.id} has no ${asset?.column}.`)
  return asset.displayed === 'bytes'
    ? { asset: `${assetsFolder}/${assetName(hash)}`, mediaType: asset.media }
    : { redirect: assetUrl(hash) }
}
