import { z } from 'zod'
import { pictureFormats, pictureSizes } from '../asset-names.ts'
import { assetReply } from '../asset-reply.ts'
import { oneOf } from '../codecs.ts'
import { endpoint } from '../endpoint.ts'
import { unscoped } from '../patch-modes.ts'

export const asset = endpoint({
  id: 'assets.single',
  path: '/v1/codex/assets/{hash}',
  summary: 'A picture or a model by the hash of its bytes; pictures in other sizes and formats too.',
  spec: '4.5',
  mode: unscoped,
  rows: false,
  immutable: true,
  byHash: true,
  params: {
    size: {
      codec: oneOf(pictureSizes.map(String)),
      summary: 'Longest side of a picture in pixels; its own size by default.',
    },
    format: { codec: oneOf(pictureFormats), default: 'png', summary: 'Format of a picture.' },
  },
  schema: z.instanceof(Uint8Array),
  answer: ({ path: { hash = '' }, values }, store) => assetReply(hash, values, (known) => store.mediaTypeOf(known)),
})
