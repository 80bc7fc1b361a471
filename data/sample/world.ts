// The sample world: the Hollow Reach, an invented dungeon crawler. Its names, numbers, texts and pictures are our own.
import { join } from 'node:path'
import { addPictures, type Art } from './art/add-pictures.ts'
import { writeArt } from './art/write-art.ts'
import { patches } from './patches/patches.ts'
import type { Scale } from './scale.ts'
import { Snapshot } from './snapshot.ts'
import { bundleFiles, writeBundle } from './write-bundle.ts'

interface Written {
  readonly world: Snapshot
  readonly files: ReadonlyMap<string, string>
  readonly art: Art
}

/**
 * Writes the bundles of the sample world below `folder`, and returns their folders in import order, oldest first. The
 * same options give the same bytes. Without `pictures`, rows have no pictures.
 */
export async function writeSampleWorld(
  folder: string,
  { scale = 'full', pictures = true }: { scale?: Scale; pictures?: boolean } = {},
): Promise<string[]> {
  const written = new Map<string, Written>()
  const bundles: string[] = []
  for (const { head, change } of patches) {
    const parent = head.parent && written.get(`${head.parent.branch} ${head.parent.version}`)
    const world = parent?.world.copy() ?? new Snapshot()
    change(world, scale)
    const art: Art = pictures ? addPictures(world) : new Map()
    const files = bundleFiles(world)
    const bundle = join(folder, `${bundles.length + 1}-${head.branch}-${head.version}`)
    writeBundle(bundle, head, files, parent?.files)
    await writeArt(bundle, art, parent?.art)
    written.set(`${head.branch} ${head.version}`, { world, files, art })
    bundles.push(bundle)
  }
  return bundles
}
