import type { Resource } from './resource.ts'
import type { Steps } from './values/steps.ts'

/** How a row is shown where other rows refer to it. */
export interface RowSummary {
  readonly id: string
  /** Its `name`, or else its `title`: a text or a localization key. */
  readonly name: string | null
  readonly rarity: string | null
  /** Tells apart rows of one name: a monster's `elite`. */
  readonly tier: string | null
  /** Address of its picture. */
  readonly icon: string | null
}

/** The columns of a resource that a summary is made of. */
export const summaryColumns = ['name', 'title', 'rarity', 'tier', 'icon', 'archetype'] as const

/** Selects summaries; all of the resource's rows by default. */
export interface SummaryQuery {
  /** Rows of these ids; one that the patch does not have is left out. */
  readonly ids?: readonly string[]
  readonly archetype?: string
  readonly limit?: number
  /** Only rows after this position. */
  readonly after?: number
}

/** A row that mentions an id, as it is stored. */
export interface ReferringRow {
  readonly resource: string
  /** Of the row within its resource, from 1. */
  readonly position: number
  readonly text: string
  readonly detail: string | null
}

/** The least and the greatest number of a column. */
export type Bounds = readonly [min: number, max: number]

/** Names, references and bounds of the rows at a patch; an import stores what they are read from. Rows come in order of ids. */
export interface RelatedRows {
  summaries(resource: Resource, scope: number, query?: SummaryQuery): readonly RowSummary[]
  count(resource: Resource, scope: number): number
  /** For the numeric columns that filters read, by name; none for a column without a value. */
  bounds(resource: Resource, scope: number): Steps<ReadonlyMap<string, Bounds>>
  /** Rows of any resource, or of some, that mention any of these ids or archetypes, each once: in the order of resources, then of ids. */
  referring(scope: number, ids: readonly string[], among?: readonly Resource[]): readonly ReferringRow[]
}

type Row = Readonly<Record<string, unknown>>
type Visit = (id: string, column: string, within: Row) => void

/**
 * Calls `visit` for each id and archetype that a row mentions, with the column of the row and the innermost object that
 * holds it. The row's own id and archetype are left out.
 */
export function visitReferences(row: Row, visit: Visit): void {
  const walk = (value: unknown, column: string, within: Row): void => {
    if (typeof value === 'string') {
      if (value.startsWith('id.') && value !== row.id) visit(value, column, within)
    } else if (Array.isArray(value)) for (const one of value) walk(one, column, within)
    else if (typeof value === 'object' && value !== null)
      for (const name in value) walk((value as Row)[name], column, value as Row)
  }
  for (const name in row) if (name !== 'id' && name !== 'archetype') walk(row[name], name, row)
}
