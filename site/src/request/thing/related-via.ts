import { visitReferences } from '../../../../data/api/model/related-rows.ts'
import type { RowLookup, RowSummary } from '../row-lookup.ts'

/**
 * Rows of the list `to` that rows of the list `via` mention together with an id, in order of ids: the monsters that the
 * spawners of a map have.
 */
export function relatedVia(lookup: RowLookup, id: string, via: string, to: string): RowSummary[] {
  const ids = new Set<string>()
  for (const { row } of lookup.referencesIn([via], id)) visitReferences(row, (mentioned) => ids.add(mentioned))
  return [...ids].sort().flatMap((one) => {
    const summary = lookup.find(one)
    return summary?.list === to ? [summary] : []
  })
}

/** The archetypes of these rows, each once, so that a monster of several tiers counts once; ids of rows without one. */
export const archetypesVia = (lookup: RowLookup, id: string, via: string, to: string): string[] => [
  ...new Set(relatedVia(lookup, id, via, to).map((one) => String(lookup.rowOf(one.id)?.archetype ?? one.id))),
]
