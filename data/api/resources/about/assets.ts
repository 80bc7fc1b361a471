import { pictureFormats, pictureSizes } from '../../model/values/asset-names.ts'
import { oneOf } from '../../model/values/codecs.ts'
import { assetEndpoint } from '../../model/endpoint.ts'
import { unscoped } from '../../model/patch-modes.ts'

export const asset = assetEndpoint({
  id: 'assets.single',
  path: '/v1/codex/assets/{hash}',
  summary: 'A picture or a model by the hash of its bytes; pictures in other sizes and formats too.',
  specClause: '4.5',
  mode: unscoped,
  params: {
    size: {
      codec: oneOf(pictureSizes.map(String)),
      summary: 'Longest side of a picture in pixels; its own size by default.',
    },
    format: { codec: oneOf(pictureFormats), default: 'png', summary: 'Format of a picture.' },
  },
})
