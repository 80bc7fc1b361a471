import type { PriceBucket } from '../../../api/model/live-store.ts'

interface Level {
  listings: number
  quantity: number
}

/**
 * Number of listings and their total quantity at each unit price. All sums are of integers, so their order does not
 * matter.
 */
export class Histogram {
  readonly #levels = new Map<number, Level>()

  static parse(text: string): Histogram {
    const histogram = new Histogram()
    for (const [unitPrice, listings, quantity] of JSON.parse(text) as PriceBucket['histogram'])
      histogram.add(unitPrice, listings, quantity)
    return histogram
  }

  /** Adds to a price; negative numbers are subtracted. */
  add(unitPrice: number, listings: number, quantity: number): void {
    const level = this.#levels.get(unitPrice)
    if (!level) {
      this.#levels.set(unitPrice, { listings, quantity })
      return
    }
    level.listings += listings
    level.quantity += quantity
    if (level.listings === 0 && level.quantity === 0) this.#levels.delete(unitPrice)
  }

  merge(other: Histogram): void {
    for (const [unitPrice, { listings, quantity }] of other.#levels) this.add(unitPrice, listings, quantity)
  }

  get isEmpty(): boolean {
    return this.#levels.size === 0
  }

  /** [unit price, listings, quantity] by ascending price. */
  toJSON(): PriceBucket['histogram'] {
    return [...this.#levels]
      .map(([unitPrice, { listings, quantity }]) => [unitPrice, listings, quantity] as const)
      .sort(([a], [b]) => a - b)
  }
}
