import type { Database } from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import type { Condition, StoredValue } from '../../../api/model/conditions.ts'
import type { Resource } from '../../../api/model/resource.ts'
import type { Texts } from '../../../api/model/values/locales.ts'
import { runSynchronously, runInSlices, type Steps } from '../../../api/model/values/steps.ts'
import { textBytes } from '../../cache/caches.ts'
import { rawKeyColumn, searchTable } from '../catalog-schema.ts'
import type { ScopeRows } from '../rows/scope-rows.ts'
import { storedValues } from '../rows/stored-values.ts'
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
/** Memory of an element in a list and in a map of values. */
const valueBytes = 48
/** More than most enumerations have values. For 20,000 rows these sets take 40 KB. */
const maxCachedSets = 16
/** Rows per step: few enough to be read in milliseconds. */
const rowsPerStep = 2000

/** The distinct values of a column (numbers in ascending order), and for each row the code of its value, from 0. */
export class DictionaryColumn {
  readonly values: readonly StoredValue[]
  readonly codes: Uint32Array
  /** Made when rows are first selected by their values. */
  #sorted: SortedRows | undefined
  /** Its texts by language, once they have been searched. */
  readonly #joined = new WeakMap<object, JoinedTexts>()
  /** Sets of rows for the most recently requested values. */
  readonly #cached = new LRUCache<string, RowSet>({ max: maxCachedSets })
  /** Memory of the values, the codes and the sorted rows, without cached sets and joined texts. */
  readonly bytes: number
  /** Number of values that are numbers, if all but null are. They come first, in ascending order. Otherwise 0. */
  readonly #numberCount: number

  private constructor(values: readonly StoredValue[], codes: Uint32Array) {
    this.values = values
    this.codes = codes
    this.#numberCount = isNumeric(values) ? values.length - Number(values.at(-1) === null) : 0
    this.bytes = 3 * numberBytes * codes.length + values.reduce<number>((sum, value) => sum + bytesOf(value), 0)
  }

  /** Reads a column, some rows in each step. */
  static *read({ db, resource, rows }: ColumnSource, name: string): Steps<DictionaryColumn> {
    const type = name === rawKeyColumn ? 'string' : resource.columns[name]?.type
    const expression = { table: searchTable(resource), expression: `stored."${name}"` }
    const found = yield* storedValues<string | number | null>(db, rows, expression, rowsPerStep)
    const values: StoredValue[] = []
    const codeOf = new Map<unknown, number>()
    const codes = new Uint32Array(rows.size)
    for (const [row, stored] of found.entries()) {
      let code = codeOf.get(stored)
      if (code === undefined) {
        code = values.push(decode(stored, type)) - 1
        codeOf.set(stored, code)
      }
      codes[row] = code
      if (row % rowsPerStep === 0) yield
    }
    return new DictionaryColumn(...inOrder(values, codes))
  }

  /** The rows with one of the values, whose codes are given in ascending order. */
  rowsWith(values: readonly number[]): RowSet {
    return this.#sortedRows().with(values)
  }

  /** As `rowsWith`, with a cache of sets by `key`. `onMade` is called with the memory by which the cache has grown. */
  cachedRowsWith(key: string, valuesOf: () => readonly number[], onMade: (bytes: number) => void): RowSet {
    const known = this.#cached.get(key)
    if (known) return known
    const values = valuesOf()
    const rows = this.rowsWith(values)
    if (values.length === 0) return rows
    // All sets of a column have the same size, so replacing one by another does not change the memory.
    if (this.#cached.size < maxCachedSets) onMade(rows.bytes)
    this.#cached.set(key, rows)
    return rows
  }

  /** The range of codes that a condition on numbers selects; `to` is exclusive. Undefined for other conditions. */
  boundsOf({ operator, value }: Condition): readonly [from: number, to: number] | undefined {
    if (this.#numberCount === 0) return undefined
    switch (operator) {
      case 'atLeast':
        return [this.#firstFrom(Number(value)), this.#numberCount]
      case 'atMost':
        return [0, this.#firstFrom(Number(value), true)]
      case 'below':
        return [0, this.#firstFrom(Number(value))]
      default:
        return undefined
    }
  }

  /** The rows whose codes are in a range. */
  rowsBetween([from, to]: readonly [from: number, to: number]): RowSet {
    return this.#sortedRows().between(from, to)
  }

  /** Code of the first value that is at least `limit` or, with `isGreater`, above it. */
  #firstFrom(limit: number, isGreater = false): number {
    let [low, high] = [0, this.#numberCount]
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

  /** The values as joined texts, to search for substrings. `onMade` is called with the memory of new ones. */
  joinedTexts(texts: Texts | undefined, onMade: (bytes: number) => void): JoinedTexts {
    return this.#joined.get(texts ?? this.values) ?? runSynchronously(this.#join(texts, onMade))
  }

  /** Makes the joined texts in steps. Returns undefined if they exist. */
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

/** Sorts values if they are numbers, null last, and adapts the codes, so that those of a range are contiguous. */
function inOrder(values: StoredValue[], codes: Uint32Array): [StoredValue[], Uint32Array] {
  if (!isNumeric(values)) return [values, codes]
  const sorted: StoredValue[] = [...Float64Array.from(values.filter((value) => typeof value === 'number')).sort()]
  if (values.includes(null)) sorted.push(null)
  const codeOf = new Map(sorted.map((value, code) => [value, code]))
  const newCodes = values.map((value) => codeOf.get(value) as number)
  return [sorted, codes.map((code) => newCodes[code] as number)]
}

const bytesOf = (value: StoredValue): number =>
  valueBytes + (typeof value === 'string' ? textBytes(value) : Array.isArray(value) ? value.join().length * 2 : 0)

function decode(stored: string | number | null, type: string | undefined): StoredValue {
  if (stored === null) return null
  if (type === 'boolean') return stored === 1
  return type === 'list' ? (JSON.parse(String(stored)) as string[]) : stored
}
