import { assetName, assetUrl } from './asset-names.ts'
import type { CanonicalRequest, Reply } from './endpoint.ts'
import { Problem } from './errors.ts'
import type { Resource } from './resource.ts'
import type { StoredRow } from './store.ts'

/** SHA-256 of the asset in an asset column of a row, which shows its address or hides it in the detail. */
export function linkedHash({ columns }: Resource, name: string, row: StoredRow): string | undefined {
  const isHidden = columns[name]?.asset?.shown === 'hidden'
  const held = JSON.parse((isHidden ? row.detail : row.text) ?? '{}') as Record<string, unknown>
  const value = held[isHidden ? name : `${name}_url`]
  return typeof value === 'string' ? /[0-9a-f]{64}$/.exec(value)?.[0] : undefined
}

/** What a request of a `linked` column is answered with: the asset's bytes where it is hidden, else its address. Throws `not_found`. */
export function linkedReply({ endpoint, path }: CanonicalRequest, hash: string | undefined): Reply {
  const { resource, linked = '' } = endpoint
  const asset = resource?.columns[linked]?.asset
  if (hash === undefined || !asset) throw new Problem('not_found', `${path.id} has no ${linked}.`)
  return asset.shown === 'hidden' ? { asset: assetName(hash), mediaType: asset.media } : { redirect: assetUrl(hash) }
}

/** The 404 for a path whose `{id}` names no row, as an id or a raw upstream key. */
export function unknownRow({ endpoint, path, patch }: CanonicalRequest): Problem {
  const where = patch ? ` in patch ${patch.version} (${patch.branch})` : ''
  const id = JSON.stringify((path.id ?? '').slice(0, 100))
  return new Problem('not_found', `No row of ${endpoint.resource?.name} has the id ${id}${where}.`)
}
