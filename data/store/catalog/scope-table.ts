import type { Database } from 'better-sqlite3'
import { columnsOf, testOf, type Condition, type Stored } from '../../api/model/conditions.ts'
import type { Window } from '../../api/model/envelopes.ts'
import type { Resource } from '../../api/model/resource.ts'
import type { Selection } from '../../api/model/store.ts'
import { textBytes } from '../cache/caches.ts'
import type { NumberRange } from '../../api/model/values/list-codecs.ts'
import { JoinedTexts } from './joined-texts.ts'
import type { RowOrder } from './order/row-order.ts'
import { rawKeyColumn, rowsTable, searchTable } from './catalog-schema.ts'

/** A column's distinct values, and for each row the number of its value. */
interface DictionaryColumn {
  readonly values: readonly Stored[]
  readonly codes: Uint32Array
  /** Rows by the number of their value, loaded on demand: most filters select one value. */
  readonly rowsOf: Map<number, Uint32Array>
  /** Its texts in the languages that were searched. */
  readonly joined: WeakMap<object, JoinedTexts>
}

const numberBytes = 4
const capturedAtBytes = 80
/** Of a value in a list and in a map of values. */
const valueBytes = 48

const bytesOf = (value: Stored): number =>
  valueBytes + (typeof value === 'string' ? textBytes(value) : Array.isArray(value) ? value.join().length * 2 : 0)
/** What a selection needs beyond the columns that filters read. */
interface Prepared {
  readonly order: RowOrder | undefined
  readonly numbersOf: (column: string) => Float64Array
}

const notTested = 0
const passed = 1
const failed = 2
/** Rows are few when they are less than this share of a column's values: then only the values that they have are tested. */
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
  /** Where a sieve puts the rows that it keeps, until it knows how many they are. */
  readonly #scratch: Uint32Array
  readonly #onGrow: () => void
  #bytes: number

  /** `onGrow` is called when `bytes` has changed: columns are loaded at first use. */
  constructor(db: Database, resource: Resource, scope: number, onGrow: () => void) {
    this.#onGrow = onGrow
    this.#db = db
    this.#resource = resource
    this.#scope = scope
    const rows = db
      .prepare(
        `SELECT body_id, since_patch_id, captured_at FROM ${rowsTable(resource)} WHERE scope = ? ORDER BY position`,
      )
      .raw()
      .all(scope) as [number, number, string | null][]
    this.#scratch = new Uint32Array(rows.length)
    this.bodyIds = Uint32Array.from(rows, ([bodyId]) => bodyId)
    this.sincePatchIds = Uint32Array.from(rows, ([, since]) => since)
    this.capturedAt = new Map(rows.flatMap(([, , captured], at) => (captured === null ? [] : [[at, captured]])))
    this.#bytes = 3 * numberBytes * rows.length + this.capturedAt.size * capturedAtBytes
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
        ? this.#joinedTexts(column, texts).valuesWith(String(condition.value))
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

  #column(name: string): DictionaryColumn {
    const known = this.#columns.get(name)
    if (known) return known
    const { columns } = this.#resource
    const type = name === rawKeyColumn ? 'string' : columns[name]?.type
    const values: Stored[] = []
    const numbers = new Map<unknown, number>()
    const codes = Uint32Array.from(this.#read(name), (stored) => {
      let code = numbers.get(stored)
      if (code === undefined) {
        code = values.push(decode(stored, type)) - 1
        numbers.set(stored, code)
      }
      return code
    })
    const column = { values, codes, rowsOf: new Map<number, Uint32Array>(), joined: new WeakMap<object, JoinedTexts>() }
    this.#columns.set(name, column)
    // The codes, and the rows by value once all of them were requested.
    this.#grow(2 * numberBytes * codes.length + values.reduce<number>((sum, value) => sum + bytesOf(value), 0))
    return column
  }

  #grow(bytes: number): void {
    this.#bytes += bytes
    this.#onGrow()
  }

  #joinedTexts({ values, joined }: DictionaryColumn, texts: Selection['texts']): JoinedTexts {
    const language = texts ?? values
    const known = joined.get(language)
    if (known) return known
    const made = new JoinedTexts(values, texts)
    joined.set(language, made)
    this.#grow(made.bytes)
    return made
  }

  #read(name: string): (string | number | null)[] {
    const sql = `
      SELECT search."${name}" FROM ${rowsTable(this.#resource)} AS row
      JOIN ${searchTable(this.#resource)} AS search USING (body_id)
      WHERE row.scope = ? ORDER BY row.position`
    return this.#db.prepare(sql).pluck().all(this.#scope) as (string | number | null)[]
  }
}

function valuesThatPass(values: readonly Stored[], test: (value: Stored) => boolean): number[] {
  const passing: number[] = []
  for (let code = 0; code < values.length; code += 1) if (test(values[code] as Stored)) passing.push(code)
  return passing
}

function decode(stored: string | number | null, type: string | undefined): Stored {
  if (stored === null) return null
  if (type === 'boolean') return stored === 1
  return type === 'list' ? (JSON.parse(String(stored)) as string[]) : stored
}
