import { maxPriceBuckets, type PriceBucket } from '../../../api/model/live-store.ts'
import { Histogram } from './histogram.ts'
import { bucketStart, type Priced } from './roll-up.ts'

/** Buckets of one interval. Roll-ups are merged in from the newest back, where there may be more than `maxPriceBuckets`. */
export class PriceBuckets {
  readonly #minutes: number
  readonly #held = new Map<number, Histogram>()
  #current: number | undefined
  #full = 0

  constructor(minutes: number) {
    this.#minutes = minutes
  }

  add({ created_at, price_per_unit, quantity }: Priced, sign: 1 | -1): void {
    this.#at(bucketStart(created_at, this.#minutes)).add(Number(price_per_unit), sign, sign * quantity)
  }

  merge(start: number, histogram: Histogram): void {
    this.#at(bucketStart(start, this.#minutes)).merge(histogram)
  }

  /** False once a bucket would be one too many; those in which nothing is left do not count. */
  hasRoomFor(start: number): boolean {
    const bucket = bucketStart(start, this.#minutes)
    if (bucket !== this.#current) {
      if (this.#current !== undefined && !this.#at(this.#current).isEmpty) this.#full += 1
      this.#current = bucket
    }
    return this.#full < maxPriceBuckets
  }

  newest(): readonly PriceBucket[] {
    return [...this.#held]
      .filter(([, histogram]) => !histogram.isEmpty)
      .sort(([a], [b]) => a - b)
      .slice(-maxPriceBuckets)
      .map(([start, histogram]) => ({ start, histogram: histogram.toJSON() }))
  }

  #at(start: number): Histogram {
    const held = this.#held.get(start)
    if (held) return held
    const histogram = new Histogram()
    this.#held.set(start, histogram)
    return histogram
  }
}
