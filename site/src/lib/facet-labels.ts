import type { Facets } from './controls.ts'

/** What slugs are called, with their counts. */
export type Labels = Facets[string]

/** Of a resource's column; empty where no facet says. */
export const labelsOf = (all: Facets, resource: string | undefined, column: string): Labels =>
  all[`${resource}.${column}`] ?? all[column] ?? {}
