export type Numbers = Float64Array | Int32Array | Uint16Array | Uint8Array

const large = 1_000_000

/** How many places to have room for where so many are needed: of large arrays an eighth more at most, since nobody may need it. */
export const grownLength = (needed: number, length: number): number =>
  Math.max(needed, Math.ceil(length * (length < large ? 1.5 : 1.125)))

/** A typed array that grows with the places written to; what was not written is 0. */
export class GrowableArray<T extends Numbers> {
  #values: T

  constructor(values: T) {
    this.#values = values
  }

  /** For loops; valid until the next `set`. */
  get values(): T {
    return this.#values
  }

  /** Replaces the values. */
  adopt(values: T): void {
    this.#values = values
  }

  set(at: number, value: number): void {
    const { length } = this.#values
    if (at >= length) {
      const Kind = this.#values.constructor as new (length: number) => T
      const grown = new Kind(grownLength(at + 1, length))
      grown.set(this.#values)
      this.#values = grown
    }
    this.#values[at] = value
  }
}

/** Numbers in as few bytes as all of them fit in. */
class NarrowArray extends GrowableArray<Numbers> {
  constructor() {
    super(new Uint8Array(firstLength))
  }

  override set(at: number, value: number): void {
    if (!fits(this.values, value)) this.adopt(this.#wider(value))
    super.set(at, value)
  }

  /** The same values in an array whose elements can hold this one. */
  #wider(value: number): Numbers {
    const Kind = wider.find((one) => one.BYTES_PER_ELEMENT > this.values.BYTES_PER_ELEMENT && fits(new one(0), value))
    return new (Kind ?? Float64Array)(this.values)
  }
}

const wider = [Uint16Array, Int32Array]

function fits(values: Numbers, value: number): boolean {
  if (values instanceof Uint8Array) return value === (value & 0xff)
  if (values instanceof Uint16Array) return value === (value & 0xffff)
  return values instanceof Float64Array || value === (value | 0)
}

const firstLength = 1024

export const doubles = () => new GrowableArray(new Float64Array(firstLength))
export const integers = () => new GrowableArray(new Int32Array(firstLength))
export const bytes = () => new GrowableArray(new Uint8Array(firstLength))
export const narrow = () => new NarrowArray()
