import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { validateBytes } from 'gltf-validator'
import sharp from 'sharp'
import { assetName, pictureFormats, pictureSizes } from '../../data/api/model/values/asset-names.ts'
import { sha256 } from '../../data/store/files/etag.ts'
import { createBatchWriter } from '../../data/store/files/write-atomic.ts'
import type { CatalogWriter } from '../../data/store/catalog/catalog-writer.ts'
import { isAsset, type Bundle } from './bundle.ts'
import type { ValidationErrors } from './validation-errors.ts'

const maxPixels = 4096 * 4096
const maxBytes = 32 * 1024 * 1024

/** Checks pictures and models and keeps them below `assetsDir` by the hash of the bytes that will be served. */
export async function storeAssets(
  bundle: Bundle,
  {
    writer,
    patchId,
    assetsDir,
    errors,
  }: { writer: CatalogWriter; patchId: number; assetsDir: string; errors: ValidationErrors },
): Promise<void> {
  for (const [name, size] of bundle.files) {
    if (!isAsset(name)) continue
    if (size > maxBytes) {
      errors.add(name, 0, '', `at most ${maxBytes} bytes`, size)
      continue
    }
    const given = readFileSync(join(bundle.folder, name))
    const isModel = name.endsWith('.glb')
    let bytes: Buffer
    try {
      bytes = isModel ? await checkedModel(given) : await cleanPicture(given)
    } catch (error) {
      const expected = isModel ? 'a binary glTF model' : 'a PNG picture'
      errors.add(name, 0, '', expected, error instanceof Error ? error.message : error)
      continue
    }
    const hash = sha256(bytes)
    keep(join(assetsDir, assetName(hash)), bytes)
    if (!isModel) await keepVariants(assetsDir, hash, bytes)
    writer.setAsset(patchId, name, { hash, media_type: isModel ? 'model/gltf-binary' : 'image/png' })
  }
}

/** The picture re-encoded, without metadata. */
async function cleanPicture(given: Buffer): Promise<Buffer> {
  const picture = sharp(given, { limitInputPixels: maxPixels, failOn: 'warning' })
  const { format } = await picture.metadata()
  if (format !== 'png') throw new Error(`it is ${format}`)
  return picture.png({ compressionLevel: 9 }).toBuffer()
}

/** A model stays byte for byte; it must be glTF without errors. */
async function checkedModel(given: Buffer): Promise<Buffer> {
  const { issues, mimeType } = await validateBytes(new Uint8Array(given))
  if (mimeType !== 'model/gltf-binary') throw new Error(`it is ${mimeType}`)
  if (issues.numErrors > 0) throw new Error(issues.messages[0]?.message ?? 'it has errors')
  return given
}

/** The picture as WebP, and in each size in both formats, never larger than it is. */
async function keepVariants(assetsDir: string, hash: string, bytes: Buffer): Promise<void> {
  const sizes = [undefined, ...pictureSizes]
  const wanted = sizes.flatMap((size) =>
    pictureFormats.map((format) => ({ size, format, name: assetName(hash, size, format) })),
  )
  const missing = wanted.filter(({ name }) => sizeOf(join(assetsDir, name)) === 0)
  await Promise.all(
    missing.map(async ({ size, format, name }) => {
      const picture = sharp(bytes)
      if (size !== undefined) picture.resize(size, size, { fit: 'inside', withoutEnlargement: true })
      const encoded =
        format === 'webp' ? picture.webp({ quality: 85, alphaQuality: 90 }) : picture.png({ compressionLevel: 9 })
      keep(join(assetsDir, name), await encoded.toBuffer())
    }),
  )
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Writes an asset that is not there whole: a file of another size is what a power cut left of one. */
function keep(path: string, bytes: Buffer): void {
  if (sizeOf(path) !== bytes.length) createBatchWriter()(path, bytes)
}
