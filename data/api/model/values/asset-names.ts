/** Longest sides, in pixels, in which each picture is stored beside its own size. */
export const pictureSizes = [32, 64, 128, 256] as const
export const pictureFormats = ['png', 'webp'] as const

/** File of an asset below the assets folder; a picture in its own size and as PNG is the asset itself. */
export function assetName(hash: string, size?: number, format = 'png'): string {
  const variant = size === undefined ? (format === 'png' ? '' : `.${format}`) : `.${size}.${format}`
  return `${hash.slice(0, 2)}/${hash}${variant}`
}

/** The folder of assets, in a data folder and in a published tree. */
export const assetsFolder = 'assets'

/** Strong ETag of a file whose name says what its bytes are. */
export const assetEtag = (path: string): string => `"${path.slice(path.lastIndexOf('/') + 1)}"`

/** Address of an asset. */
export const assetUrl = (hash: string): string => `/v1/codex/assets/${hash}`
