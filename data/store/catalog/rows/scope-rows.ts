import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Database } from 'better-sqlite3'
import type { Api } from '../../../api/model/api.ts'
import type { Resource } from '../../../api/model/resource.ts'

/** Returns the rows of a resource at a scope. */
export type RowsOf = (resource: Resource, scope: number) => ScopeRows

/** The database of a catalog, and the rows of its resources. */
export interface RowSource {
  readonly db: Database
  readonly api: Api
  readonly rows: { readonly of: RowsOf }
}

const numberBytes = Uint32Array.BYTES_PER_ELEMENT
const timeBytes = 80
/** Spreads consecutive numbers over a hash table (Knuth's multiplicative hashing). */
const hashFactor = 0x9e3779b1

/** Times of capture of rows. */
export interface CapturedTimes {
  /** Distinct times. */
  readonly times: readonly string[]
  /** For each row the number of its time, from 1; 0 if it has none. */
  readonly numbers: Uint32Array
}

/** The rows of a resource at a scope, in the order of their keys. A row is identified by its number, from 0. */
export class ScopeRows {
  /** For each row the id of the body that has its content. */
  readonly bodyIds: Uint32Array
  /** For each row the patch that introduced its content. */
  readonly sincePatchIds: Uint32Array
  /** Undefined if no row has a time. */
  readonly captured: CapturedTimes | undefined
  #byBody: Uint32Array | undefined
  #sortedBodyIds: Uint32Array | undefined

  constructor(bodyIds: Uint32Array, sincePatchIds: Uint32Array, captured?: CapturedTimes) {
    this.bodyIds = bodyIds
    this.sincePatchIds = sincePatchIds
    this.captured = captured?.times.length ? captured : undefined
  }

  get size(): number {
    return this.bodyIds.length
  }

  /** Upper bound of its memory, including the sorted ids and the hash table that `rowOf` makes. */
  get bytes(): number {
    const { times = [], numbers = [] } = this.captured ?? {}
    return numberBytes * (3 * this.size + numbers.length + capacityFor(this.size)) + times.length * timeBytes
  }

  /** The body ids of all rows in ascending order. */
  get sortedBodyIds(): Uint32Array {
    return (this.#sortedBodyIds ??= this.bodyIds.toSorted())
  }

  /** The time of capture of a row, undefined if it has none. */
  capturedAt(row: number): string | undefined {
    return this.captured?.times[(this.captured.numbers[row] ?? 0) - 1]
  }

  /** The number of the row with a body, undefined if there is none. */
  rowOf(bodyId: number): number | undefined {
    this.#byBody ??= rowsByBody(this.bodyIds)
    const table = this.#byBody
    for (let slot = slotOf(bodyId, table.length); ; slot = (slot + 1) & (table.length - 1)) {
      const row = (table[slot] as number) - 1
      if (row < 0) return undefined
      if (this.bodyIds[row] === bodyId) return row
    }
  }

  /** The patch that introduced a body, undefined if no row has it. */
  sinceOf(bodyId: number): number | undefined {
    const row = this.rowOf(bodyId)
    return row === undefined ? undefined : this.sincePatchIds[row]
  }

  /** Keeps the entries of `found` whose bodies have a row, with the numbers of these rows and in their order. */
  locate<T extends { readonly body_id: number }>(found: readonly T[]): (T & { readonly row: number })[] {
    return found
      .flatMap((one) => {
        const row = this.rowOf(one.body_id)
        return row === undefined ? [] : [{ ...one, row }]
      })
      .sort((a, b) => a.row - b.row)
  }

  /** The body ids of the rows from `from` to `to`, exclusive, as JSON for `json_each`. */
  bodiesAsJson(from = 0, to = this.size): string {
    return `[${this.bodyIds.subarray(from, to).join()}]`
  }

  /**
   * Encodes the rows as bytes, little-endian as all platforms of Node: the number of rows, the number of rows with numbers
   * of times (all or 0), the differences between body ids, the patches, the numbers of times, and the times as JSON. They are
   * compressed with a checksum: 2,500 rows of which 1 % changed take some 300 bytes.
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

  /** Decodes rows. Throws if the content is damaged. */
  static decode(content: Uint8Array): ScopeRows {
    const plain = zstdDecompressSync(content)
    const [size, timed] = [plain.readUInt32LE(0), plain.readUInt32LE(numberBytes)]
    const end = numberBytes * (2 + 2 * size + timed)
    // Copied, because a `Uint32Array` has to begin at a multiple of four.
    const numbers = new Uint32Array(plain.buffer.slice(plain.byteOffset + 2 * numberBytes, plain.byteOffset + end))
    const bodyIds = numbers.slice(0, size)
    for (let row = 1; row < size; row += 1) bodyIds[row] = (bodyIds[row] as number) + (bodyIds[row - 1] as number)
    const times = JSON.parse(plain.toString('utf8', end)) as string[]
    return new ScopeRows(bodyIds, numbers.slice(size, 2 * size), { times, numbers: numbers.slice(2 * size) })
  }
}

/** Number of slots of the hash table: a power of two, and at least twice the number of rows. */
const capacityFor = (size: number): number => 2 ** Math.ceil(Math.log2(2 * size + 2))

const slotOf = (bodyId: number, capacity: number): number => Math.imul(bodyId, hashFactor) >>> Math.clz32(capacity - 1)

/** Makes a hash table of row numbers, from 1. Sorting the rows for a binary search would take ten times as long. */
function rowsByBody(bodyIds: Uint32Array): Uint32Array {
  const table = new Uint32Array(capacityFor(bodyIds.length))
  for (let row = 0; row < bodyIds.length; row += 1) {
    const bodyId = bodyIds[row] as number
    let slot = slotOf(bodyId, table.length)
    const isOther = (found: number) => found !== 0 && bodyIds[found - 1] !== bodyId
    while (isOther(table[slot] as number)) slot = (slot + 1) & (table.length - 1)
    // If an invalid bundle has several rows with the same body, the first one is found.
    if (table[slot] === 0) table[slot] = row + 1
  }
  return table
}
