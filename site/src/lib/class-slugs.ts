// Items name classes by their slugs, not by their ids.
import { labelsOf } from './facet-labels.ts'
import type { Ledger, Thing } from './ledger.ts'
import type { LoadedThing } from './loaded-thing.ts'

const slugOf = (id: string): string => id.split('.').at(-1) ?? id

/** The class that an item's `required_class` names. */
export const classOf = (ledger: Ledger, slug: string): Thing | undefined =>
  ledger.byList.get('/classes')?.find(({ id }) => slugOf(id) === slug)

/** The slug by which items name a class, and how many do; nothing where none does. */
export function gearOf({
  id,
  facets,
}: Pick<LoadedThing, 'id' | 'facets'>): { slug: string; count: number } | undefined {
  const slug = slugOf(id)
  const { count = 0 } = labelsOf(facets, 'items', 'required_class')[slug] ?? {}
  return count > 0 ? { slug, count } : undefined
}
