import { blockNumbers } from './bits.ts'
import { doubles } from './growing.ts'

/** A column with the bounds of its values in each block. Numbers rise with time, nearly, and so do instants. */
export class Zones {
  readonly #values = doubles()
  /** Never narrowed: what was written before a change still counts. */
  readonly #least: number[] = []
  readonly #most: number[] = []

  get values(): Float64Array {
    return this.#values.values
  }

  write(number: number, value: number): void {
    this.#values.set(number, value)
    const block = Math.floor(number / blockNumbers)
    this.#least[block] = Math.min(this.#least[block] ?? Infinity, value)
    this.#most[block] = Math.max(this.#most[block] ?? -Infinity, value)
  }

  least(block: number): number {
    return this.#least[block] ?? Infinity
  }

  most(block: number): number {
    return this.#most[block] ?? -Infinity
  }
}
