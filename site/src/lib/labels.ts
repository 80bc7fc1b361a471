import type { Facets } from './controls.ts'

/** What the slugs of a resource's column are called, with their counts; empty where no facet says. */
export const labelsOf = (facets: Facets, resource: string | undefined, column: string): Facets[string] =>
  facets[`${resource}.${column}`] ?? facets[column] ?? {}
