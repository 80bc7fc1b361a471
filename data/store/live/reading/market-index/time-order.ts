/** True where listing `a` is older than `b`. */
export type Older = (a: number, b: number) => boolean

/** Listings from the oldest to the newest. New ones mostly come in at the end. */
export class TimeOrder {
  #numbers = new Int32Array(4)
  #count = 0

  get count(): number {
    return this.#count
  }

  /** Of `count` numbers; valid until the next change. */
  get numbers(): Int32Array {
    return this.#numbers
  }

  /** Has these listings from now on, which are in order. */
  adopt(numbers: Int32Array<ArrayBuffer>): void {
    this.#numbers = numbers
    this.#count = numbers.length
  }

  /** Adds listings that are in order themselves. */
  add(added: readonly number[], older: Older): void {
    const [first] = added
    if (first === undefined) return
    const needed = this.#count + added.length
    if (needed > this.#numbers.length) {
      const grown = new Int32Array(Math.max(needed, Math.ceil(this.#numbers.length * 1.5)))
      grown.set(this.#numbers.subarray(0, this.#count))
      this.#numbers = grown
    }
    this.#mergeFromTheEnd(added, older)
    this.#count = needed
  }

  #mergeFromTheEnd(added: readonly number[], older: Older): void {
    const numbers = this.#numbers
    let held = this.#count - 1
    let to = this.#count + added.length - 1
    for (let from = added.length - 1; from >= 0; from -= 1) {
      const number = added[from] ?? 0
      while (held >= 0 && older(number, numbers[held] ?? 0)) numbers[to--] = numbers[held--] ?? 0
      numbers[to--] = number
    }
  }

  remove(removed: (number: number) => boolean): void {
    let to = 0
    for (let at = 0; at < this.#count; at += 1) {
      const number = this.#numbers[at] ?? 0
      if (!removed(number)) this.#numbers[to++] = number
    }
    this.#count = to
  }

  /** How many listings are older than `at`, by `instantOf`. */
  countBefore(at: number, instantOf: Float64Array): number {
    return this.countWhile((number) => (instantOf[number] ?? 0) < at)
  }

  /** How many listings come before the first that is not `isBefore`, which is true of none after it. */
  countWhile(isBefore: (number: number) => boolean): number {
    let low = 0
    let high = this.#count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isBefore(this.#numbers[middle] ?? 0)) low = middle + 1
      else high = middle
    }
    return low
  }
}

const steps = 0xffff_ffff

/** The listings in order of time, whatever their order is. */
export function inOrderOfTime(numbers: Int32Array, createdAt: Float64Array, older: Older): Int32Array<ArrayBuffer> {
  let [first, last] = [Infinity, -Infinity]
  for (const number of numbers) {
    const at = createdAt[number] ?? 0
    if (at < first) first = at
    if (at > last) last = at
  }
  const step = Math.max(1, (last - first) / steps)
  // Sorted without a function: the instant in the upper half of a word, the number in the lower.
  const keys = new BigUint64Array(numbers.length)
  const halves = new Uint32Array(keys.buffer)
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] ?? 0
    halves[2 * at] = number
    halves[2 * at + 1] = Math.floor(((createdAt[number] ?? 0) - first) / step)
  }
  keys.sort()
  const sorted = new Int32Array(numbers.length)
  for (let at = 0; at < sorted.length; at += 1) {
    const number = halves[2 * at] ?? 0
    let place = at
    for (; place > 0 && older(number, sorted[place - 1] ?? 0); place -= 1) sorted[place] = sorted[place - 1] ?? 0
    sorted[place] = number
  }
  return sorted
}
