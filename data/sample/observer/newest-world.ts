import { patches } from '../patches/patches.ts'
import type { Scale } from '../scale.ts'
import { Snapshot } from '../snapshot.ts'

/** What the world holds since the newest patch of main. */
export function newestWorld(scale: Scale): Snapshot {
  const world = new Snapshot()
  for (const { head, change } of patches) if (head.branch === 'main') change(world, scale)
  return world
}
