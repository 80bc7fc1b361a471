import { bulkFolder } from '../model/values/bulk-files.ts'
import { assetName, assetsFolder } from '../model/values/asset-names.ts'
import type { AssetEndpoint, AssetReply, CanonicalRequest } from '../model/endpoint.ts'
import { invalidParameters, Problem } from '../model/values/errors.ts'
import type { Values } from '../model/values/params.ts'

/** Looks up media types: of assets by hash, of bulk files by name. */
interface NamedFiles {
  asset(hash: string): string | undefined
  bulk(name: string): string | undefined
}

/** Replies with the file that a path names. Throws `not_found`, and `invalid_parameter` for a size or format of a model. */
export function namedReply(
  { folder }: AssetEndpoint,
  { path, values }: Pick<CanonicalRequest, 'path' | 'values'>,
  files: NamedFiles,
): AssetReply {
  if (folder !== bulkFolder) return assetReply(path.hash ?? '', values, (hash) => files.asset(hash))
  const name = path.file ?? ''
  const mediaType = files.bulk(name)
  if (mediaType === undefined) throw noBulkFile(name)
  return { asset: `${bulkFolder}/${name}`, mediaType }
}

/** The 404 for the name of a bulk file that does not exist. */
export const noBulkFile = (name: string): Problem =>
  new Problem('not_found', `No bulk file is called ${JSON.stringify(name.slice(0, 100))}.`)

/** Replies with an asset in the requested size and format. Throws what `namedReply` throws. */
function assetReply(
  hash: string,
  { size: given, format: wanted }: Values,
  mediaTypeOf: (hash: string) => string | undefined,
): AssetReply {
  const media = /^[0-9a-f]{64}$/.test(hash) ? mediaTypeOf(hash) : undefined
  if (!media) throw new Problem('not_found', `No asset has the hash ${JSON.stringify(hash.slice(0, 64))}.`)
  const size = given === undefined ? undefined : Number(given)
  const format = String(wanted)
  const isOriginal = size === undefined && format === 'png'
  if (media !== 'image/png' && !isOriginal) {
    const message = `goes with pictures only; this is ${media}`
    throw invalidParameters([{ parameter: size === undefined ? 'format' : 'size', message }])
  }
  const mediaType = media === 'image/png' ? `image/${format}` : media
  return { asset: `${assetsFolder}/${assetName(hash, size, format)}`, mediaType }
}
