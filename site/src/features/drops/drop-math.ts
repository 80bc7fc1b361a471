// Chances of loot. A kill, or an opened container, draws one entry of its table, so draws are independent and of one
// chance.

/** What drops, as the API lists it. */
export interface LootEntry {
  readonly item_id: string
  readonly weight: number
  readonly min_quantity?: number | null
  readonly max_quantity?: number | null
  readonly conditions?: unknown
}

/** An entry with its share of the table, from 0 to 1. */
interface Share {
  readonly entry: LootEntry
  readonly chance: number
}

const luckConditions = ['min_luck', 'min_fortune']

/** How much luck an entry asks for; 0 where it asks for none. */
export function luckFor({ conditions }: LootEntry): number {
  const given = typeof conditions === 'object' && conditions !== null ? (conditions as Record<string, unknown>) : {}
  return Math.max(0, ...luckConditions.map((name) => Number(given[name] ?? 0)).filter(Number.isFinite))
}

/**
 * The share of each entry: its weight among those of the entries that can drop. Without `luck` all of them can, which
 * are the probabilities of the API; with it, those that ask for no more. All shares are 0 where all weights are.
 */
export function sharesOf(entries: readonly LootEntry[], luck?: number): Share[] {
  const canDrop = (entry: LootEntry) => luck === undefined || luckFor(entry) <= luck
  const sum = entries.filter(canDrop).reduce((total, { weight }) => total + weight, 0)
  return entries.map((entry) => ({ entry, chance: canDrop(entry) && sum > 0 ? entry.weight / sum : 0 }))
}

/** The chance of at least one in `kills`: 1 − (1 − p)ⁿ. */
export const chanceAfter = (chance: number, kills: number): number =>
  chance >= 1 ? Number(kills > 0) : -Math.expm1(kills * Math.log1p(-chance))

/**
 * The fewest kills after which the chance of at least one is `sureness`: ln(1 − s) ÷ ln(1 − p), rounded up. Infinite of
 * what never drops.
 */
export function killsFor(chance: number, sureness: number): number {
  if (chance <= 0) return Infinity
  return chance >= 1 ? 1 : Math.max(1, Math.ceil(Math.log1p(-sureness) / Math.log1p(-chance) - 1e-9))
}

/** Between the least (0 where only the greatest is given) and the greatest quantity, each equally probable; 1 where none is given. */
export function meanQuantity({ min_quantity: min, max_quantity: max }: LootEntry): number {
  const least = min ?? (typeof max === 'number' ? 0 : 1)
  return (least + (max ?? least)) / 2
}

/** What a kill is worth. */
export interface ExpectedGold {
  readonly gold: number
  /** The share of draws whose item has a price, from 0 to 1. */
  readonly priced: number
}

/** Σ chance × mean quantity × price; an item without a price counts as 0. */
export function expectedGold(shares: readonly Share[], prices: ReadonlyMap<string, number>): ExpectedGold {
  let [gold, priced] = [0, 0]
  for (const { entry, chance } of shares) {
    const price = prices.get(entry.item_id)
    if (price === undefined) continue
    gold += chance * meanQuantity(entry) * price
    priced += chance
  }
  return { gold, priced }
}
