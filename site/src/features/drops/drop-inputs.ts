import { rarities } from '../../../../data/api/resources/items/items.ts'
import type { DropInputs } from './drop-graph.ts'

/** Inputs of the drop explorer, from the URL. */
export interface DropQuery extends DropInputs {
  /** Of an item, an archetype, a monster, a spawner, a map or a loot table; empty where nothing is chosen. */
  readonly id: string
  /** What is looked for by name. */
  readonly text: string
  /** The least rarity that counts; empty where all do. */
  readonly rarity: string
}

const usualKills = 100
const maxKills = 1_000_000
const maxLuck = 10_000

/** Invalid numbers count as absent. */
export function dropQueryOf(given: URLSearchParams): DropQuery {
  const luck = wholeNumber(given.get('luck'), maxLuck)
  return {
    id: given.get('id')?.trim() ?? '',
    text: given.get('q')?.trim() ?? '',
    rarity: rarities.find((one) => one === given.get('rarity')) ?? '',
    kills: Math.max(1, wholeNumber(given.get('kills'), maxKills) ?? usualKills),
    ...(luck !== undefined && { luck }),
  }
}

function wholeNumber(text: string | null, max: number): number | undefined {
  const trimmed = text?.trim() ?? ''
  return /^\d{1,7}$/.test(trimmed) ? Math.min(max, Number(trimmed)) : undefined
}

/** The parameters that an address keeps when it leads to another thing. */
export const keptInputs = ({ rarity, luck, kills }: DropQuery): Record<string, string> => ({
  ...(rarity && { rarity }),
  ...(luck !== undefined && { luck: String(luck) }),
  ...(kills !== usualKills && { kills: String(kills) }),
})

/** At least as rare; without a least rarity everything is. */
export const isAsRare = (rarity: string | undefined, least: string): boolean =>
  least === '' || rarities.indexOf(rarity ?? '') >= rarities.indexOf(least)
