import { rarities } from '../../../../data/api/resources/items/items.ts'
import type { DropInputs } from './drop-graph.ts'

/** The query of the drop explorer. */
export interface DropQuery extends DropInputs {
  /** Id of an item, an archetype, a monster, a spawner, a map or a loot table; empty if nothing is chosen. */
  readonly id: string
  /** Name to search for. */
  readonly text: string
  /** Minimum rarity; empty for any. */
  readonly rarity: string
}

const defaultKills = 100
const maxKills = 1_000_000
const maxLuck = 10_000

/** Parses the query of the drop explorer. Invalid values are ignored, and numbers are limited to their maximum. */
export function parseDropQuery(given: URLSearchParams): DropQuery {
  const luck = wholeNumber(given.get('luck'), maxLuck)
  return {
    id: given.get('id')?.trim() ?? '',
    text: given.get('q')?.trim() ?? '',
    rarity: rarities.find((one) => one === given.get('rarity')) ?? '',
    kills: Math.max(1, wholeNumber(given.get('kills'), maxKills) ?? defaultKills),
    ...(luck !== undefined && { luck }),
  }
}

function wholeNumber(text: string | null, max: number): number | undefined {
  const trimmed = text?.trim() ?? ''
  return /^\d{1,7}$/.test(trimmed) ? Math.min(max, Number(trimmed)) : undefined
}

/** Returns the parameters that links to another thing preserve; defaults are omitted. */
export const preservedInputs = ({ rarity, luck, kills }: DropQuery): Record<string, string> => ({
  ...(rarity && { rarity }),
  ...(luck !== undefined && { luck: String(luck) }),
  ...(kills !== defaultKills && { kills: String(kills) }),
})

/** Returns whether a rarity is at least `minRarity`, which is empty for any. */
export const isAtLeastAsRare = (rarity: string | undefined, minRarity: string): boolean =>
  minRarity === '' || rarities.indexOf(rarity ?? '') >= rarities.indexOf(minRarity)
