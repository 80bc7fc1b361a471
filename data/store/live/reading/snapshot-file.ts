// The snapshot file of an index: its arrays, as they are in memory, and a footer. The index may change while the file
// is written. The file then contains such changes in part, so its reader has to apply all changes after `change` again.
import { createHash } from 'node:crypto'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import type { Numbers } from './market-index/columns/growable-array.ts'
import type { ColumnContents } from './market-index/columns/market-columns.ts'
import type { SnapshotTables } from './market-index/market-index.ts'

/** To be changed whenever the order or the meaning of the arrays or the content of the footer changes. */
const format = 'market index 3'
const sliceBytes = 4 * 1024 * 1024
const digestBytes = 32
const footerLengthBytes = 8

const kinds = { doubles: Float64Array, integers: Int32Array, shorts: Uint16Array, bytes: Uint8Array } as const
type Kind = keyof typeof kinds
const kindNames: readonly Kind[] = ['doubles', 'integers', 'shorts', 'bytes']
const kindOf = (array: Numbers): Kind => kindNames.find((name) => array instanceof kinds[name]) ?? 'doubles'

/** The JSON after the arrays. */
interface Footer extends SnapshotTables {
  readonly format: string
  /** The snapshot has all changes up to this one. */
  readonly change: number
  /** Number of elements of each array. */
  readonly length: number
  readonly kinds: readonly Kind[]
}

interface Snapshot extends ColumnContents, SnapshotTables {
  /** The snapshot has all changes up to this one. */
  readonly change: number
}

interface SnapshotSource {
  readonly contents: { readonly arrays: readonly { readonly values: Numbers }[]; readonly length: number }
  /** Read after the arrays were written. */
  readonly tables: SnapshotTables
}

/** Thrown if a file is not a complete snapshot of this format. */
class SnapshotError extends Error {
  override name = 'SnapshotError'
}

const unfinishedOf = (path: string) => `${path}.unfinished`

/** Removes the incomplete file that a process left when it was killed. */
export const removeUnfinished = (path: string): Promise<void> => rm(unfinishedOf(path), { force: true })

/** Writes a snapshot to a temporary file, which replaces the one at `path` when it is complete and synced to disk. */
export async function writeSnapshot(path: string, source: SnapshotSource, change: number): Promise<void> {
  const { arrays, length } = source.contents
  const unfinished = unfinishedOf(path)
  const file = await open(unfinished, 'w')
  try {
    const hash = createHash('sha256')
    const write = async (bytes: Uint8Array) => {
      hash.update(bytes)
      await file.writeFile(bytes)
    }
    const arrayKinds: Kind[] = []
    for (const array of arrays) {
      arrayKinds.push(kindOf(array.values))
      await writeArray(array.values, length, write)
    }
    const footer = Buffer.from(JSON.stringify({ format, change, length, kinds: arrayKinds, ...source.tables }))
    const end = Buffer.alloc(footerLengthBytes)
    end.writeDoubleLE(footer.length)
    await write(footer)
    await write(end)
    await file.writeFile(hash.digest())
    await file.sync()
  } catch (error) {
    await file.close()
    await rm(unfinished, { force: true })
    throw error
  }
  await file.close()
  await rename(unfinished, path)
}

/** Writes copies of one slice after the other, because the array may change while a slice is being written. */
async function writeArray(values: Numbers, length: number, write: (bytes: Uint8Array) => Promise<void>): Promise<void> {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
  const size = length * values.BYTES_PER_ELEMENT
  for (let from = 0; from < size; from += sliceBytes) {
    const slice = new Uint8Array(Math.min(sliceBytes, size - from))
    slice.set(bytes.subarray(from, from + slice.length))
    await write(slice)
  }
}

/**
 * Reads a snapshot; undefined if there is no file. Throws `SnapshotError` if the file is damaged or of another format.
 */
export async function readSnapshot(path: string): Promise<Snapshot | undefined> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
  if (!file) return undefined
  try {
    return await readFrom(file)
  } finally {
    await file.close()
  }
}

async function readFrom(file: FileHandle): Promise<Snapshot> {
  const { size } = await file.stat()
  const end = size - digestBytes
  const read = async (from: number, bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length;) {
      const { bytesRead } = await file.read(bytes, at, bytes.length - at, from + at)
      if (bytesRead === 0) throw new SnapshotError('it ends too early')
      at += bytesRead
    }
  }
  if (end < footerLengthBytes) throw new SnapshotError('it is too short')
  const tail = Buffer.alloc(footerLengthBytes + digestBytes)
  await read(end - footerLengthBytes, tail)
  const footerLength = tail.readDoubleLE()
  const footerAt = end - footerLengthBytes - footerLength
  if (!Number.isInteger(footerLength) || footerLength < 0 || footerAt < 0) throw new SnapshotError('it is damaged')
  const text = Buffer.alloc(footerLength)
  await read(footerAt, text)
  const { length, kinds: arrayKinds, ...footer } = readFooter(text)
  const arrays = arrayKinds.map((kind) => new kinds[kind](length))
  if (arrays.reduce((sum, { byteLength }) => sum + byteLength, 0) !== footerAt) throw new SnapshotError('it is damaged')
  const hash = createHash('sha256')
  let at = 0
  for (const array of arrays) {
    const bytes = new Uint8Array(array.buffer)
    await read(at, bytes)
    hash.update(bytes)
    at += bytes.length
  }
  hash.update(text).update(tail.subarray(0, footerLengthBytes))
  if (!hash.digest().equals(tail.subarray(footerLengthBytes))) throw new SnapshotError('it is damaged')
  return { ...footer, arrays }
}

/**
 * Checks the fields by which the arrays are read; the hash of the file covers the others. There is no schema for the
 * footer, because a library for schemas takes 3 MB in each thread.
 */
function readFooter(text: Buffer): Footer {
  const footer = parsed(text)
  const isReadable =
    footer?.format === format &&
    Number.isSafeInteger(footer.length) &&
    Array.isArray(footer.kinds) &&
    footer.kinds.every((kind: Kind) => kindNames.includes(kind))
  if (!isReadable) throw new SnapshotError('it is damaged, or of another version of this program')
  return footer
}

function parsed(text: Buffer): Footer | null {
  try {
    return JSON.parse(text.toString()) as Footer | null
  } catch {
    return null
  }
}
