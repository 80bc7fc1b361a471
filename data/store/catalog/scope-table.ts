import type { Database } from 'better-sqlite3'
import { columnsOf, testOf, type Condition, type Stored } from '../../api/model/conditions.ts'
import type { Window } from '../../api/model/envelopes.ts'
import type { Resource } from '../../api/model/resource.ts'
import type { Selection } from '../../api/model/store.ts'
import { atOnce, inSlices, type Steps } from '../../api/model/values/steps.ts'
import type { NumberRange } from '../../api/model/values/list-codecs.ts'
import { DictionaryColumn } from './columns/dictionary-column.ts'
import type { RowOrder } from './order/row-order.ts'
import { rowsTable } from './catalog-schema.ts'

const numberBytes = 4
const capturedAtBytes = 80
/** What a selection needs beyond the columns that filters read. */
interface Prepared {
  readonly order: RowOrder | undefined
  readonly numbersOf: (column: string) => Float64Array
}

const notTested = 0
const passed = 1
const failed = 2
/** Below this share of a column's distinct values, only the values that the rows have are tested. */
const fewRows = 4

/** The rows of one resource at one scope, in order. Filters run here, in memory: a value is tested once, however many rows have it. */
export class ScopeTable {
  readonly bodyIds: Uint32Array
  readonly sincePatchIds: Uint32Array
  /** By row number, where a row has one of its own. */
  readonly capturedAt: ReadonlyMap<number, string>
  readonly #db: Database
  readonly #resource: Resource
  readonly #scope: number
  readonly #columns = new Map<string, DictionaryColumn>()
  /** Buffer for the rows that a filter keeps, until their number is known. */
  readonly #scratch: Uint32Array
  readonly #onGrow: () => void
  #bytes: number

  /** `onGrow` is called when `bytes` has changed: columns are loaded at first use. */
  constructor(db: Database, resource: Resource, scope: number, onGrow: () => void) {
    this.#onGrow = onGrow
    this.#db = db
    this.#resource = resource
    this.#scope = scope
    // A column at a time: 20,000 rows as lists of three values take 15 ms.
    const numbers = (column: string) =>
      Uint32Array.from(
        db
          .prepare(`SELECT ${column} FROM ${rowsTable(resource)} WHERE scope = ? ORDER BY position`)
          .pluck()
          .all(scope) as number[],
      )
    const captured = db
      .prepare(
        `SELECT position - 1, captured_at FROM ${rowsTable(resource)} WHERE scope = ? AND captured_at IS NOT NULL`,
      )
      .raw()
      .all(scope) as [number, string][]
    this.bodyIds = numbers('body_id')
    this.sincePatchIds = numbers('since_patch_id')
    this.capturedAt = new Map(captured)
    this.#scratch = new Uint32Array(this.size)
    this.#bytes = 3 * numberBytes * this.size + this.capturedAt.size * capturedAtBytes
  }

  /** What it holds in memory. */
  get bytes(): number {
    return this.#bytes
  }

  get size(): number {
    return this.bodyIds.length
  }

  /** Row numbers of a window of the selected rows, and how many are selected in all. */
  select(
    { conditions, texts }: Selection,
    { offset, limit, descending }: Window,
    { order, numbersOf }: Prepared,
  ): { rows: number[]; total: number } {
    let selected: Uint32Array | undefined
    const [ofNumbers = [], others = []] = [true, false].map((isGreatest) =>
      conditions.filter(({ operator }) => (operator === 'greatest') === isGreatest),
    )
    const fewValuesFirst = others.toSorted((a, b) => this.#valuesOf(a) - this.#valuesOf(b))
    for (const condition of fewValuesFirst) selected = this.#narrow(selected, condition, texts)
    for (const condition of ofNumbers) selected = this.#narrowByGreatest(selected, condition, numbersOf)
    const total = selected?.length ?? this.size
    if (order) return { rows: order.window(selected, offset, limit), total }
    const rows: number[] = []
    for (let at = offset; at < Math.min(offset + limit, total); at += 1) {
      const nth = descending ? total - 1 - at : at
      rows.push(selected?.[nth] ?? nth)
    }
    return { rows, total }
  }

  /** Of `rows`, or of all rows, those whose greatest number in the condition's columns lies in its range. */
  #narrowByGreatest(
    rows: Uint32Array | undefined,
    condition: Condition,
    numbersOf: Prepared['numbersOf'],
  ): Uint32Array {
    const { min = -Infinity, max = Infinity } = condition.value as NumberRange
    const columns = columnsOf(condition).map(numbersOf)
    const kept = this.#scratch
    let count = 0
    for (let at = 0; at < (rows?.length ?? this.size); at += 1) {
      const row = rows ? (rows[at] as number) : at
      let greatest = -Infinity
      for (const numbers of columns) {
        const number = numbers[row] as number
        if (number > greatest) greatest = number
      }
      if (greatest !== -Infinity && greatest >= min && greatest <= max) kept[count++] = row
    }
    return kept.slice(0, count)
  }

