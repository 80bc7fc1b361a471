// Every value is drawn from a stream that belongs to a key, usually a row's id, so that adding or removing a row changes
// no other row.

/** A 32-bit hash of the key (FNV-1a with murmur's finish). */
function hash(key: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < key.length; i++) h = Math.imul(h ^ key.charCodeAt(i), 0x01000193)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** One value in [0, 1) for the key. */
export function unit(key: string): number {
  return hash(`hollow reach/${key}`) / 2 ** 32
}

/** Shuffles a list, depending on the key; without some elements, the others keep their order. */
export function shuffled<T>(list: readonly T[], key: string, nameOf: (value: T) => string): T[] {
  return list
    .map((value) => ({ value, rank: unit(`${key}/${nameOf(value)}`) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ value }) => value)
}

export class Stream {
  #state: number

  constructor(key: string) {
    this.#state = hash(`hollow reach/${key}`)
  }

  /** The next value in [0, 1) (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }

  /** An integer from min to max, both included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  between(min: number, max: number): number {
    return min + this.next() * (max - min)
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<T>(list: readonly T[]): T {
    const value = list[Math.floor(this.next() * list.length)]
    if (value === undefined) throw new Error('nothing to pick from')
    return value
  }
}

/** Picks positions of a list with probabilities proportional to their weights. */
export class Weighted {
  readonly #sums: readonly number[]

  constructor(weights: readonly number[]) {
    let sum = 0
    this.#sums = weights.map((weight) => (sum += weight))
  }

  /** The position for a number in [0, 1). */
  at(share: number): number {
    const wanted = share * (this.#sums.at(-1) ?? 0)
    let [low, high] = [0, this.#sums.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#sums[middle] ?? 0) > wanted) high = middle
      else low = middle + 1
    }
    return low
  }
}

export function rounded(value: number, decimals: number): number {
  const unitSize = 10 ** decimals
  return Math.round(value * unitSize) / unitSize
}
