/** Typed arrays that a column may consist of. */
export type Numbers = Float64Array | Int32Array | Uint16Array | Uint8Array

const large = 1_000_000

/** The new length of an array that has to grow: half more, or an eighth more if it is large, to waste less memory. */
export const grownLength = (needed: number, length: number): number =>
  Math.max(needed, Math.ceil(length * (length < large ? 1.5 : 1.125)))

/** A typed array that grows when an element beyond its end is written. Elements that were not written are 0. */
export class GrowableArray<T extends Numbers> {
  #values: T

  constructor(values: T) {
    this.#values = values
  }

  /** The elements, for loops; valid until the next `set`. */
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

/** An array whose elements have as few bytes as its numbers need. */
class NarrowArray extends GrowableArray<Numbers> {
  constructor() {
    super(new Uint8Array(firstLength))
  }

  override set(at: number, value: number): void {
    if (!fits(this.values, value)) this.adopt(this.#wider(value))
    super.set(at, value)
  }

  /** Copies the elements to an array of the next type that can represent `value`. */
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

export const newDoubles = () => new GrowableArray(new Float64Array(firstLength))
export const newIntegers = () => new GrowableArray(new Int32Array(firstLength))
export const newBytes = () => new GrowableArray(new Uint8Array(firstLength))
/** An array that starts with one byte per element and widens as its numbers require. */
export const newNarrow = () => new NarrowArray()
