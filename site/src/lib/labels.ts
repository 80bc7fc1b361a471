import { locales } from '../../../data/api/locales.ts'
import { foundIn } from './ask.ts'
import { facetsTarget, type ShownPatch } from './at-patch.ts'
import type { Facets } from './controls.ts'
import { labelsOf } from './facet-labels.ts'
import { keeper } from './keeper.ts'
import type { LoadedThing } from './loaded-thing.ts'
import { wordsOfId, wordsOfSlug } from './words.ts'

const facets = keeper<Facets>(locales.length + 2)

/** The facets of a patch in its language; empty where the API has none. */
export const facetsAt = ({ ask, patches }: Pick<App.Locals, 'ask' | 'patches'>, patch: ShownPatch | undefined) =>
  facets(
    patches,
    `${patch?.id} ${patch?.locale}`,
    async () => (foundIn(await ask(facetsTarget(patch))) as Facets | undefined) ?? {},
  )

/** How a slug or an id in a thing's column is called. */
export function labelOf({ facets, ledger, list }: LoadedThing, column: string, value: string): string {
  const known = labelsOf(facets, list.resource?.name, column)[value]
  if (known) return known.label
  return value.startsWith('id.') ? (ledger.things.get(value)?.name ?? wordsOfId(value)) : wordsOfSlug(value)
}

/** What tells a thing apart from others of its name: its rarity, or a monster's tier. */
export function gradeOf(thing: LoadedThing): string | undefined {
  const column = ['rarity', 'tier'].find((name) => typeof thing.row[name] === 'string')
  return column && labelOf(thing, column, String(thing.row[column]))
}
