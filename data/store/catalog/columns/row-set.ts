import { bitCount, lowestBit } from '../../../api/model/values/bits.ts'

/** A set of rows of a table as a bitmap. Intersecting two sets of 20,000 rows takes a microsecond. */
export class RowSet {
  readonly #words: Int32Array
  #count: number | undefined

  /** An empty set for a table with `size` rows. */
  constructor(size: number) {
    this.#words = new Int32Array(Math.ceil(size / 32))
  }

  static union(sets: readonly RowSet[], size: number): RowSet {
    const union = new RowSet(size)
    const words = union.#words
    for (const set of sets)
      for (let at = 0; at < words.length; at += 1) words[at] = (words[at] as number) | (set.#words[at] as number)
    return union
  }

  /** The intersection of two sets of the same table. */
  static intersection(one: RowSet, other: RowSet): RowSet {
    const common = new RowSet(32 * one.#words.length)
    const words = common.#words
    for (let at = 0; at < words.length; at += 1) words[at] = (one.#words[at] as number) & (other.#words[at] as number)
    return common
  }

  /** Removes the rows that another set of the same table lacks. To be called before `count` is read. */
  retain(others: RowSet): this {
    const [words, other] = [this.#words, others.#words]
    for (let at = 0; at < words.length; at += 1) words[at] = (words[at] as number) & (other[at] as number)
    return this
  }

  get bytes(): number {
    return this.#words.byteLength
  }

  /** Number of rows. It is counted once, so the set must not change afterwards. */
  get count(): number {
    if (this.#count !== undefined) return this.#count
    const words = this.#words
    let count = 0
    // A loop by index: an iterator takes 1.5 microseconds more for 20,000 rows.
    for (let at = words.length - 1; at >= 0; at -= 1) count += bitCount(words[at] as number)
    return (this.#count = count)
  }

  add(row: number): void {
    this.#words[row >>> 5] = (this.#words[row >>> 5] as number) | (1 << (row & 31))
  }

  /** Adds the rows of a list from index `from` to `to`, exclusive. */
  addAll(rows: Uint32Array, from: number, to: number): void {
    const words = this.#words
    for (let at = from; at < to; at += 1) {
      const row = rows[at] as number
      words[row >>> 5] = (words[row >>> 5] as number) | (1 << (row & 31))
    }
  }

  /** Adds the rows that are in one set and not in another. */
  addDifference(some: RowSet, others: RowSet): void {
    const [words, own, other] = [this.#words, some.#words, others.#words]
    for (let at = 0; at < words.length; at += 1)
      words[at] = (words[at] as number) | ((own[at] as number) & ~(other[at] as number))
  }

  has(row: number): boolean {
    return ((this.#words[row >>> 5] as number) & (1 << (row & 31))) !== 0
  }

  /** Calls `use` for each row in ascending order. */
  forEach(use: (row: number) => void): void {
    const words = this.#words
    for (let at = 0; at < words.length; at += 1)
      for (let word = words[at] as number; word !== 0; word &= word - 1) use(32 * at + lowestBit(word))
  }

  /** The rows from index `from` to `to`, exclusive, in ascending order. */
  slice(from: number, to: number): number[] {
    const words = this.#words
    const rows: number[] = []
    let nth = 0
    for (let at = 0; at < words.length && nth < to; at += 1) {
      let word = words[at] as number
      if (nth + bitCount(word) <= from) {
        nth += bitCount(word)
        continue
      }
      for (; word !== 0 && nth < to; nth += 1, word &= word - 1) if (nth >= from) rows.push(32 * at + lowestBit(word))
    }
    return rows
  }
}
