import { nameText } from '../name-words.ts'
import { take, type Scale } from '../scale.ts'
import type { Snapshot } from '../snapshot.ts'
import { places } from '../words/words-places.ts'

export function addMaps(world: Snapshot, scale: Scale): void {
  for (const { slug, name } of take(scale, places, 2))
    world.add('maps', { id: `id.map.${slug}`, name: nameText(world, name) })
}
