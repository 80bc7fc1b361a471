import { visitReferences } from '../../../../data/api/model/related-rows.ts'
import type { RowLookup, RowSummary } from '../row-lookup.ts'

/** Rows of one list that the rows of another lead to from a row: the monsters that the spawners of a map have. In order of ids. */
export function relatedVia(lookup: RowLookup, id: string, via: string, to: string): RowSummary[] {
  const ids = new Set<string>()
  for (const { row } of lookup.referencesIn([via], id)) visitReferences(row, (mentioned) => ids.add(mentioned))
  return [...ids].sort().flatMap((one) => {
    const summary = lookup.find(one)
    return summary?.list === to ? [summary] : []
  })
}

/** The same by their archetypes: a monster of several tiers once. What has no archetype is itself. */
export const archetypesVia = (lookup: RowLookup, id: string, via: string, to: string): string[] => [
  ...new Set(relatedVia(lookup, id, via, to).map((one) => String(lookup.rowOf(one.id)?.archetype ?? one.id))),
]
