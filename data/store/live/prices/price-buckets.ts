import { maxPriceBuckets, type PriceBucket } from '../../../api/model/live-store.ts'
import { Histogram } from './histogram.ts'
import { bucketStart, type PricedListing } from './roll-up.ts'

/**
 * The buckets of an interval. If there may be more than `maxPriceBuckets`, roll-ups are merged from the newest to the
 * oldest.
 */
export class PriceBuckets {
  readonly #minutes: number
  readonly #buckets = new Map<number, Histogram>()
  #current: number | undefined
  #full = 0

  constructor(minutes: number) {
    this.#minutes = minutes
  }

  /** Adds a listing or, with -1, subtracts it. */
  add({ created_at, price_per_unit, quantity }: PricedListing, sign: 1 | -1): void {
    this.#at(bucketStart(created_at, this.#minutes)).add(Number(price_per_unit), sign, sign * quantity)
  }

  /** Adds a roll-up that starts at an instant. */
  merge(start: number, histogram: Histogram): void {
    this.#at(bucketStart(start, this.#minutes)).merge(histogram)
  }

  /** Whether a roll-up of this start still belongs to the newest `maxPriceBuckets` buckets. Empty buckets do not count. */
  needs(start: number): boolean {
    const bucket = bucketStart(start, this.#minutes)
    if (bucket !== this.#current) {
      if (this.#current !== undefined && !this.#at(this.#current).isEmpty) this.#full += 1
      this.#current = bucket
    }
    return this.#full < maxPriceBuckets
  }

  /** The newest `maxPriceBuckets` buckets that are not empty, in ascending order. */
  newest(): readonly PriceBucket[] {
    return [...this.#buckets]
      .filter(([, histogram]) => !histogram.isEmpty)
      .sort(([a], [b]) => a - b)
      .slice(-maxPriceBuckets)
      .map(([start, histogram]) => ({ start, histogram: histogram.toJSON() }))
  }

  #at(start: number): Histogram {
    const existing = this.#buckets.get(start)
    if (existing) return existing
    const histogram = new Histogram()
    this.#buckets.set(start, histogram)
    return histogram
  }
}