  #valuesOf(condition: Condition): number {
    return columnsOf(condition).reduce((sum, name) => sum + this.#column(name).values.length, 0)
  }

  /** Of `rows`, or of all rows, those that meet the condition. */
  #narrow(rows: Uint32Array | undefined, condition: Condition, texts: Selection['texts']): Uint32Array {
    const displayed = condition.localized ? texts : undefined
    const [first, ...others] = columnsOf(condition).map((name) =>
      this.#filter(rows, this.#column(name), condition, displayed),
    )
    if (first && others.length === 0) return first
    return Uint32Array.from(new Set([first ?? [], ...others].flatMap((found) => [...found]))).sort()
  }

  /** Of `rows`, or of all rows, those whose value passes. A value is tested once, however many rows have it. */
  #filter(
    rows: Uint32Array | undefined,
    column: DictionaryColumn,
    condition: Condition,
    texts: Selection['texts'],
  ): Uint32Array {
    const test = testOf(condition)
    const testText = (value: Stored) => test(typeof value === 'string' ? (texts?.get(value) ?? value) : value)
    if (rows && rows.length < column.values.length / fewRows) return this.#filterSome(rows, column, testText)
    const passing =
      condition.operator === 'containing'
        ? column.joinedTexts(texts, (bytes) => this.#grow(bytes)).valuesWith(String(condition.value))
        : valuesThatPass(column.values, testText)
    if (rows) return this.#rowsWith(column, passing, rows)
    const [only = 0] = passing
    if (passing.length !== 1) return this.#rowsWith(column, passing)
    const known = column.rowsOf.get(only) ?? this.#rowsWith(column, passing)
    column.rowsOf.set(only, known)
    return known
  }

  /** Of few rows, only the values that they show are tested. */
  #filterSome(rows: Uint32Array, { values, codes }: DictionaryColumn, test: (value: Stored) => boolean): Uint32Array {
    const verdicts = new Uint8Array(values.length)
    const kept = this.#scratch
    let count = 0
    for (const row of rows) {
      const code = codes[row] as number
      if (verdicts[code] === notTested) verdicts[code] = test(values[code] as Stored) ? passed : failed
      if (verdicts[code] === passed) kept[count++] = row
    }
    return kept.slice(0, count)
  }

  #rowsWith({ values, codes }: DictionaryColumn, passing: readonly number[], rows?: Uint32Array): Uint32Array {
    const isKept = new Uint8Array(values.length)
    for (const code of passing) isKept[code] = 1
    const kept = this.#scratch
    let count = 0
    // Each row is written, and overwritten by the next unless it matches: a branch would often be mispredicted.
    if (rows)
      for (const row of rows) {
        kept[count] = row
        count += isKept[codes[row] as number] as number
      }
    else
      for (let row = 0; row < codes.length; row += 1) {
        kept[count] = row
        count += isKept[codes[row] as number] as number
      }
    return kept.slice(0, count)
  }

  /** Loads the columns that conditions test, without blocking the thread; undefined if all are loaded. */
  prepare(conditions: readonly Condition[]): Promise<void> | undefined {
    const missing = missingIn(conditions, this.#columns)
    return missing.length > 0 ? inSlices(this.#readColumns(missing)) : undefined
  }

  *#readColumns(names: readonly string[]): Steps<void> {
    for (const name of names) yield* this.#readColumn(name)
  }

  #column(name: string): DictionaryColumn {
    return this.#columns.get(name) ?? atOnce(this.#readColumn(name))
  }

  *#readColumn(name: string): Steps<DictionaryColumn> {
    const source = { db: this.#db, resource: this.#resource, scope: this.#scope, size: this.size }
    const column = yield* DictionaryColumn.read(source, name)
    this.#columns.set(name, column)
    this.#grow(column.bytes)
    return column
  }

  #grow(bytes: number): void {
    this.#bytes += bytes
    this.#onGrow()
  }
}

function missingIn(conditions: readonly Condition[], columns: ReadonlyMap<string, unknown>): string[] {
  const tested = conditions.filter(({ operator }) => operator !== 'greatest').flatMap(columnsOf)
  return [...new Set(tested)].filter((name) => !columns.has(name))
}

function valuesThatPass(values: readonly Stored[], test: (value: Stored) => boolean): number[] {
  const passing: number[] = []
  for (let code = 0; code < values.length; code += 1) if (test(values[code] as Stored)) passing.push(code)
  return passing
}
