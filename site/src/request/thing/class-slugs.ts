// Items name classes by their slugs, not by their ids.
import { labelsOf } from '../facets.ts'
import type { RowLookup, RowSummary } from '../row-lookup.ts'
import type { RowDetail } from './row-detail.ts'

const slugOf = (id: string): string => id.split('.').at(-1) ?? id

/** The class that an item's `required_class` names. */
export const classOf = (lookup: RowLookup, slug: string): RowSummary | undefined =>
  lookup.all('/classes').find(({ id }) => slugOf(id) === slug)

/** The slug of a class in items' `required_class`, and the number of items with it; undefined if there are none. */
export function gearOf({ id, facets }: Pick<RowDetail, 'id' | 'facets'>): { slug: string; count: number } | undefined {
  const slug = slugOf(id)
  const { count = 0 } = labelsOf(facets, 'items', 'required_class')[slug] ?? {}
  return count > 0 ? { slug, count } : undefined
}
