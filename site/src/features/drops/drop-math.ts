// Probabilities of loot. A kill, or opening a container, draws one entry from its table, so draws are independent and each
// has the same chance.

/** An entry of a loot table in the API. */
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

/** Returns the minimum luck of an entry; 0 if it has none. */
export function luckFor({ conditions }: LootEntry): number {
  const given = typeof conditions === 'object' && conditions !== null ? (conditions as Record<string, unknown>) : {}
  return Math.max(0, ...luckConditions.map((name) => Number(given[name] ?? 0)).filter(Number.isFinite))
}

/**
 * Returns the share of each entry: its weight divided by the total weight of the entries that can drop. With `luck`, these are
 * the entries that need no more; without it, all of them, as in the probabilities of the API. If the total is 0, so are all
 * shares.
 */
export function sharesOf(entries: readonly LootEntry[], luck?: number): Share[] {
  const canDrop = (entry: LootEntry) => luck === undefined || luckFor(entry) <= luck
  const sum = entries.filter(canDrop).reduce((total, { weight }) => total + weight, 0)
  return entries.map((entry) => ({ entry, chance: canDrop(entry) && sum > 0 ? entry.weight / sum : 0 }))
}

/** Returns the chance of at least one drop in `kills` kills: 1 − (1 − p)ⁿ. */
export const chanceAfter = (chance: number, kills: number): number =>
  chance >= 1 ? Number(kills > 0) : -Math.expm1(kills * Math.log1p(-chance))

/**
 * Returns the lowest number of kills after which the chance of at least one drop is `confidence`: ln(1 − c) ÷ ln(1 − p),
 * rounded up. Infinite if the chance is 0.
 */
export function killsFor(chance: number, confidence: number): number {
  if (chance <= 0) return Infinity
  return chance >= 1 ? 1 : Math.max(1, Math.ceil(Math.log1p(-confidence) / Math.log1p(-chance) - 1e-9))
}

/**
 * Returns the mean of the quantities from min to max, all equally probable. Without a min, it is 0; without both, the quantity
 * is 1.
 */
export function meanQuantity({ min_quantity: min, max_quantity: max }: LootEntry): number {
  const low = min ?? (typeof max === 'number' ? 0 : 1)
  return (low + (max ?? low)) / 2
}

/** The expected value of a draw. */
export interface ExpectedGold {
  readonly gold: number
  /** The share of draws whose item has a price, from 0 to 1. */
  readonly priced: number
}

/** Returns Σ chance × mean quantity × price. An item without a price counts as 0. */
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
