import type { Database } from 'better-sqlite3'
import { columnsOf, conditionTest, type Condition, type StoredValue } from '../../api/model/conditions.ts'
import type { Window } from '../../api/model/envelopes.ts'
import type { Resource } from '../../api/model/resource.ts'
import type { Selection } from '../../api/model/store.ts'
import { runSynchronously, runInSlices, type Steps } from '../../api/model/values/steps.ts'
import type { NumberRange } from '../../api/model/values/list-codecs.ts'
import { DictionaryColumn } from './columns/dictionary-column.ts'
import { RowSet } from './columns/row-set.ts'
import type { RowOrder } from './order/row-order.ts'
import { prepareInSequence } from '../cache/step-cache.ts'
import type { ScopeRows } from './rows/scope-rows.ts'

/** The data that a selection needs in addition to the columns of filters. */
interface Prepared {
  readonly order: RowOrder | undefined
  readonly numbersOf: (column: string) => Float64Array
}
/** Results of testing values. */
const notTested = 0
const passed = 1
const failed = 2
/**
 * If fewer rows are left than this share of the distinct values of a column, only the values of these rows are tested.
 */
const fewRowsShare = 1 / 4
/** The number of such rows for substrings: searching all texts takes as long as testing so many one by one. */
const fewRowsForSubstrings = 50

/**
 * The rows of a resource at a scope, in order, with filters in memory. A value is tested once, however many rows have
 * it.
 */
export class ScopeTable {
  readonly rows: ScopeRows
  readonly #db: Database
  readonly #resource: Resource
  readonly #columns = new Map<string, DictionaryColumn>()
  readonly #reading = new Map<string, Promise<void>>()
  readonly #onGrow: () => void
  #bytes: number

  /** `onGrow` is called when `bytes` has changed, since columns are only loaded when they are needed. */
  constructor(db: Database, resource: Resource, rows: ScopeRows, onGrow: () => void) {
    this.#onGrow = onGrow
    this.#db = db
    this.#resource = resource
    this.rows = rows
    this.#bytes = rows.bytes
  }

  /** Size in memory. */
  get bytes(): number {
    return this.#bytes
  }

  get size(): number {
    return this.rows.size
  }

  /** Returns the numbers of the rows in a window of a selection, and the total of selected rows. */
  select(
    { conditions, texts }: Selection,
    { offset, limit, descending }: Window,
    { order, numbersOf }: Prepared,
  ): { rows: number[]; total: number } {
    let selected: RowSet | undefined
    const ofNumbers = conditions.filter(isGreatest)
    const fewValuesFirst = conditions.filter((condition) => !isGreatest(condition))
    fewValuesFirst.sort((a, b) => this.#valuesOf(a) - this.#valuesOf(b))
    for (const condition of fewValuesFirst) selected = this.#narrow(selected, condition, texts)
    for (const condition of ofNumbers) selected = this.#narrowByGreatest(selected, condition, numbersOf)
    const total = selected?.count ?? this.size
    if (order) return { rows: order.window(selected, offset, limit), total }
    const end = Math.min(offset + limit, total)
    const [from, to] = descending ? [Math.max(0, total - end), total - offset] : [offset, end]
    const rows = selected?.slice(from, to) ?? Array.from({ length: Math.max(0, to - from) }, (_, nth) => from + nth)
    return { rows: descending ? rows.reverse() : rows, total }
  }

  /**
   * Selects from `rows`, or from all rows, those whose greatest number in the columns of a condition is in its range.
   */
  #narrowByGreatest(rows: RowSet | undefined, condition: Condition, numbersOf: Prepared['numbersOf']): RowSet {
    const { min = -Infinity, max = Infinity } = condition.value as NumberRange
    const columns = columnsOf(condition).map(numbersOf)
    const kept = new RowSet(this.size)
    const test = (row: number) => {
      let greatest = -Infinity
      for (const numbers of columns) {
        const number = numbers[row] as number
        if (number > greatest) greatest = number
      }
      if (greatest !== -Infinity && greatest >= min && greatest <= max) kept.add(row)
    }
    if (rows) rows.forEach(test)
    else for (let row = 0; row < this.size; row += 1) test(row)
    return kept
  }

  #valuesOf(condition: Condition): number {
    return columnsOf(condition).reduce((sum, name) => sum + this.#column(name).values.length, 0)
  }

