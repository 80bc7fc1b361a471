import { assetName } from './asset-names.ts'
import type { Reply } from './endpoint.ts'
import { invalidParameters, Problem } from './errors.ts'
import type { Values } from './params.ts'

/** The bytes of an asset in the asked size and format. Throws `not_found`, or `invalid_parameter` for a size of what is no picture. */
export function assetReply(
  hash: string,
  { size: given, format: wanted }: Values,
  mediaTypeOf: (hash: string) => string | undefined,
): Reply {
  const media = /^[0-9a-f]{64}$/.test(hash) ? mediaTypeOf(hash) : undefined
  if (!media) throw new Problem('not_found', `No asset has the hash ${JSON.stringify(hash.slice(0, 64))}.`)
  const size = given === undefined ? undefined : Number(given)
  const format = String(wanted)
  const isOriginal = size === undefined && format === 'png'
  if (media !== 'image/png' && !isOriginal) {
    const message = `goes with pictures only; this is ${media}`
    throw invalidParameters([{ parameter: size === undefined ? 'format' : 'size', message }])
  }
  return { asset: assetName(hash, size, format), mediaType: media === 'image/png' ? `image/${format}` : media }
}
