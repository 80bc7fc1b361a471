import { unit, Weighted } from '../../random.ts'
import type { ItemRow } from '../../rows.ts'
import { anchorArchetypes } from '../../rows/blueprints.ts'
import type { Snapshot } from '../../snapshot.ts'

/** An item that is traded. */
export interface Good {
  readonly item: ItemRow
  /** The usual price of one piece, without fluctuations over time. */
  readonly usualPrice: number
}

function demand({ archetype, rarity, max_stack_size }: ItemRow): number {
  // A few archetypes are traded often, most of them rarely.
  const popularity = 1 / (0.02 + unit(`demand/${archetype}`))
  const scarcity = { poor: 0.5, legendary: 0.5, unique: 0.25, artifact: 0.1 }[rarity] ?? 1
  return scarcity * (max_stack_size > 1 ? 2 : 1) * (anchorArchetypes.has(archetype) ? 60 : popularity)
}

function usualPrice(item: ItemRow): number {
  return item.vendor_price * (1.5 + 1.8 * unit(`markup/${item.archetype}`))
}

/** The traded items, picked in proportion to their demand. */
export class Goods {
  readonly all: readonly Good[]
  readonly #places: Weighted

  constructor(world: Snapshot) {
    const items = world.rows('items').filter(({ misc_type }) => misc_type !== 'currency')
    this.all = items.map((item) => ({ item, usualPrice: usualPrice(item) }))
    this.#places = new Weighted(items.map(demand))
  }

  /** The item for a number in [0, 1). */
  pick(share: number): Good {
    const good = this.all[this.#places.at(share)]
    if (!good) throw new Error('nothing is traded')
    return good
  }
}
