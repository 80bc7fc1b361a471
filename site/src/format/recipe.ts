import type { Row } from './api-response.ts'

/** A number of pieces of an item. */
export interface ItemCount {
  readonly id: string
  readonly count: number
}

/** A recipe of a workshop. */
export interface Recipe {
  readonly materials: readonly ItemCount[]
  readonly output: readonly ItemCount[]
  /** The fee of the workshop. */
  readonly gold: number
}

/** Reads the recipe in the payload of a workshop service; missing parts are empty. */
export function recipeOf({ payload }: Row): Recipe {
  const { materials, output, requirements } = (payload ?? {}) as Row
  const { gold } = (requirements ?? {}) as Row
  return { materials: countsIn(materials), output: countsIn(output), gold: typeof gold === 'number' ? gold : 0 }
}

const countsIn = (value: unknown): ItemCount[] =>
  (Array.isArray(value) ? (value as readonly (Row | null)[]) : []).flatMap((one) => {
    const { item_id: id, count } = one ?? {}
    return typeof id === 'string' ? [{ id, count: typeof count === 'number' ? count : 1 }] : []
  })

/** The total cost of items, given the price of one piece of each; undefined if one of them has no price. */
export function costOf(counts: readonly ItemCount[], priceOf: (id: string) => number | undefined): number | undefined {
  const prices = counts.map(({ id, count }) => (priceOf(id) ?? NaN) * count)
  const sum = prices.reduce((total, price) => total + price, 0)
  return Number.isNaN(sum) ? undefined : sum
}