  /** Selects from `rows`, or from all rows, those that meet a condition. */
  #narrow(rows: RowSet | undefined, condition: Condition, texts: Selection['texts']): RowSet {
    const displayed = condition.localized ? texts : undefined
    const found = (name: string) => this.#filter(rows, this.#column(name), condition, displayed)
    return condition.or ? RowSet.union(columnsOf(condition).map(found), this.size) : found(condition.column)
  }

  /** Selects from `rows`, or from all rows, those whose value in a column meets a condition. */
  #filter(rows: RowSet | undefined, column: DictionaryColumn, condition: Condition, texts: Selection['texts']): RowSet {
    const bounds = column.boundsOf(condition)
    const few = condition.operator === 'containing' ? fewRowsForSubstrings : column.values.length * fewRowsShare
    if (!bounds && rows && rows.count < few) return this.#filterSome(rows, column, testWith(condition, texts))
    if (bounds) return rows ? column.rowsBetween(bounds).retain(rows) : column.rowsBetween(bounds)
    const found = this.#rowsWith(column, condition, texts)
    return rows ? RowSet.intersection(found, rows) : found
  }

  /**
   * All rows whose value meets a condition. Sets for equality are cached, because many requests have the same values.
   */
  #rowsWith(column: DictionaryColumn, condition: Condition, texts: Selection['texts']): RowSet {
    const { operator, value, as } = condition
    if (operator !== 'equal' || texts) return column.rowsWith(this.#passing(column, condition, texts))
    const key = `${as} ${typeof value} ${String(value)}`
    const valuesOf = () => this.#passing(column, condition, texts)
    return column.cachedRowsWith(key, valuesOf, (bytes) => this.#grow(bytes))
  }

  /** The codes of the values that meet a condition, in ascending order. */
  #passing(column: DictionaryColumn, condition: Condition, texts: Selection['texts']): number[] {
    if (condition.operator === 'containing')
      return column.joinedTexts(texts, (bytes) => this.#grow(bytes)).valuesWith(String(condition.value))
    return valuesThatPass(column.values, testWith(condition, texts))
  }

  /** Selects from few rows, testing only the values that they have. */
  #filterSome(rows: RowSet, { values, codes }: DictionaryColumn, test: (value: StoredValue) => boolean): RowSet {
    const verdicts = new Uint8Array(values.length)
    const kept = new RowSet(this.size)
    rows.forEach((row) => {
      const code = codes[row] as number
      if (verdicts[code] === notTested) verdicts[code] = test(values[code] as StoredValue) ? passed : failed
      if (verdicts[code] === passed) kept.add(row)
    })
    return kept
  }

  /** Loads the columns that conditions test without blocking the thread. Returns undefined if all are loaded. */
  prepare({ conditions, texts }: Pick<Selection, 'conditions' | 'texts'>): Promise<void> | undefined {
    const missing = missingIn(conditions, this.#columns)
    const searched = conditions.filter(({ operator }) => operator === 'containing')
    if (missing.length === 0 && searched.length === 0) return undefined
    const joined = searched.flatMap((one) =>
      columnsOf(one).map((name) => () => this.#joined(name, one.localized ? texts : undefined)),
    )
    return prepareInSequence([...missing.map((name) => () => this.#loadColumn(name)), ...joined])
  }

  #joined(name: string, texts: Selection['texts']): Promise<void> | undefined {
    return this.#column(name)
      .prepareJoined(texts, (bytes) => this.#grow(bytes))
      ?.then(() => undefined)
  }

  /** Reads a column in slices. Requests that need it meanwhile share the reading. */
  #loadColumn(name: string): Promise<void> | undefined {
    if (this.#columns.has(name)) return undefined
    const known = this.#reading.get(name)
    if (known) return known
    const reading = runInSlices(this.#readColumn(name))
      .then(() => undefined)
      .finally(() => this.#reading.delete(name))
    this.#reading.set(name, reading)
    return reading
  }

  #column(name: string): DictionaryColumn {
    return this.#columns.get(name) ?? runSynchronously(this.#readColumn(name))
  }

  *#readColumn(name: string): Steps<DictionaryColumn> {
    const source = { db: this.#db, resource: this.#resource, rows: this.rows }
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

const isGreatest = ({ operator }: Condition): boolean => operator === 'greatest'

/** The columns of conditions that have not been loaded. Names may be repeated. */
function missingIn(conditions: readonly Condition[], columns: ReadonlyMap<string, unknown>): string[] {
  const missing: string[] = []
  for (const condition of conditions)
    if (!isGreatest(condition)) for (const name of columnsOf(condition)) if (!columns.has(name)) missing.push(name)
  return missing
}

/** Returns a test of stored values. With `texts`, localization keys are replaced by their texts. */
function testWith(condition: Condition, texts: Selection['texts']): (value: StoredValue) => boolean {
  const test = conditionTest(condition)
  return texts ? (value) => test(typeof value === 'string' ? (texts.get(value) ?? value) : value) : test
}

function valuesThatPass(values: readonly StoredValue[], test: (value: StoredValue) => boolean): number[] {
  const passing: number[] = []
  for (let code = 0; code < values.length; code += 1) if (test(values[code] as StoredValue)) passing.push(code)
  return passing
}
