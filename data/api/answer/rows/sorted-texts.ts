import type { Column, Columns } from '../../model/columns.ts'
import type { FoundRows } from '../../model/endpoint.ts'
import type { SortKey } from '../../model/row-params.ts'
import { byteOrderKey } from '../../model/values/byte-order.ts'

/** Few enough that a step takes milliseconds. */
const rowsPerStep = 100
const rowsPerRun = 1000

interface Sortable {
  readonly text: string
  readonly values: readonly (string | number | null)[]
  readonly place: number
}

/** Sorts JSON texts of rows in steps; rows that are equal in all keys keep their order. */
export function* sortedTexts(
  found: FoundRows,
  keys: readonly SortKey[],
  columns: Columns,
): Generator<undefined, readonly string[]> {
  const runs: Sortable[][] = []
  const compare = comparatorOf(keys)
  let run: Sortable[] = []
  let place = 0
  for (let offset = 0; offset < found.total; offset += rowsPerStep) {
    for (const text of found.texts(offset, rowsPerStep)) {
      const row = JSON.parse(text) as Record<string, unknown>
      const values = keys.map(({ column }) => valueOf(row[column], columns[column]))
      run.push({ text, values, place: place++ })
    }
    if (run.length >= rowsPerRun || offset + rowsPerStep >= found.total) {
      runs.push(run.sort(compare))
      run = []
    }
    yield
  }
  const all = yield* merged(runs, compare)
  return all.map(({ text }) => text)
}

type Compare = (a: Sortable, b: Sortable) => number

function* merged(runs: readonly Sortable[][], compare: Compare): Generator<undefined, readonly Sortable[]> {
  let left: readonly Sortable[][] = runs
  while (left.length > 1) {
    const next: Sortable[][] = []
    for (let at = 0; at < left.length; at += 2) {
      next.push(merge(left[at] ?? [], left[at + 1] ?? [], compare))
      yield
    }
    left = next
  }
  return left[0] ?? []
}

function merge(first: readonly Sortable[], second: readonly Sortable[], compare: Compare): Sortable[] {
  const all: Sortable[] = []
  let to = 0
  for (const one of first) {
    for (let other = second[to]; other && compare(other, one) < 0; other = second[to]) {
      all.push(other)
      to += 1
    }
    all.push(one)
  }
  return [...all, ...second.slice(to)]
}

/** The value to compare: usual values of ordered columns are replaced by their index, other texts by their byte order key. */
function valueOf(value: unknown, { isOrdered, usual = [] }: Partial<Column> = {}): string | number | null {
  if (typeof value !== 'string') return typeof value === 'number' ? value : null
  const rank = isOrdered ? usual.indexOf(value) : -1
  return rank === -1 ? byteOrderKey(value) : rank
}

/** Absent values come last in either direction, numbers before texts. */
function comparatorOf(keys: readonly SortKey[]): Compare {
  return (a, b) => {
    for (const [at, { descending }] of keys.entries()) {
      const [x = null, y = null] = [a.values[at], b.values[at]]
      if (x === y) continue
      if (x === null || y === null) return x === null ? 1 : -1
      const isFirst = typeof x === typeof y ? x < y : typeof x === 'number'
      return isFirst === descending ? 1 : -1
    }
    return a.place - b.place
  }
}
