/**
 * A cache of small values by number, of which a response reads many. It has two generations: once the younger one has half
 * of the bytes it becomes the older one, and the former older one is dropped. A value that is found in the older one moves
 * to the younger. So most reads do not change anything, whereas `LRUCache` takes a microsecond to record each: 40 of the
 * 190 microseconds of a page of 25 rows.
 */
export class TwoGenerationCache<Value extends object> {
  readonly #halfBytes: number
  readonly #sizeOf: (value: Value) => number
  #younger = new Map<number, Value>()
  #older = new Map<number, Value>()
  #youngerBytes = 0
  #olderBytes = 0

  constructor(maxBytes: number, sizeOf: (value: Value) => number) {
    this.#halfBytes = Math.floor(maxBytes / 2)
    this.#sizeOf = sizeOf
  }

  /** Size in bytes. Values in both generations are counted twice. */
  get calculatedSize(): number {
    return this.#youngerBytes + this.#olderBytes
  }

  get(key: number): Value | undefined {
    const young = this.#younger.get(key)
    if (young) return young
    const old = this.#older.get(key)
    if (old) this.set(key, old)
    return old
  }

  /** Sets the value of a key that `get` did not find. A value larger than half of `maxBytes` is not cached. */
  set(key: number, value: Value): void {
    const bytes = Math.ceil(this.#sizeOf(value))
    if (bytes > this.#halfBytes) return
    if (this.#youngerBytes + bytes > this.#halfBytes) {
      this.#older = this.#younger
      this.#olderBytes = this.#youngerBytes
      this.#younger = new Map()
      this.#youngerBytes = 0
    }
    this.#younger.set(key, value)
    this.#youngerBytes += bytes
  }

  clear(): void {
    this.#younger = new Map()
    this.#older = new Map()
    this.#youngerBytes = 0
    this.#olderBytes = 0
  }
}
