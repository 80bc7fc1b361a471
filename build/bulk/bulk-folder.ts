import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { constants, gzip, zstdCompress } from 'node:zlib'
import { bulkFolder, bulkName, type BulkEncoding, type BulkFile } from '../../data/api/model/values/bulk-files.ts'
import type { Manifest } from '../../data/api/static/manifest.ts'
import { BulkListings, listingPath, type ListedBulkFile } from '../../data/store/files/bulk-listings.ts'
import { sha256 } from '../../data/store/files/etag.ts'
import { createBatchWriter } from '../../data/store/files/write-atomic.ts'

/** A file to write in each of these encodings. */
export interface BulkSource extends Omit<BulkFile, 'encoding' | 'bytes' | 'sha256'> {
  readonly encodings: readonly BulkEncoding[]
  /** Hash of everything that the bytes depend on. */
  readonly content: string
  readonly read: () => Buffer | Promise<Buffer>
}

/** The bulk files of a patch, and the hash of their listing. */
export interface BulkListing {
  readonly hash: string
  readonly files: readonly ListedBulkFile[]
}

const deflate = promisify(gzip)
const zstd = promisify(zstdCompress)
const zstdParams = { [constants.ZSTD_c_compressionLevel]: 6, [constants.ZSTD_c_checksumFlag]: 1 }

const pack: Readonly<Record<BulkEncoding, (bytes: Buffer) => Buffer | Promise<Buffer>>> = {
  gzip: (bytes) => deflate(bytes, { level: 6 }),
  zstd: (bytes) => zstd(bytes, { params: zstdParams }),
  identity: (bytes) => bytes,
}

/** The folder of bulk files. Existing files are neither packed nor written again. */
export class BulkFolder {
  /** Hash of the code; together with hashes of contents it identifies files that are generated from them. */
  readonly digest: string
  readonly dataDir: string
  readonly #write = createBatchWriter()
  readonly #earlier: BulkListings
  readonly #known = new Map<string, ListedBulkFile>()

  /** Files that the manifest `earlier` lists are reused. */
  constructor(dataDir: string, earlier: Manifest | undefined, digest: string) {
    this.dataDir = dataDir
    this.digest = digest
    this.#earlier = new BulkListings(dataDir, earlier)
    for (const file of this.#earlier.all())
      if (existsSync(join(dataDir, bulkFolder, bulkName(file)))) this.#known.set(keyOf(file), file)
  }

  /** Writes the files of a source, unless they exist, and returns their entries for the listing. */
  async add({ encodings, read, ...about }: BulkSource): Promise<ListedBulkFile[]> {
    let bytes: Promise<Buffer> | undefined
    return Promise.all(
      encodings.map(async (encoding) => {
        const known = this.#known.get(keyOf({ ...about, encoding }))
        if (known) return listed({ ...about, encoding, bytes: known.bytes, sha256: known.sha256 })
        bytes ??= Promise.resolve(read())
        return this.#add({ ...about, encoding }, await pack[encoding](await bytes))
      }),
    )
  }

  #add(about: Omit<ListedBulkFile, 'bytes' | 'sha256'>, bytes: Buffer): ListedBulkFile {
    const file = listed({ ...about, bytes: bytes.length, sha256: sha256(bytes) })
    this.#write(join(this.dataDir, bulkFolder, bulkName(file)), bytes)
    this.#known.set(keyOf(file), file)
    return file
  }

  /** Writes the listing of a patch and returns it. */
  list(files: readonly ListedBulkFile[]): BulkListing {
    const text = JSON.stringify(files)
    const hash = sha256(text)
    this.#write(listingPath(this.dataDir, hash), text)
    return { hash, files }
  }

  /** The listing of an unchanged patch. */
  reuse(scope: number, hash: string): BulkListing {
    return { hash, files: this.#earlier.of(scope) }
  }
}

type Keyed = Pick<ListedBulkFile, 'format' | 'content' | 'encoding'>

const keyOf = ({ format, content, encoding }: Keyed): string => `${format} ${content} ${encoding}`

const listed = ({
  resource,
  format,
  encoding,
  locale,
  rows,
  bytes,
  sha256,
  content,
}: ListedBulkFile): ListedBulkFile => ({
  ...{ resource, format, encoding, ...(locale !== undefined && { locale }), rows, bytes, sha256, content },
})
