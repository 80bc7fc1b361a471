import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Database } from 'better-sqlite3'
import type { Api } from '../../../api/model/api.ts'
import type { Resource } from '../../../api/model/resource.ts'

/** Gives the rows of a resource at a scope. */
export type RowsOf = (resource: Resource, scope: number) => ScopeRows

/** A catalog's database, and which rows its resources have. */
export interface RowSource {
  readonly db: Database
  readonly api: Api
  readonly rows: { readonly of: RowsOf }
}

const numberBytes = Uint32Array.BYTES_PER_ELEMENT
const timeBytes = 80
/** Spreads numbers that follow each other over a table (Knuth's multiplicative hashing). */
const hashFactor = 0x9e3779b1

/** Times of capture: each once, and for each row the number of its own, from 1; 0 where a row has none. */
export interface CapturedTimes {
  readonly times: readonly string[]
  readonly numbers: Uint32Array
}

/** Which rows a resource has at a scope, in order of their keys; a row is known by its number, from 0. */
export class ScopeRows {
  /** Where the content of each row is. */
  readonly bodyIds: Uint32Array
  /** Which patch introduced that content. */
  readonly sincePatchIds: Uint32Array
  /** Absent where no row has one. */
  readonly captured: CapturedTimes | undefined
  #byBody: Uint32Array | undefined

  constructor(bodyIds: Uint32Array, sincePatchIds: Uint32Array, captured?: CapturedTimes) {
    this.bodyIds = bodyIds
    this.sincePatchIds = sincePatchIds
    this.captured = captured?.times.length ? captured : undefined
  }

  get size(): number {
    return this.bodyIds.length
  }

  /** What it holds in memory at most, with the table that `rowOf` makes. */
  get bytes(): number {
    const { times = [], numbers = [] } = this.captured ?? {}
    return numberBytes * (2 * this.size + numbers.length + capacityFor(this.size)) + times.length * timeBytes
  }

  /** When a row was captured, if it has a time of its own. */
  capturedAt(row: number): string | undefined {
    return this.captured?.times[(this.captured.numbers[row] ?? 0) - 1]
  }

  /** The number of the row that has a body. */
  rowOf(bodyId: number): number | undefined {
    this.#byBody ??= rowsByBody(this.bodyIds)
    const table = this.#byBody
    for (let slot = slotOf(bodyId, table.length); ; slot = (slot + 1) & (table.length - 1)) {
      const row = (table[slot] as number) - 1
      if (row < 0) return undefined
      if (this.bodyIds[row] === bodyId) return row
    }
  }

  /** The patch that introduced a body; undefined where no row has it. */
  sinceOf(bodyId: number): number | undefined {
    const row = this.rowOf(bodyId)
    return row === undefined ? undefined : this.sincePatchIds[row]
  }

  /** Those of `found` that are rows here, each with its number, in order. */
  placed<T extends { readonly body_id: number }>(found: readonly T[]): (T & { readonly row: number })[] {
    return found
      .flatMap((one) => {
        const row = this.rowOf(one.body_id)
        return row === undefined ? [] : [{ ...one, row }]
      })
      .sort((a, b) => a.row - b.row)
  }

  /** The bodies of the rows `from` to `to`, as the JSON text that `json_each` reads. */
  bodiesAsJson(from = 0, to = this.size): string {
    return `[${this.bodyIds.subarray(from, to).join()}]`
  }

  /** What `read` gives for the bodies of all rows, some rows at a time. Throws where it gives nothing for one of them. */
  *eachStep<T>(rowsPerStep: number, read: (bodies: string) => readonly T[]): Generator<readonly T[]> {
    for (let from = 0; from < this.size; from += rowsPerStep) {
      const found = read(this.bodiesAsJson(from, from + rowsPerStep))
      if (found.length !== Math.min(rowsPerStep, this.size - from))
        throw new Error(`The catalog is damaged: bodies of rows ${from + 1} to ${from + rowsPerStep} are missing`)
      yield found
    }
  }

  /**
   * As bytes (little-endian, as every platform of Node): how many rows, and whether they have times; differences of
   * body ids, patches, numbers of times; JSON of the times. Compressed with a checksum: 2,500 rows of which 1 % changed
   * take some 300 bytes.
   */
  encode(): Buffer {
    const { times = [], numbers = new Uint32Array() } = this.captured ?? {}
    const json = Buffer.from(JSON.stringify(times))
    const plain = new Uint8Array(numberBytes * (2 + 2 * this.size + numbers.length) + json.length)
    const head = new Uint32Array(plain.buffer, 0, 2 + 2 * this.size + numbers.length)
    head.set([this.size, numbers.length])
    this.bodyIds.forEach((id, row) => (head[2 + row] = id - (this.bodyIds[row - 1] ?? 0)))
    head.set(this.sincePatchIds, 2 + this.size)
    head.set(numbers, 2 + 2 * this.size)
    plain.set(json, head.byteLength)
    return zstdCompressSync(plain, { params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  }

  /** Rows that were encoded; throws where the content is damaged. */
  static decode(content: Uint8Array): ScopeRows {
    const plain = zstdDecompressSync(content)
    const [size, timed] = [plain.readUInt32LE(0), plain.readUInt32LE(numberBytes)]
    const end = numberBytes * (2 + 2 * size + timed)
    // A copy, because numbers begin at multiples of four.
    const numbers = new Uint32Array(plain.buffer.slice(plain.byteOffset + 2 * numberBytes, plain.byteOffset + end))
    const bodyIds = numbers.slice(0, size)
    for (let row = 1; row < size; row += 1) bodyIds[row] = (bodyIds[row] as number) + (bodyIds[row - 1] as number)
    const times = JSON.parse(plain.toString('utf8', end)) as string[]
    return new ScopeRows(bodyIds, numbers.slice(size, 2 * size), { times, numbers: numbers.slice(2 * size) })
  }
}

/** At least twice as many slots as rows, a power of two. */
const capacityFor = (size: number): number => 2 ** Math.ceil(Math.log2(2 * size + 2))

const slotOf = (bodyId: number, capacity: number): number => Math.imul(bodyId, hashFactor) >>> Math.clz32(capacity - 1)

/** A hash table of row numbers, from 1: it is made in a tenth of the time of an order that could be searched. */
function rowsByBody(bodyIds: Uint32Array): Uint32Array {
  const table = new Uint32Array(capacityFor(bodyIds.length))
  for (let row = 0; row < bodyIds.length; row += 1) {
    const bodyId = bodyIds[row] as number
    let slot = slotOf(bodyId, table.length)
    const isOther = (found: number) => found !== 0 && bodyIds[found - 1] !== bodyId
    while (isOther(table[slot] as number)) slot = (slot + 1) & (table.length - 1)
    // Of equal rows, as an invalid bundle may have them, the first is found.
    if (table[slot] === 0) table[slot] = row + 1
  }
  return table
}
