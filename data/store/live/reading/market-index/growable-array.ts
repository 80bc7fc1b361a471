export type Numbers = Float64Array | Int32Array | Uint8Array

/** A typed array that grows with the places written to; what was not written is 0. */
export class GrowableArray<T extends Numbers> {
  #values: T
  readonly #allocate: (length: number) => T

  constructor(make: (length: number) => T) {
    this.#allocate = make
    this.#values = make(1024)
  }

  /** For loops; valid until the next `set`. */
  get values(): T {
    return this.#values
  }

  /** Has these values from now on. */
  adopt(values: T): void {
    this.#values = values
  }

  set(at: number, value: number): void {
    if (at >= this.#values.length) {
      const grown = this.#allocate(Math.max(at + 1, Math.ceil(this.#values.length * 1.5)))
      grown.set(this.#values)
      this.#values = grown
    }
    this.#values[at] = value
  }
}

export const doubles = () => new GrowableArray((length) => new Float64Array(length))
export const integers = () => new GrowableArray((length) => new Int32Array(length))
export const bytes = () => new GrowableArray((length) => new Uint8Array(length))
