/** The sizes (longest side in pixels) in which each picture is stored in addition to its original size. */
export const pictureSizes = [32, 64, 128, 256] as const
export const pictureFormats = ['png', 'webp'] as const

/** Path of a file below the assets folder; the PNG in original size is the asset itself. */
export function assetName(hash: string, size?: number, format = 'png'): string {
  const variant = size === undefined ? (format === 'png' ? '' : `.${format}`) : `.${size}.${format}`
  return `${hash.slice(0, 2)}/${hash}${variant}`
}

/** The folder of assets, in a data folder and in a published tree. */
export const assetsFolder = 'assets'

/** Strong ETag of a file whose name identifies its bytes. */
export const assetEtag = (path: string): string => `"${path.slice(path.lastIndexOf('/') + 1)}"`

/** URL of an asset. */
export const assetUrl = (hash: string): string => `/v1/codex/assets/${hash}`
