import type { Database } from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import type { Condition, StoredValue } from '../../../api/model/conditions.ts'
import type { Resource } from '../../../api/model/resource.ts'
import type { Texts } from '../../../api/model/values/locales.ts'
import { runSynchronously, runInSlices, type Steps } from '../../../api/model/values/steps.ts'
import { textBytes } from '../../cache/caches.ts'
import { rawKeyColumn, searchOfBodies } from '../catalog-schema.ts'
import type { ScopeRows } from '../rows/scope-rows.ts'
import { JoinedTexts } from './joined-texts.ts'
import type { RowSet } from './row-set.ts'
import { SortedRows } from './sorted-rows.ts'

/** The rows of a resource at a scope. */
interface ColumnSource {
  readonly db: Database
  readonly resource: Resource
  readonly rows: ScopeRows
}

const numberBytes = 4
/** Of a value in a list and in a map of values. */
const valueBytes = 48
/** More than most enumerations have values, in 40 KB for 20,000 rows. */
const maxKeptSets = 16
/** Rows per step: few enough to be read in milliseconds. */
const rowsPerStep = 2000

/** A column's distinct values (numbers rising), and for each row the number of its value. */
export class DictionaryColumn {
  readonly values: readonly StoredValue[]
  readonly codes: Uint32Array
  /** Made when rows are first selected by their values. */
  #sorted: SortedRows | undefined
  /** Its texts, by language, as far as they were searched. */
  readonly #joined = new WeakMap<object, JoinedTexts>()
  /** Rows with the most recently requested values. */
  readonly #kept = new LRUCache<string, RowSet>({ max: maxKeptSets })
  /** Of the codes and of the sorted rows, which are made at the first request; without the sets of recent requests. */
  readonly bytes: number
  /** How many of its values are numbers, if all are except for null: they come first, in ascending order. */
  readonly #numbers: number

  private constructor(values: readonly StoredValue[], codes: Uint32Array) {
    this.values = values
    this.codes = codes
    this.#numbers = isNumeric(values) ? values.length - Number(values.at(-1) === null) : 0
    this.bytes = 3 * numberBytes * codes.length + values.reduce<number>((sum, value) => sum + bytesOf(value), 0)
  }

  /** Reads the column, some rows in a step. */
  static *read({ db, resource, rows }: ColumnSource, name: string): Steps<DictionaryColumn> {
    const type = name === rawKeyColumn ? 'string' : resource.columns[name]?.type
    const some = db
      .prepare<[string], string | number | null>(`SELECT search."${name}" FROM ${searchOfBodies(resource)}`)
      .pluck()
    const values: StoredValue[] = []
    const numbers = new Map<unknown, number>()
    const codes = new Uint32Array(rows.size)
    let row = 0
    for (const found of rows.eachStep(rowsPerStep, (bodies) => some.all(bodies))) {
      for (const stored of found) {
        let code = numbers.get(stored)
        if (code === undefined) {
          code = values.push(decode(stored, type)) - 1
          numbers.set(stored, code)
        }
        codes[row] = code
        row += 1
      }
      yield
    }
    return new DictionaryColumn(...inOrder(values, codes))
  }

  /** The rows that have one of these values, which are given in ascending order. */
  rowsWith(values: readonly number[]): RowSet {
    return this.#sortedRows().with(values)
  }

  /**
   * The same, cached under `key` for the next request; `onMade` is called with the number of bytes that are held from
   * then on.
   */
  keptRowsWith(key: string, valuesOf: () => readonly number[], onMade: (bytes: number) => void): RowSet {
    const known = this.#kept.get(key)
    if (known) return known
    const values = valuesOf()
    const rows = this.rowsWith(values)
    if (values.length === 0) return rows
    // Sets of the same column have the same size: one that another displaces is accounted for.
    if (this.#kept.size < maxKeptSets) onMade(rows.bytes)
    this.#kept.set(key, rows)
    return rows
  }

  /** The range of values that a condition on numbers selects; `to` is exclusive. Undefined for other conditions. */
  boundsOf({ operator, value }: Condition): readonly [from: number, to: number] | undefined {
    if (this.#numbers === 0) return undefined
    switch (operator) {
      case 'atLeast':
        return [this.#firstFrom(Number(value)), this.#numbers]
      case 'atMost':
        return [0, this.#firstFrom(Number(value), true)]
      case 'below':
        return [0, this.#firstFrom(Number(value))]
      default:
        return undefined
    }
  }

  /** The rows that have a value in this range. */
  rowsBetween([from, to]: readonly [from: number, to: number]): RowSet {
    return this.#sortedRows().between(from, to)
  }

  /** Number of the first value that is at least `limit`, or greater. */
  #firstFrom(limit: number, isGreater = false): number {
    let [low, high] = [0, this.#numbers]
    while (low < high) {
      const middle = (low + high) >>> 1
      const number = this.values[middle] as number
      if (isGreater ? number > limit : number >= limit) high = middle
      else low = middle + 1
    }
    return low
  }

  #sortedRows(): SortedRows {
    return (this.#sorted ??= new SortedRows(this.codes, this.values.length))
  }

  /** Its values as texts in which a part is searched; `onMade` is called with the bytes of new ones. */
  joinedTexts(texts: Texts | undefined, onMade: (bytes: number) => void): JoinedTexts {
    return this.#joined.get(texts ?? this.values) ?? runSynchronously(this.#join(texts, onMade))
  }

  /** Makes the same in steps; undefined if they are made. */
  prepareJoined(texts: Texts | undefined, onMade: (bytes: number) => void): Promise<JoinedTexts> | undefined {
    return this.#joined.has(texts ?? this.values) ? undefined : runInSlices(this.#join(texts, onMade))
  }

  *#join(texts: Texts | undefined, onMade: (bytes: number) => void): Steps<JoinedTexts> {
    const language = texts ?? this.values
    const made = yield* JoinedTexts.of(this.values, texts)
    // Another request may have made them meanwhile.
    const known = this.#joined.get(language)
    if (known) return known
    this.#joined.set(language, made)
    onMade(made.bytes)
    return made
  }
}

const isNumeric = (values: readonly StoredValue[]): boolean =>
  values.every((value) => typeof value === 'number' || value === null)

/** With numbers in order, so that those of a range are neighbours. */
function inOrder(values: StoredValue[], codes: Uint32Array): [StoredValue[], Uint32Array] {
  if (!isNumeric(values)) return [values, codes]
  const sorted: StoredValue[] = [...Float64Array.from(values.filter((value) => typeof value === 'number')).sort()]
  if (values.includes(null)) sorted.push(null)
  const placeOf = new Map(sorted.map((value, place) => [value, place]))
  const places = values.map((value) => placeOf.get(value) as number)
  return [sorted, codes.map((code) => places[code] as number)]
}

const bytesOf = (value: StoredValue): number =>
  valueBytes + (typeof value === 'string' ? textBytes(value) : Array.isArray(value) ? value.join().length * 2 : 0)

function decode(stored: string | number | null, type: string | undefined): StoredValue {
  if (stored === null) return null
  if (type === 'boolean') return stored === 1
  return type === 'list' ? (JSON.parse(String(stored)) as string[]) : stored
}
