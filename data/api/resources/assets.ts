import { z } from 'zod'
import { assetName, pictureFormats, pictureSizes } from '../asset-names.ts'
import { oneOf } from '../codecs.ts'
import { endpoint } from '../endpoint.ts'
import { invalidParameters, Problem } from '../errors.ts'
import { unscoped } from '../patch-modes.ts'

export const asset = endpoint({
  id: 'assets.single',
  path: '/v1/codex/assets/{hash}',
  summary: 'A picture or a model by the hash of its bytes; pictures in other sizes and formats too.',
  spec: '4.5',
  mode: unscoped,
  rows: false,
  immutable: true,
  params: {
    size: {
      codec: oneOf(pictureSizes.map(String)),
      summary: 'Longest side of a picture in pixels; its own size by default.',
    },
    format: { codec: oneOf(pictureFormats), default: 'png', summary: 'Format of a picture.' },
  },
  schema: z.instanceof(Uint8Array),
  answer({ path: { hash = '' }, values }, store) {
    const media = /^[0-9a-f]{64}$/.test(hash) ? store.mediaTypeOf(hash) : undefined
    if (!media) throw new Problem('not_found', `No asset has the hash ${JSON.stringify(hash.slice(0, 64))}.`)
    const size = values.size === undefined ? undefined : Number(values.size)
    const isOriginal = size === undefined && values.format === 'png'
    if (media !== 'image/png' && !isOriginal) {
      const message = `goes with pictures only; this is ${media}`
      throw invalidParameters([{ parameter: size === undefined ? 'format' : 'size', message }])
    }
    const format = String(values.format)
    return { asset: assetName(hash, size, format), mediaType: media === 'image/png' ? `image/${format}` : media }
  },
})
