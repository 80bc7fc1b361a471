// Columns of a table that combine several columns of a row, to be more informative.

import type { MessageKey } from '../../messages/translate.ts'

export type ComposedHead =
  | 'merchant'
  | 'objectives'
  | 'rewards'
  | 'output'
  | 'materials'
  | 'workshop'
  | 'gold'
  | 'spawners'
  | 'monsters'

export const headMessages: Readonly<Record<ComposedHead, MessageKey>> = {
  merchant: 'list.merchant',
  objectives: 'list.objectives',
  rewards: 'list.rewards',
  output: 'list.output',
  materials: 'list.materials',
  workshop: 'column.workshop',
  gold: 'column.cost',
  spawners: 'resource.spawners',
  monsters: 'map.lives',
}

/** Returns whether the values of a column are numbers. */
export const isNumeric = (head: ComposedHead): boolean => head === 'spawners' || head === 'gold'

interface ComposedColumns {
  /** The composed columns, which `ComposedCell.astro` renders. */
  readonly heads: readonly ComposedHead[]
  /** Columns of the row that they replace. */
  readonly replaced: readonly string[]
}

const composed: Readonly<Record<string, ComposedColumns>> = {
  quests: { heads: ['merchant', 'objectives', 'rewards'], replaced: ['chapter_id', 'is_repeatable', 'is_daily'] },
  maps: { heads: ['spawners', 'monsters'], replaced: [] },
  workshop_services: { heads: ['output', 'materials', 'workshop', 'gold'], replaced: [] },
}

const none: ComposedColumns = { heads: [], replaced: [] }

/** Returns the composed columns in the table of a resource. */
export const composedColumns = (resource: string | undefined): ComposedColumns =>
  resource !== undefined && Object.hasOwn(composed, resource) ? (composed[resource] ?? none) : none
