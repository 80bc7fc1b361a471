import type { ColumnRanks } from './column-ranks.ts'

/** Estimated steps of a binary search among some thousand rows. */
const searchSteps = 14

/** The rows of a table in an order other than that of ids. */
export class RowOrder {
  /** Row numbers in this order. */
  readonly rows: Uint32Array
  /** For each row its place in this order. */
  readonly #places: Uint32Array
  /** A bit for each place that is selected; all 0 between two calls. */
  readonly #marks: Uint32Array

  constructor(size: number, keys: readonly { readonly ranked: ColumnRanks; readonly descending: boolean }[]) {
    let rows: Uint32Array = Uint32Array.from({ length: size }, (_, at) => at)
    // Each pass keeps the order of the one before among equals, so the first key goes last.
    for (const { ranked, descending } of keys.toReversed()) rows = sorted(rows, ranked, descending)
    this.rows = rows
    this.#places = new Uint32Array(size)
    for (let place = 0; place < size; place += 1) this.#places[rows[place] as number] = place
    this.#marks = new Uint32Array(Math.ceil(size / 32))
  }

  /** Held in memory, for the cache. */
  get bytes(): number {
    return this.rows.byteLength + this.#places.byteLength + this.#marks.byteLength
  }

  /** A window of the selected rows (ascending), or of all rows. Takes at most one step per selected row, and one per 32 others. */
  window(selected: Uint32Array | undefined, offset: number, limit: number): number[] {
    if (!selected) return [...this.rows.subarray(offset, Math.min(offset + limit, this.rows.length))]
    const until = Math.min(offset + limit, selected.length)
    const isSoonFound = (until * this.rows.length * searchSteps) / selected.length < selected.length
    if (isSoonFound) return this.#walk(selected, offset, until)
    const marks = this.#marks
    for (const row of selected) {
      const place = this.#places[row] as number
      marks[place >>> 5] = (marks[place >>> 5] as number) | (1 << (place & 31))
    }
    const rows = this.#marked(offset, until)
    marks.fill(0)
    return rows
  }

  /** The selected rows from one index to another, looked up one by one. */
  #walk(selected: Uint32Array, from: number, to: number): number[] {
    const rows: number[] = []
    let nth = 0
    for (let place = 0; nth < to && place < this.rows.length; place += 1) {
      const row = this.rows[place] as number
      if (!isAmong(selected, row)) continue
      if (nth >= from) rows.push(row)
      nth += 1
    }
    return rows
  }

  /** The marked rows from one index to another. */
  #marked(from: number, to: number): number[] {
    const rows: number[] = []
    let nth = 0
    for (let word = 0; word < this.#marks.length && nth < to; word += 1) {
      let bits = this.#marks[word] as number
      if (nth + bitCount(bits) <= from) {
        nth += bitCount(bits)
        continue
      }
      for (; bits !== 0 && nth < to; nth += 1) {
        const place = 32 * word + (31 - Math.clz32(bits & -bits))
        if (nth >= from) rows.push(this.rows[place] as number)
        bits &= bits - 1
      }
    }
    return rows
  }
}

/** Whether an ascending list contains a row. */
function isAmong(rising: Uint32Array, row: number): boolean {
  let low = 0
  let high = rising.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((rising[middle] as number) < row) low = middle + 1
    else high = middle
  }
  return rising[low] === row
}

/** Counting sort of the rows by rank: stable, rows without a value come last in either direction. */
function sorted(rows: Uint32Array, { ranks, count }: ColumnRanks, descending: boolean): Uint32Array {
  const keyOf = (row: number) => {
    const rank = ranks[row] as number
    return descending && rank < count ? count - 1 - rank : rank
  }
  const starts = new Uint32Array(count + 2)
  for (const row of rows) {
    const key = keyOf(row)
    starts[key + 1] = (starts[key + 1] as number) + 1
  }
  for (let key = 1; key < starts.length; key += 1) starts[key] = (starts[key] as number) + (starts[key - 1] as number)
  const placed = new Uint32Array(rows.length)
  for (const row of rows) {
    const key = keyOf(row)
    placed[starts[key] as number] = row
    starts[key] = (starts[key] as number) + 1
  }
  return placed
}

function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
