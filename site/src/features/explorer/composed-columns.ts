// Columns of a list's table that are put together from others of the row, and more telling than these.

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

/** Shown as figures are. */
export const isCount = (head: ComposedHead): boolean => head === 'spawners' || head === 'gold'

interface ComposedColumns {
  /** By the messages of their heads; `ComposedCell.astro` shows them. */
  readonly heads: readonly ComposedHead[]
  /** Columns of the row that stand aside for them. */
  readonly replaced: readonly string[]
}

const composed: Readonly<Record<string, ComposedColumns>> = {
  quests: { heads: ['merchant', 'objectives', 'rewards'], replaced: ['chapter_id', 'is_repeatable', 'is_daily'] },
  maps: { heads: ['spawners', 'monsters'], replaced: [] },
  workshop_services: { heads: ['output', 'materials', 'workshop', 'gold'], replaced: [] },
}

const none: ComposedColumns = { heads: [], replaced: [] }

export const composedColumns = (resource: string | undefined): ComposedColumns =>
  resource !== undefined && Object.hasOwn(composed, resource) ? (composed[resource] ?? none) : none
