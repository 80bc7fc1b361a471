import { assetUrl } from '../../../../data/api/model/values/asset-names.ts'
import type { AssetMedia } from '../../../../data/api/model/columns.ts'
import { assetOf } from '../../../../data/api/model/endpoint.ts'
import type { Translate } from '../../messages/translate.ts'
import type { RowDetail } from './row-detail.ts'

export interface Asset {
  readonly url: string
  readonly bytes: number
  /** Of its bytes; unknown where the API only leads to it. */
  readonly hash?: string
}

/** What a thing looks like, as far as its list declares it and its row has it. */
interface RowAssets {
  readonly portrait?: Asset
  readonly model?: Asset
}

type Assets = Pick<RowDetail, 'list' | 'id' | 'at'>
type Asking = Pick<App.Locals, 'api' | 'fetchApi'>

/** Pictures and models that have an endpoint of their own at the thing's patch. */
export async function assetsOf(summary: Assets, asking: Asking): Promise<RowAssets> {
  const [portrait, model] = await Promise.all([
    portraitOf(summary, asking),
    fetchAsset(summary, 'model/gltf-binary', asking),
  ])
  return { portrait, model }
}

/** A picture that rows of its kind do not show but have an endpoint for. */
export const portraitOf = (summary: Assets, asking: Asking) => fetchAsset(summary, 'image/png', asking)

async function fetchAsset(
  { list, id, at }: Assets,
  media: AssetMedia,
  { api, fetchApi }: Asking,
): Promise<Asset | undefined> {
  const endpoint = api.endpoints.find((one) => {
    const asset = assetOf(one)
    return one.resource === list.resource && asset?.displayed === 'bytes' && asset.media === media
  })
  if (!endpoint) return undefined
  const url = at(endpoint.path.replace('{id}', encodeURIComponent(id)))
  const { status, headers } = await fetchApi(url)
  const [, hash] = /^"([0-9a-f]{64})"$/.exec(headers.etag ?? '') ?? []
  return status === 200 || status === 302
    ? { url, bytes: Number(headers['content-length']), ...(hash !== undefined && { hash }) }
    : undefined
}

/**
 * A picture as `img` takes it: 256 pixels, and all that it has where a screen shows more. Files of its bytes, which
 * count against no quota and are cached for good.
 */
export function pictureSources({ url, hash }: Asset): { src: string; srcset?: string } {
  if (hash === undefined) return { src: url }
  const file = assetUrl(hash)
  return { src: `${file}?size=256&format=webp`, srcset: `${file}?format=webp 2x` }
}

/** `48 kB`. */
export const inKilobytes = (bytes: number, t: Pick<Translate, 'number'>): string =>
  `${t.number(Math.max(1, Math.round(bytes / 1000)))} kB`
