import type { AssetMedia } from '../../../data/api/columns.ts'
import type { LoadedThing } from './loaded-thing.ts'

export interface Asset {
  readonly url: string
  readonly bytes: number
  /** Of its bytes; unknown where the API only leads to it. */
  readonly hash?: string
}

/** What a thing looks like, as far as its list declares it and its row has it. */
export interface ThingAssets {
  readonly portrait?: Asset
  readonly model?: Asset
}

type Assets = Pick<LoadedThing, 'list' | 'id' | 'at'>
type Asking = Pick<App.Locals, 'api' | 'ask'>

/** Pictures and models that have an endpoint of their own at the thing's patch. */
export async function assetsOf(thing: Assets, asking: Asking): Promise<ThingAssets> {
  const [portrait, model] = await Promise.all([portraitOf(thing, asking), assetOf(thing, 'model/gltf-binary', asking)])
  return { portrait, model }
}

/** A picture that rows of its kind do not show but have an endpoint for. */
export const portraitOf = (thing: Assets, asking: Asking) => assetOf(thing, 'image/png', asking)

async function assetOf({ list, id, at }: Assets, media: AssetMedia, { api, ask }: Asking): Promise<Asset | undefined> {
  const endpoint = api.endpoints.find(({ linked = '', resource }) => {
    const asset = resource?.columns[linked]?.asset
    return resource === list.resource && asset?.shown === 'hidden' && asset.media === media
  })
  if (!endpoint) return undefined
  const url = at(endpoint.path.replace('{id}', encodeURIComponent(id)))
  const { status, headers } = await ask(url)
  const [, hash] = /^"([0-9a-f]{64})"$/.exec(headers.etag ?? '') ?? []
  return status === 200 || status === 302
    ? { url, bytes: Number(headers['content-length']), ...(hash !== undefined && { hash }) }
    : undefined
}

/** `48 kB`. */
export const inKilobytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1000)).toLocaleString('en')} kB`
