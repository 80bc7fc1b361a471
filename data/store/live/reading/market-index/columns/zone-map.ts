import { blockNumbers } from '../bits/bit-memory.ts'
import { doubles, type GrowableArray } from './growable-array.ts'

/** A column with the bounds of its finite values in each block. Listings come in nearly in the order of their instants. */
export class ZoneMap {
  readonly #values = doubles()
  /** Never narrowed: values that were overwritten still count. */
  readonly #min: number[] = []
  readonly #max: number[] = []

  get values(): Float64Array {
    return this.#values.values
  }

  get array(): GrowableArray<Float64Array<ArrayBuffer>> {
    return this.#values
  }

  /** Replaces the values, and computes the bounds of all blocks from those at `places`, which are in ascending order. */
  restore(values: Float64Array<ArrayBuffer>, places: Int32Array): void {
    this.#values.adopt(values)
    for (let at = 0; at < places.length;) {
      const block = Math.floor((places[at] ?? 0) / blockNumbers)
      let [min, max] = [Infinity, -Infinity]
      for (; at < places.length && Math.floor((places[at] ?? 0) / blockNumbers) === block; at += 1) {
        const value = values[places[at] ?? 0] ?? 0
        if (value < min && value !== -Infinity) min = value
        if (value > max && value !== Infinity) max = value
      }
      this.#min[block] = min
      this.#max[block] = max
    }
  }

  /** Clears the bounds of a block whose values no longer count. */
  clear(block: number): void {
    this.#min[block] = Infinity
    this.#max[block] = -Infinity
  }

  write(place: number, value: number): void {
    this.#values.set(place, value)
    this.#bound(place, value)
  }

  #bound(place: number, value: number): void {
    if (!Number.isFinite(value)) return
    const block = Math.floor(place / blockNumbers)
    this.#min[block] = Math.min(this.#min[block] ?? Infinity, value)
    this.#max[block] = Math.max(this.#max[block] ?? -Infinity, value)
  }

  min(block: number): number {
    return this.#min[block] ?? Infinity
  }

  max(block: number): number {
    return this.#max[block] ?? -Infinity
  }
}
