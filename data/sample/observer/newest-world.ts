import { patches } from '../patches/patches.ts'
import type { Scale } from '../scale.ts'
import { Snapshot } from '../snapshot.ts'

/** The content of the world at the newest patch of main. */
export function newestWorld(scale: Scale): Snapshot {
  const world = new Snapshot()
  for (const { head, change } of patches) if (head.branch === 'main') change(world, scale)
  return world
}
