import type { Database } from 'better-sqlite3'
import type { Condition, Stored } from '../api/filters.ts'
import type { Window } from '../api/envelopes.ts'
import type { Resource } from '../api/resource.ts'
import type { Selection } from '../api/store.ts'
import { JoinedTexts } from './joined-texts.ts'
import { rawKeyColumn, rowsTable, searchTable } from './catalog-schema.ts'

/** A column's distinct values, and for each row the number of its value. */
interface CodedColumn {
  readonly values: readonly Stored[]
  readonly codes: Uint32Array
  /** Rows by the number of their value, as far as they were asked for: most filters ask for one value. */
  readonly rowsOf: Map<number, Uint32Array>
  /** Its texts in the languages that were searched. */
  readonly joined: WeakMap<object, JoinedTexts>
}

const notTested = 0
const passed = 1
const failed = 2
/** Rows are few when they are less than this share of a column's values: then only the values that they have are tested. */
const fewRows = 4

/** The rows of one resource at one scope, in order. Filters run here, in memory: a value is tested once, however many rows have it. */
export class ScopeTable {
  readonly bodyIds: readonly number[]
  readonly sincePatchIds: readonly number[]
  readonly capturedAt: readonly (string | null)[]
  readonly #db: Database
  readonly #resource: Resource
  readonly #scope: number
  readonly #columns = new Map<string, CodedColumn>()
  /** Where a sieve puts the rows that it keeps, until it knows how many they are. */
  readonly #scratch: Uint32Array

  constructor(db: Database, resource: Resource, scope: number) {
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
    this.bodyIds = rows.map(([bodyId]) => bodyId)
    this.sincePatchIds = rows.map(([, since]) => since)
    this.capturedAt = rows.map(([, , captured]) => captured)
  }

  get size(): number {
    return this.bodyIds.length
  }

  /** Row numbers of a window of the selected rows, and how many are selected in all. */
  select({ conditions, texts }: Selection, { offset, limit, descending }: Window): { rows: number[]; total: number } {
    let selected: Uint32Array | undefined
    const fewValuesFirst = conditions.toSorted((a, b) => this.#valuesOf(a) - this.#valuesOf(b))
    for (const condition of fewValuesFirst) selected = this.#narrow(selected, condition, texts)
    const total = selected?.length ?? this.size
    const rows: number[] = []
    for (let at = offset; at < Math.min(offset + limit, total); at += 1) {
      const nth = descending ? total - 1 - at : at
      rows.push(selected?.[nth] ?? nth)
    }
    return { rows, total }
  }

  #valuesOf({ columns }: Condition): number {
    return columns.reduce((sum, name) => sum + this.#column(name).values.length, 0)
  }

  /** Of `rows`, or of all rows, those that meet the condition. */
  #narrow(rows: Uint32Array | undefined, condition: Condition, texts: Selection['texts']): Uint32Array {
    const shown = condition.localized ? texts : undefined
    const [first, ...others] = condition.columns.map((name) => this.#sift(rows, this.#column(name), condition, shown))
    if (first && others.length === 0) return first
    return Uint32Array.from(new Set([first ?? [], ...others].flatMap((found) => [...found]))).sort()
  }

  /** Of `rows`, or of all rows, those whose value passes. A value is tested once, however many rows have it. */
  #sift(
    rows: Uint32Array | undefined,
    column: CodedColumn,
    { part, test }: Condition,
    texts: Selection['texts'],
  ): Uint32Array {
    const testText = (value: Stored) => test(typeof value === 'string' ? (texts?.get(value) ?? value) : value)
    if (rows && rows.length < column.values.length / fewRows) return this.#siftSome(rows, column, testText)
    const passing =
      part === undefined ? valuesThatPass(column.values, testText) : joinedTexts(column, texts).valuesWith(part)
    if (rows) return this.#rowsWith(column, passing, rows)
    const [only = 0] = passing
    if (passing.length !== 1) return this.#rowsWith(column, passing)
    const known = column.rowsOf.get(only) ?? this.#rowsWith(column, passing)
    column.rowsOf.set(only, known)
    return known
  }

  /** Of few rows, only the values that they show are tested. */
  #siftSome(rows: Uint32Array, { values, codes }: CodedColumn, test: (value: Stored) => boolean): Uint32Array {
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

  #rowsWith({ values, codes }: CodedColumn, passing: readonly number[], rows?: Uint32Array): Uint32Array {
    const isKept = new Uint8Array(values.length)
    for (const code of passing) isKept[code] = 1
    const kept = this.#scratch
    let count = 0
    // Each row is written, and the next over it unless it is kept: a branch would often be predicted wrong.
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

  #column(name: string): CodedColumn {
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
    return column
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

function joinedTexts({ values, joined }: CodedColumn, texts: Selection['texts']): JoinedTexts {
  const language = texts ?? values
  const known = joined.get(language)
  if (known) return known
  const made = new JoinedTexts(values, texts)
  joined.set(language, made)
  return made
}

function decode(stored: string | number | null, type: string | undefined): Stored {
  if (stored === null) return null
  if (type === 'boolean') return stored === 1
  return type === 'list' ? (JSON.parse(String(stored)) as string[]) : stored
}
