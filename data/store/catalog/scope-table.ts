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
import { oneByOne } from '../cache/step-cache.ts'
import type { ScopeRows } from './rows/scope-rows.ts'

/** What a selection needs beyond the columns that filters read. */
interface Prepared {
  readonly order: RowOrder | undefined
  readonly numbersOf: (column: string) => Float64Array
}
const notTested = 0
const passed = 1
const failed = 2
/** Of fewer rows than this share of a column's distinct values, only the values of these rows are tested. */
const fewRowsShare = 1 / 4
/** The same for substrings: searching all texts takes as long as testing this share of them one by one. */
const fewRowsOfPart = 50

/** The rows of one resource at one scope, in order. Filters run here, in memory: a value is tested once, however many rows have it. */
export class ScopeTable {
  readonly rows: ScopeRows
  readonly #db: Database
  readonly #resource: Resource
  readonly #columns = new Map<string, DictionaryColumn>()
  readonly #reading = new Map<string, Promise<void>>()
  readonly #onGrow: () => void
  #bytes: number

  /** `onGrow` is called when `bytes` has changed: columns are loaded at first use. */
  constructor(db: Database, resource: Resource, rows: ScopeRows, onGrow: () => void) {
    this.#onGrow = onGrow
    this.#db = db
    this.#resource = resource
    this.rows = rows
    this.#bytes = rows.bytes
  }

  /** What it holds in memory. */
  get bytes(): number {
    return this.#bytes
  }

  get size(): number {
    return this.rows.size
  }

  /** Row numbers of a window of the selected rows, and how many are selected in all. */
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

  /** Of `rows`, or of all rows, those whose greatest number in the condition's columns lies in its range. */
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

  /** Of `rows`, or of all rows, those that meet the condition. */
  #narrow(rows: RowSet | undefined, condition: Condition, texts: Selection['texts']): RowSet {
    const displayed = condition.localized ? texts : undefined
    const found = (name: string) => this.#filter(rows, this.#column(name), condition, displayed)
    return condition.or ? RowSet.union(columnsOf(condition).map(found), this.size) : found(condition.column)
  }

  /** Of `rows`, or of all rows, those whose value passes. A value is tested once, however many rows have it. */
  #filter(rows: RowSet | undefined, column: DictionaryColumn, condition: Condition, texts: Selection['texts']): RowSet {
    const bounds = column.boundsOf(condition)
    const few = condition.operator === 'containing' ? fewRowsOfPart : column.values.length * fewRowsShare
    if (!bounds && rows && rows.count < few) return this.#filterSome(rows, column, testWith(condition, texts))
    if (bounds) return rows ? column.rowsBetween(bounds).retain(rows) : column.rowsBetween(bounds)
    const found = this.#rowsWith(column, condition, texts)
    return rows ? RowSet.intersection(found, rows) : found
  }

  /** All rows whose value passes. Those of equal values are kept, because many requests have the same ones. */
  #rowsWith(column: DictionaryColumn, condition: Condition, texts: Selection['texts']): RowSet {
    const { operator, value, as } = condition
    if (operator !== 'equal' || texts) return column.rowsWith(this.#passing(column, condition, texts))
    const key = `${as} ${typeof value} ${String(value)}`
    const valuesOf = () => this.#passing(column, condition, texts)
    return column.keptRowsWith(key, valuesOf, (bytes) => this.#grow(bytes))
  }

  /** Numbers of the values that pass, in ascending order. */
  #passing(column: DictionaryColumn, condition: Condition, texts: Selection['texts']): number[] {
    if (condition.operator === 'containing')
      return column.joinedTexts(texts, (bytes) => this.#grow(bytes)).valuesWith(String(condition.value))
    return valuesThatPass(column.values, testWith(condition, texts))
  }

  /** Of few rows, only the values that they show are tested. */
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

  /** Loads what conditions test, without blocking the thread; undefined if everything is loaded. */
  prepare({ conditions, texts }: Pick<Selection, 'conditions' | 'texts'>): Promise<void> | undefined {
    const missing = missingIn(conditions, this.#columns)
    const searched = conditions.filter(({ operator }) => operator === 'containing')
    if (missing.length === 0 && searched.length === 0) return undefined
    const joined = searched.flatMap((one) =>
      columnsOf(one).map((name) => () => this.#joined(name, one.localized ? texts : undefined)),
    )
    return oneByOne([...missing.map((name) => () => this.#columnRead(name)), ...joined])
  }

  #joined(name: string, texts: Selection['texts']): Promise<void> | undefined {
    return this.#column(name)
      .prepareJoined(texts, (bytes) => this.#grow(bytes))
      ?.then(() => undefined)
  }

  /** Requests that arrive while a column is read wait for the same reading. */
  #columnRead(name: string): Promise<void> | undefined {
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

/** Names may be repeated. */
function missingIn(conditions: readonly Condition[], columns: ReadonlyMap<string, unknown>): string[] {
  const missing: string[] = []
  for (const condition of conditions)
    if (!isGreatest(condition)) for (const name of columnsOf(condition)) if (!columns.has(name)) missing.push(name)
  return missing
}

/** Tests a stored value; with `texts`, one that is a localization key counts as its text. */
function testWith(condition: Condition, texts: Selection['texts']): (value: StoredValue) => boolean {
  const test = conditionTest(condition)
  return texts ? (value) => test(typeof value === 'string' ? (texts.get(value) ?? value) : value) : test
}

function valuesThatPass(values: readonly StoredValue[], test: (value: StoredValue) => boolean): number[] {
  const passing: number[] = []
  for (let code = 0; code < values.length; code += 1) if (test(values[code] as StoredValue)) passing.push(code)
  return passing
}
