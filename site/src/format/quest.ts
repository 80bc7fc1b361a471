import type { Row } from './api-response.ts'

const rowsIn = (value: unknown): Row[] =>
  (Array.isArray(value) ? value : []).map((one: unknown) => (typeof one === 'string' ? { id: one } : (one as Row)))

/** The objectives of a quest, from a list that embeds them or from a single quest; one without a row has only its `id`. */
export function objectivesOf({ objectives }: Row): Row[] {
  return rowsIn(Array.isArray(objectives) ? objectives : (objectives as Row | undefined)?.content_ids)
}

interface QuestRewards {
  /** The granted items and other rewards. */
  readonly entries: readonly Row[]
  /** Ids of rewards without a row in the patch. */
  readonly missing: readonly string[]
}

/** The rewards of a quest, from a list that embeds them or from a single quest. */
export function rewardsOf({ rewards, reward_ids: listed }: Row): QuestRewards {
  const rows = rowsIn(rewards ?? listed)
  return {
    entries: rows.flatMap(({ entries }) => rowsIn(entries)).filter(({ type }) => type !== 'none'),
    missing: rows.flatMap(({ id, entries }) => (entries === undefined ? [String(id)] : [])),
  }
}

/** The id of the merchant after whom a quest's archetype is named; the patch may have no such merchant. */
export const questGiverId = ({ archetype }: Row): string => String(archetype).replace(/^id\.quest\./, 'id.merchant.')
