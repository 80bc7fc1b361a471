import { unit, Weighted } from '../../random.ts'
import type { ItemRow } from '../../rows.ts'
import type { Snapshot } from '../../snapshot.ts'

/** An item that is traded. */
export interface Good {
  readonly item: ItemRow
  /** What a trader expects for one, without the season's moods. */
  readonly usualPrice: number
}

// The first archetypes of the world are those that tests and docs name.
const namedArchetypes = 10

function demand({ archetype, rarity, max_stack_size }: ItemRow, named: ReadonlySet<string>): number {
  // Few archetypes are in everyone's mouth, most are hardly ever sold.
  const popularity = 1 / (0.02 + unit(`demand/${archetype}`))
  const scarcity = { poor: 0.5, legendary: 0.5, unique: 0.25, artifact: 0.1 }[rarity] ?? 1
  return scarcity * (max_stack_size > 1 ? 2 : 1) * (named.has(archetype) ? 60 : popularity)
}

function usualPrice(item: ItemRow): number {
  return Math.max(1, Number(item.vendor_price)) * (1.5 + 1.8 * unit(`markup/${item.archetype}`))
}

/** What is traded in the world, picked as often as it is wanted. */
export class Goods {
  readonly all: readonly Good[]
  readonly #places: Weighted

  constructor(world: Snapshot) {
    const items = world.rows('items').filter(({ misc_type }) => misc_type !== 'currency')
    const named = new Set([...new Set(items.map(({ archetype }) => archetype))].slice(0, namedArchetypes))
    this.all = items.map((item) => ({ item, usualPrice: usualPrice(item) }))
    this.#places = new Weighted(items.map((item) => demand(item, named)))
  }

  /** The good for a share in [0, 1). */
  pick(share: number): Good {
    const good = this.all[this.#places.at(share)]
    if (!good) throw new Error('nothing is traded')
    return good
  }
}
