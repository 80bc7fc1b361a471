import { mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import type { Art, Asset } from './add-pictures.ts'
import { glb } from './glb.ts'

// The import encodes pictures again with the best compression, so they are encoded fast here.
function bytesOf(asset: Asset): Promise<Uint8Array> {
  if ('family' in asset) return glb(asset.family)
  return sharp(Buffer.from(asset.svg())).removeAlpha().png({ compressionLevel: 4 }).toBuffer()
}

/** Writes the assets that the parent lacks or has in another version; an import carries over the others. */
export async function writeArt(folder: string, art: Art, parent: Art | undefined): Promise<void> {
  const fresh = [...art].filter(([path, { version }]) => parent?.get(path)?.version !== version)
  const folders = new Set(fresh.map(([path]) => dirname(join(folder, path))))
  for (const each of folders) mkdirSync(each, { recursive: true })
  await Promise.all(fresh.map(async ([path, asset]) => writeFile(join(folder, path), await bytesOf(asset))))
}
