import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Database } from 'better-sqlite3'
import type { Api } from '../../../api/model/api.ts'
import type { Resource } from '../../../api/model/resource.ts'

/** Gives the rows of a resource at a scope. */
export type RowsOf = (resource: Resource, scope: number) => ScopeRows

/** A catalog's database, and which rows its resources have. */
export interface StoredRows {
  readonly db: Database
  readonly api: Api
  readonly rows: { readonly of: RowsOf }
}

const numberBytes = Uint32Array.BYTES_PER_ELEMENT
const capturedAtBytes = 80

/** Which rows a resource has at a scope, in order of their keys; a row is known by its number, from 0. */
export class ScopeRows {
  /** Where the content of each row is. */
  readonly bodyIds: Uint32Array
  /** Which patch introduced that content. */
  readonly sincePatchIds: Uint32Array
  /** By row number, where a row has one of its own. */
  readonly capturedAt: ReadonlyMap<number, string>
  #byBody: Float64Array | undefined

  constructor(bodyIds: Uint32Array, sincePatchIds: Uint32Array, capturedAt: ReadonlyMap<number, string> = new Map()) {
    this.bodyIds = bodyIds
    this.sincePatchIds = sincePatchIds
    this.capturedAt = capturedAt
  }

  get size(): number {
    return this.bodyIds.length
  }

  /** What it holds in memory, with the order that `rowOf` makes. */
  get bytes(): number {
    return 4 * numberBytes * this.size + this.capturedAt.size * capturedAtBytes
  }

  /** The number of the row that has a body. */
  rowOf(bodyId: number): number | undefined {
    this.#byBody ??= orderByBody(this.bodyIds)
    const ordered = this.#byBody
    let [low, high] = [0, ordered.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((ordered[middle] as number) < bodyId * this.size) low = middle + 1
      else high = middle
    }
    const row = (ordered[low] ?? Infinity) - bodyId * this.size
    return row < this.size ? row : undefined
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

  /**
   * As bytes (little-endian, as every platform of Node): their number, differences of body ids, patches, and JSON of [row, time] pairs,
   * compressed. So 2,500 rows of which 1 % changed take some 300 bytes.
   */
  encode(): Buffer {
    const captured = Buffer.from(JSON.stringify([...this.capturedAt]))
    const plain = new Uint8Array(numberBytes * (1 + 2 * this.size) + captured.length)
    const numbers = new Int32Array(plain.buffer, 0, 1 + 2 * this.size)
    numbers[0] = this.size
    this.bodyIds.forEach((id, row) => (numbers[1 + row] = id - (this.bodyIds[row - 1] ?? 0)))
    numbers.set(this.sincePatchIds, 1 + this.size)
    plain.set(captured, numbers.byteLength)
    return zstdCompressSync(plain)
  }

  /** Rows that were encoded. */
  static decode(content: Uint8Array): ScopeRows {
    const plain = zstdDecompressSync(content)
    const size = plain.readInt32LE(0)
    const end = numberBytes * (1 + 2 * size)
    // A copy, because numbers begin at multiples of four.
    const numbers = new Uint32Array(plain.buffer.slice(plain.byteOffset + numberBytes, plain.byteOffset + end))
    const bodyIds = numbers.slice(0, size)
    for (let row = 1; row < size; row += 1) bodyIds[row] = (bodyIds[row] as number) + (bodyIds[row - 1] as number)
    const captured = JSON.parse(plain.toString('utf8', end)) as [number, string][]
    return new ScopeRows(bodyIds, numbers.slice(size), new Map(captured))
  }
}

/** Body and row of each row as one number, rising. */
function orderByBody(bodyIds: Uint32Array): Float64Array {
  const ordered = new Float64Array(bodyIds.length)
  for (let row = 0; row < bodyIds.length; row += 1) ordered[row] = (bodyIds[row] as number) * bodyIds.length + row
  return ordered.sort()
}
