import type { Resource } from './resource.ts'
import type { Steps } from './values/steps.ts'

/** The columns that are displayed for a row to which other rows refer. */
export interface RowSummary {
  readonly id: string
  /** Its `name`, or else its `title`: a text or a localization key. */
  readonly name: string | null
  readonly rarity: string | null
  /** Distinguishes rows of the same name, such as `elite` for a monster. */
  readonly tier: string | null
  /** Address of its picture. */
  readonly icon: string | null
}

/** The columns that summaries and their queries read. */
export const summaryColumns = ['name', 'title', 'rarity', 'tier', 'icon', 'archetype'] as const

/** Selects summaries; all of the resource's rows by default. */
export interface SummaryQuery {
  /** Only rows with these ids; ids that the patch does not have are left out. */
  readonly ids?: readonly string[]
  readonly archetype?: string
  readonly limit?: number
  /** Only rows after this position. */
  readonly after?: number
}

/** A stored row that refers to an id. */
export interface ReferringRow {
  readonly resource: string
  /** Position of the row within its resource, from 1. */
  readonly position: number
  readonly text: string
  readonly detail: string | null
}

/** The smallest and the greatest number in a column. */
export type Bounds = readonly [min: number, max: number]

/** Names, references and bounds of the rows at a patch. Rows are in order of ids. */
export interface RelatedRows {
  summaries(resource: Resource, scope: number, query?: SummaryQuery): readonly RowSummary[]
  count(resource: Resource, scope: number): number
  /** Bounds of the numeric columns that filters read, by name; columns without values are left out. */
  bounds(resource: Resource, scope: number): Steps<ReadonlyMap<string, Bounds>>
  /** Distinct rows that refer to any of these ids or archetypes, in the order of resources, then of ids; of any resource by default. */
  referring(scope: number, ids: readonly string[], among?: readonly Resource[]): readonly ReferringRow[]
}

type Row = Readonly<Record<string, unknown>>
type Visit = (id: string, column: string, within: Row) => void

/**
 * Calls `visit` for each id and archetype that a row refers to, with the column of the row and the innermost object that
 * contains it. The row's own id and archetype are left out.
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
