// The bulk files of a data folder. They are in one folder, each named by the hash of its bytes, with a listing for each
// patch.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  bulkFolder,
  bulkMediaTypeOf,
  bulkName,
  type BulkFile,
  type BulkFiles,
} from '../../api/model/values/bulk-files.ts'
import type { Manifest } from '../../api/static/manifest.ts'
import { sha256 } from './etag.ts'
import { readIfPresent } from './read-file.ts'
import { readManifests } from './tree.ts'

/** A bulk file in a listing. */
export interface ListedBulkFile extends BulkFile {
  /** Hash of the content before it was packed, by which equal contents are not packed again. */
  readonly content: string
}

/** Path of the listing with a hash. */
export const listingPath = (dataDir: string, hash: string): string => join(dataDir, bulkFolder, `${hash}.json`)

/** The bulk files of each patch, from the listings whose hashes are in a manifest. */
export class BulkListings implements BulkFiles {
  readonly #dataDir: string
  readonly #hashes = new Map<number, string>()
  /** Bytes of listings that have not been parsed yet, by hash. */
  readonly #unread = new Map<string, Buffer>()
  readonly #listings = new Map<string, readonly ListedBulkFile[]>()
  #mediaTypes: Readonly<Record<string, string>> | undefined

  constructor(dataDir: string, manifest: Manifest | undefined) {
    this.#dataDir = dataDir
    for (const [scope, { bulk }] of Object.entries(manifest?.scopes ?? {})) this.set(Number(scope), bulk)
  }

  /** The listings of the manifest of a data folder for a state of the catalog; none if it has no such manifest. */
  static ofState(dataDir: string, state: string): BulkListings {
    const manifest = readManifests(dataDir).find((one) => one.state === state)
    return new BulkListings(dataDir, manifest)
  }

  /** Reads all listings now, because an import that replaces a patch removes its listing before services notice. */
  readAhead(): void {
    for (const hash of this.#hashes.values()) {
      const bytes = readIfPresent(listingPath(this.#dataDir, hash))
      if (bytes) this.#unread.set(hash, bytes)
    }
  }

  /** Sets or removes the listing of a patch during rendering. Its files are read unless they are given. */
  set(scope: number, hash: string | undefined, files?: readonly ListedBulkFile[]): void {
    if (hash === undefined) this.#hashes.delete(scope)
    else this.#hashes.set(scope, hash)
    if (hash !== undefined && files) this.#listings.set(hash, files)
    this.#mediaTypes = undefined
  }

  /** Hashes of the listings in the order of the patches. */
  hashes(): string[] {
    return [...this.#hashes].sort(([a], [b]) => a - b).map(([, hash]) => hash)
  }

  /** The bulk files of a patch, none if it has no listing or that is missing or damaged. */
  of(scope: number): readonly ListedBulkFile[] {
    const hash = this.#hashes.get(scope)
    if (hash === undefined) return []
    const known = this.#listings.get(hash) ?? readListing(this.#dataDir, hash, this.#unread.get(hash)) ?? []
    this.#listings.set(hash, known)
    this.#unread.delete(hash)
    return known
  }

  /** All bulk files of all listings. */
  all(): readonly ListedBulkFile[] {
    return [...this.#hashes.keys()].flatMap((scope) => this.of(scope))
  }

  /** Media types of all bulk files by name, in order. */
  mediaTypes(): Readonly<Record<string, string>> {
    const names = () => [...new Set(this.all().map(bulkName))].sort()
    return (this.#mediaTypes ??= Object.fromEntries(names().map((name) => [name, bulkMediaTypeOf(name)])))
  }

  /** Names of all bulk files and listings in the folder. */
  fileNames(): ReadonlySet<string> {
    return new Set([...this.hashes().map((hash) => `${hash}.json`), ...Object.keys(this.mediaTypes())])
  }
}

/** Reads a listing; undefined if it is missing or does not have its hash. */
function readListing(
  dataDir: string,
  hash: string,
  bytes = readIfPresent(listingPath(dataDir, hash)),
): readonly ListedBulkFile[] | undefined {
  return bytes && sha256(bytes) === hash ? (JSON.parse(bytes.toString()) as ListedBulkFile[]) : undefined
}

/** Whether a listing and all its files exist. */
export const hasBulkFiles = (dataDir: string, hash: string): boolean =>
  readListing(dataDir, hash)?.every((file) => existsSync(join(dataDir, bulkFolder, bulkName(file)))) ?? false
