import { RowSet } from './row-set.ts'

/** Number of positions for which there is a set of all rows before them. */
const cumulativeSets = 32

/**
 * Rows sorted by the codes of their values, so that the rows of consecutive codes are contiguous. The set of a range is the
 * set of all rows before its end without those before its start. With 20,000 rows any range takes at most 1,900 steps.
 */
export class SortedRows {
  readonly #rows: Uint32Array
  /** For each code: the index of its first row. */
  readonly #starts: Uint32Array
  /** Distance between the positions that have a cumulative set. */
  readonly #step: number
  readonly #cumulative: readonly RowSet[]

  /** `codes` has the code of each row, below `values`. */
  constructor(codes: Uint32Array, values: number) {
    this.#starts = startsOf(codes, values)
    this.#rows = new Uint32Array(codes.length)
    const next = this.#starts.slice()
    for (let row = 0; row < codes.length; row += 1) {
      const code = codes[row] as number
      this.#rows[next[code] as number] = row
      next[code] = (next[code] as number) + 1
    }
    this.#step = Math.max(1, Math.ceil(codes.length / cumulativeSets))
    let known = new RowSet(codes.length)
    const first = [known]
    for (let from = 0; from < codes.length; from += this.#step) {
      known = RowSet.union([known], codes.length)
      known.addAll(this.#rows, from, Math.min(from + this.#step, codes.length))
      first.push(known)
    }
    this.#cumulative = first
  }

  /** The rows with one of the codes, which are given in ascending order. */
  with(values: readonly number[]): RowSet {
    const set = new RowSet(this.#rows.length)
    for (let at = 0; at < values.length; at += 1) {
      const from = this.#starts[values[at] as number] as number
      while (values[at + 1] === (values[at] as number) + 1) at += 1
      const to = this.#starts[(values[at] as number) + 1] as number
      this.#addStretch(set, from, to)
    }
    return set
  }

  /** The rows with codes from `from`, inclusive, to `to`, exclusive. */
  between(from: number, to: number): RowSet {
    const set = new RowSet(this.#rows.length)
    this.#addStretch(set, this.#starts[from] as number, this.#starts[to] as number)
    return set
  }

  #addStretch(set: RowSet, from: number, to: number): void {
    const [first, last] = [Math.ceil(from / this.#step), Math.floor(to / this.#step)]
    if (first >= last) return set.addAll(this.#rows, from, to)
    set.addDifference(this.#cumulative[last] as RowSet, this.#cumulative[first] as RowSet)
    set.addAll(this.#rows, from, first * this.#step)
    set.addAll(this.#rows, last * this.#step, to)
  }
}

function startsOf(codes: Uint32Array, values: number): Uint32Array {
  const starts = new Uint32Array(values + 1)
  for (const code of codes) starts[code + 1] = (starts[code + 1] as number) + 1
  for (let code = 1; code <= values; code += 1) starts[code] = (starts[code] as number) + (starts[code - 1] as number)
  return starts
}
