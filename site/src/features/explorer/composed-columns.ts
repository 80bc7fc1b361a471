// Columns of a list's table that are put together from others of the row, and more telling than these.

export interface ComposedColumns {
  /** By their heads; `ComposedCell.astro` shows them. */
  readonly heads: readonly string[]
  /** Columns of the row that stand aside for them. */
  readonly replaced: readonly string[]
}

const composed: Readonly<Record<string, ComposedColumns>> = {
  quests: { heads: ['Merchant', 'Objectives', 'Rewards'], replaced: ['chapter_id', 'is_repeatable', 'is_daily'] },
  workshop_services: { heads: ['Output', 'Materials', 'Workshop', 'Gold'], replaced: [] },
}

const none: ComposedColumns = { heads: [], replaced: [] }

export const composedColumns = (resource: string | undefined): ComposedColumns =>
  resource !== undefined && Object.hasOwn(composed, resource) ? (composed[resource] ?? none) : none
