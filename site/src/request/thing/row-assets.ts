import { assetUrl } from '../../../../data/api/model/values/asset-names.ts'
import type { AssetMedia } from '../../../../data/api/model/columns.ts'
import { assetOf } from '../../../../data/api/model/endpoint.ts'
import type { Translate } from '../../messages/translate.ts'
import type { RowDetail } from './row-detail.ts'

export interface Asset {
  readonly url: string
  readonly bytes: number
  /** SHA-256 of its bytes; undefined if the API only redirects to it. */
  readonly hash?: string
}

/** The assets that a row's list declares and the row has. */
interface RowAssets {
  readonly portrait?: Asset
  readonly model?: Asset
}

type Assets = Pick<RowDetail, 'list' | 'id' | 'at'>
type Asking = Pick<App.Locals, 'api' | 'fetchApi'>

/** The portrait and the model of a row, requested from their endpoints at the row's patch. */
export async function assetsOf(summary: Assets, asking: Asking): Promise<RowAssets> {
  const [portrait, model] = await Promise.all([
    portraitOf(summary, asking),
    fetchAsset(summary, 'model/gltf-binary', asking),
  ])
  return { portrait, model }
}

/** The picture of a row that only an endpoint returns, not the row itself. */
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
 * The sources of a picture for `img`: 256 pixels, and full size for screens with a higher density. They are named by the
 * hash of the picture, so they count against no quota and are cached permanently.
 */
export function pictureSources({ url, hash }: Asset): { src: string; srcset?: string } {
  if (hash === undefined) return { src: url }
  const file = assetUrl(hash)
  return { src: `${file}?size=256&format=webp`, srcset: `${file}?format=webp 2x` }
}

/** `48 kB`. */
export const inKilobytes = (bytes: number, t: Pick<Translate, 'number'>): string =>
  `${t.number(Math.max(1, Math.round(bytes / 1000)))} kB`
