import type { LoadedThing } from './loaded-thing.ts'

export interface Asset {
  /** Of its bytes. */
  readonly url: string
  readonly bytes: number
}

/** What a thing looks like, as far as its list declares it and its row has it. */
export interface ThingAssets {
  readonly portrait?: Asset
  readonly model?: Asset
}

/** Pictures and models that have an endpoint of their own at the thing's patch. */
export async function assetsOf(
  { list, id, at }: Pick<LoadedThing, 'list' | 'id' | 'at'>,
  { api, ask }: Pick<App.Locals, 'api' | 'ask'>,
): Promise<ThingAssets> {
  const { resource } = list
  const assetAt = async (media: string): Promise<Asset | undefined> => {
    const endpoint = api.endpoints.find(
      ({ linked = '', resource: of }) =>
        of !== undefined && of === resource && of.columns[linked]?.asset?.media === media && linked !== 'icon',
    )
    if (!endpoint) return undefined
    const url = at(endpoint.path.replace('{id}', encodeURIComponent(id)))
    const { status, headers } = await ask(url)
    return status === 200 || status === 302 ? { url, bytes: Number(headers['content-length']) } : undefined
  }
  const [portrait, model] = await Promise.all([assetAt('image/png'), assetAt('model/gltf-binary')])
  return { portrait, model }
}

/** `48 kB`. */
export const inKilobytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1000)).toLocaleString('en')} kB`
