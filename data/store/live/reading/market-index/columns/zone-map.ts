import { placesPerBlock } from '../bits/bit-memory.ts'
import { newDoubles, type GrowableArray } from './growable-array.ts'

/**
 * A column of instants with the least and the greatest finite value in each block. Listings come in nearly in the order of
 * their instants, so most blocks lie inside or outside of a range as a whole.
 */
export class ZoneMap {
  readonly #values = newDoubles()
  /** Bounds are only widened: values that were overwritten still count. */
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
      const block = Math.floor((places[at] ?? 0) / placesPerBlock)
      let [min, max] = [Infinity, -Infinity]
      for (; at < places.length && Math.floor((places[at] ?? 0) / placesPerBlock) === block; at += 1) {
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
    this.#widen(place, value)
  }

  #widen(place: number, value: number): void {
    if (!Number.isFinite(value)) return
    const block = Math.floor(place / placesPerBlock)
    this.#min[block] = Math.min(this.#min[block] ?? Infinity, value)
    this.#max[block] = Math.max(this.#max[block] ?? -Infinity, value)
  }

  /** The least value in a block, or Infinity if it has none. */
  min(block: number): number {
    return this.#min[block] ?? Infinity
  }

  /** The greatest value in a block, or -Infinity if it has none. */
  max(block: number): number {
    return this.#max[block] ?? -Infinity
  }
}
