import { bulkFolder } from '../model/values/bulk-files.ts'
import { assetName, assetsFolder } from '../model/values/asset-names.ts'
import type { AssetEndpoint, AssetReply, CanonicalRequest } from '../model/endpoint.ts'
import { invalidParameters, Problem } from '../model/values/errors.ts'
import type { Values } from '../model/values/params.ts'

/** Media types of the files that paths name, by hash or by name. */
interface NamedFiles {
  asset(hash: string): string | undefined
  bulk(name: string): string | undefined
}

/** The bytes of the file that a path names. Throws what `assetReply` throws. */
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

export const noBulkFile = (name: string): Problem =>
  new Problem('not_found', `No bulk file is called ${JSON.stringify(name.slice(0, 100))}.`)

/**
 * The bytes of an asset in the requested size and format. Throws `not_found`, or `invalid_parameter` for a size of
 * anything but a picture.
 */
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
