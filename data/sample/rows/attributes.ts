import { textKey } from '../names.ts'
import { take, type Scale } from '../scale.ts'
import type { Snapshot } from '../snapshot.ts'
import { attributeWords } from '../words/words-attributes.ts'

export function addAttributes(world: Snapshot, scale: Scale): void {
  for (const { field, format, decimals, name } of take(scale, attributeWords, 5)) {
    const key = world.text(textKey('attribute', field, 'name'), { words: name })
    world.add('attributes', { id: `id.attribute.${field}`, field, name: key, format, decimals })
  }
}
