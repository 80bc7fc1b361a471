import { blockNumbers } from './bitmap.ts'
import { doubles } from './growable-array.ts'

/** A column with the bounds of its finite values in each block. Numbers rise with time, nearly, and so do instants. */
export class ZoneMap {
  readonly #values = doubles()
  /** Never narrowed: what was written before a change still counts. */
  readonly #min: number[] = []
  readonly #max: number[] = []

  get values(): Float64Array {
    return this.#values.values
  }

  write(number: number, value: number): void {
    this.#values.set(number, value)
    if (!Number.isFinite(value)) return
    const block = Math.floor(number / blockNumbers)
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
