import { RowSet } from '../columns/row-set.ts'
import type { ColumnRanks } from './column-ranks.ts'

/** The rows of a table in an order other than that of ids. */
export class RowOrder {
  /** The row numbers in this order. */
  readonly rows: Uint32Array
  /** The position of each row in this order. */
  readonly #places: Uint32Array

  constructor(size: number, keys: readonly { readonly ranked: ColumnRanks; readonly descending: boolean }[]) {
    let rows: Uint32Array = Uint32Array.from({ length: size }, (_, at) => at)
    // Each sort is stable, so the first key is sorted by last.
    for (const { ranked, descending } of keys.toReversed()) rows = sortByRank(rows, ranked, descending)
    this.rows = rows
    this.#places = new Uint32Array(size)
    for (let place = 0; place < size; place += 1) this.#places[rows[place] as number] = place
  }

  /** Size in memory. */
  get bytes(): number {
    return this.rows.byteLength + this.#places.byteLength
  }

  /** A window of the selected rows, or of all rows, in this order. */
  window(selected: RowSet | undefined, offset: number, limit: number): number[] {
    if (!selected) return [...this.rows.subarray(offset, Math.min(offset + limit, this.rows.length))]
    const until = Math.min(offset + limit, selected.count)
    const isWalkShort = until * this.rows.length < selected.count * selected.count
    if (isWalkShort) return this.#walk(selected, offset, until)
    const places = new RowSet(this.rows.length)
    for (const row of selected.slice(0, selected.count)) places.add(this.#places[row] as number)
    return places.slice(offset, until).map((place) => this.rows[place] as number)
  }

  /** Walks through the order to find the selected rows from index `from` to `to`, exclusive. */
  #walk(selected: RowSet, from: number, to: number): number[] {
    const rows: number[] = []
    let nth = 0
    for (let place = 0; nth < to && place < this.rows.length; place += 1) {
      const row = this.rows[place] as number
      if (!selected.has(row)) continue
      if (nth >= from) rows.push(row)
      nth += 1
    }
    return rows
  }
}

/** Sorts rows by rank with a counting sort, which is stable. Rows without a value come last in both directions. */
function sortByRank(rows: Uint32Array, { ranks, count }: ColumnRanks, descending: boolean): Uint32Array {
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
