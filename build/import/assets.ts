import { readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { assetName, pictureFormats, pictureSizes } from '../../data/api/model/values/asset-names.ts'
import { sha256 } from '../../data/store/files/etag.ts'
import { createBatchWriter } from '../../data/store/files/write-atomic.ts'
import type { CatalogWriter } from '../../data/store/catalog/catalog-writer.ts'
import { isAsset, type Bundle } from './bundle.ts'
import { ModelThread } from './models/model-thread.ts'
import type { ValidationErrors } from './validation-errors.ts'

const maxPixels = 4096 * 4096
const maxBytes = 32 * 1024 * 1024

/** Number of pictures and models checked concurrently: enough to keep two cores busy. */
const maxConcurrentChecks = 2
/** Number of pictures encoded concurrently: enough work for the time in which the main thread reads a file of rows. */
const maxConcurrentEncodings = 64

interface StoreAssetsOptions {
  writer: CatalogWriter
  patchId: number
  assetsDir: string
  errors: ValidationErrors
}

/**
 * Checks pictures and models and stores them in `assetsDir` by the hash of the bytes that will be served; validation errors
 * are added to `errors`. Resolves once the hashes are stored. `encode` then creates the variants of the pictures, on
 * other threads.
 */
export async function storeAssets(
  bundle: Bundle,
  { writer, patchId, assetsDir, errors }: StoreAssetsOptions,
): Promise<{ encode: () => Promise<void> }> {
  const names = [...bundle.files.keys()].filter(isAsset)
  const checked = await checkAssets(bundle, names, assetsDir)
  const pictures = new Set<string>()
  names.forEach((name, at) => {
    const { hash, problem } = checked[at] as CheckedAsset
    if (problem) errors.add(name, 0, '', problem.expected, problem.got)
    if (hash === undefined) return
    if (!isModel(name)) pictures.add(hash)
    writer.assets.set(patchId, name, { hash, media_type: isModel(name) ? 'model/gltf-binary' : 'image/png' })
  })
  return { encode: () => encodeVariants([...pictures], assetsDir) }
}

async function checkAssets(bundle: Bundle, names: readonly string[], assetsDir: string): Promise<CheckedAsset[]> {
  const limit = pLimit(maxConcurrentChecks)
  const models = new ModelThread()
  try {
    return await Promise.all(names.map((name) => limit(() => checkAsset(bundle, name, { assetsDir, models }))))
  } finally {
    await models.close()
  }
}

interface CheckedAsset {
  readonly hash?: string
  readonly problem?: { readonly expected: string; readonly got: unknown }
}

const isModel = (name: string) => name.endsWith('.glb')

/** Checks an asset and stores it, unless it is invalid. */
async function checkAsset(
  { folder, files }: Bundle,
  name: string,
  { assetsDir, models }: { readonly assetsDir: string; readonly models: ModelThread },
): Promise<CheckedAsset> {
  const size = files.get(name) ?? 0
  if (size > maxBytes) return { problem: { expected: `at most ${maxBytes} bytes`, got: size } }
  const given = readFileSync(join(folder, name))
  let bytes: Buffer
  try {
    // A model is stored unchanged; it must be glTF without errors.
    if (isModel(name)) await models.check(given)
    bytes = isModel(name) ? given : await cleanPicture(given)
  } catch (error) {
    const expected = isModel(name) ? 'a binary glTF model' : 'a PNG picture'
    return { problem: { expected, got: error instanceof Error ? error.message : error } }
  }
  const hash = sha256(bytes)
  writeIfChanged(join(assetsDir, assetName(hash)), bytes)
  return { hash }
}

/** Re-encodes a picture without its metadata. Throws if it is not a valid PNG. */
async function cleanPicture(given: Buffer): Promise<Buffer> {
  const picture = sharp(given, { limitInputPixels: maxPixels, failOn: 'warning' })
  const { format } = await picture.metadata()
  if (format !== 'png') throw new Error(`it is ${format}`)
  return picture.png({ compressionLevel: 9 }).toBuffer()
}

async function encodeVariants(hashes: readonly string[], assetsDir: string): Promise<void> {
  const limit = pLimit(maxConcurrentEncodings)
  await Promise.all(hashes.map((hash) => limit(() => writeVariants(assetsDir, hash))))
}

/**
 * Writes the missing variants of a picture: as WebP, and in each size in both formats. Pictures are never enlarged, so sizes
 * from the original size on have equal bytes, which are encoded once: 6 instead of 9 encodings for 128 pixels.
 */
async function writeVariants(assetsDir: string, hash: string): Promise<void> {
  const pathOf = (size?: number, format?: string) => join(assetsDir, assetName(hash, size, format))
  const variants = [undefined, ...pictureSizes].flatMap((size) =>
    pictureFormats.map((format) => ({ size, format, path: pathOf(size, format) })),
  )
  const missing = variants.filter(({ path }) => sizeOf(path) === 0)
  if (missing.length === 0) return
  const { width, height } = await sharp(pathOf()).metadata()
  const longest = Math.max(width, height)
  const encodings = Map.groupBy(missing, ({ size = longest, format }) => `${Math.min(size, longest)} ${format}`)
  await Promise.all(
    [...encodings.values()].map(async (equal) => {
      const { size, format } = equal[0] as (typeof missing)[number]
      const bytes = await encode(pathOf(), format, size !== undefined && size < longest ? size : undefined)
      for (const { path } of equal) writeIfChanged(path, bytes)
    }),
  )
}

async function encode(path: string, format: string, size: number | undefined): Promise<Buffer> {
  if (size === undefined && format === 'png') return readFile(path)
  const picture = sharp(path)
  if (size !== undefined) picture.resize(size, size, { fit: 'inside' })
  const encoded =
    format === 'webp' ? picture.webp({ quality: 85, alphaQuality: 90 }) : picture.png({ compressionLevel: 9 })
  return encoded.toBuffer()
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Writes an asset unless a file with the same bytes exists: a power cut may have truncated the file, or a disk damaged it. */
function writeIfChanged(path: string, bytes: Buffer): void {
  if (sizeOf(path) !== bytes.length || !readFileSync(path).equals(bytes)) createBatchWriter()(path, bytes)
}
