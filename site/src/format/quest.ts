import type { Row } from './ask.ts'

const rowsIn = (value: unknown): Row[] =>
  (Array.isArray(value) ? value : []).map((one: unknown) => (typeof one === 'string' ? { id: one } : (one as Row)))

/** The objectives of a quest, of a list with them inside or of its own answer; one without a row has its `id` alone. */
export function objectivesOf({ objectives }: Row): Row[] {
  return rowsIn(Array.isArray(objectives) ? objectives : (objectives as Row | undefined)?.content_ids)
}

interface QuestRewards {
  /** What is granted. */
  readonly entries: readonly Row[]
  /** Ids of rewards that the patch has no row of. */
  readonly missing: readonly string[]
}

/** The rewards of a quest, of a list with them inside or of its own answer. */
export function rewardsOf({ rewards, reward_ids: listed }: Row): QuestRewards {
  const rows = rowsIn(rewards ?? listed)
  return {
    entries: rows.flatMap(({ entries }) => rowsIn(entries)).filter(({ type }) => type !== 'none'),
    missing: rows.flatMap(({ id, entries }) => (entries === undefined ? [String(id)] : [])),
  }
}

/** The merchant that a quest is of by its archetype, if there is one of that name. */
export const giverOf = ({ archetype }: Row): string => String(archetype).replace(/^id\.quest\./, 'id.merchant.')
