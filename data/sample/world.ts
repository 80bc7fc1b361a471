// The sample world: the Hollow Reach, an invented dungeon crawler. Its names, numbers and texts are our own.
import { join } from 'node:path'
import { patches } from './patches/patches.ts'
import type { Scale } from './scale.ts'
import { Snapshot } from './snapshot.ts'
import { bundleFiles, writeBundle } from './write-bundle.ts'

/** Writes the bundles of the sample world below `folder`, oldest first; returns their folders in import order. Same scale, same bytes. */
export function writeSampleWorld(folder: string, options: { scale?: Scale } = {}): string[] {
  const scale = options.scale ?? 'full'
  const written = new Map<string, { world: Snapshot; files: ReadonlyMap<string, string> }>()
  return patches.map(({ head, change }, index) => {
    const parent = head.parent && written.get(`${head.parent.branch} ${head.parent.version}`)
    const world = parent?.world.copy() ?? new Snapshot()
    change(world, scale)
    const files = bundleFiles(world)
    const bundle = join(folder, `${index + 1}-${head.branch}-${head.version}`)
    writeBundle(bundle, head, files, parent?.files)
    written.set(`${head.branch} ${head.version}`, { world, files })
    return bundle
  })
}
