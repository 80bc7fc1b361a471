// The bulk files of a data folder: in one folder, each under the hash of its bytes, and beside them a listing for each
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

/** A bulk file with the hash of what it was made from: equal contents need not be packed twice. */
export interface ListedBulkFile extends BulkFile {
  readonly content: string
}

export const listingPath = (dataDir: string, hash: string): string => join(dataDir, bulkFolder, `${hash}.json`)

/** The bulk files of each patch, as the listings tell that a manifest names by their hashes. */
export class BulkListings implements BulkFiles {
  readonly #dataDir: string
  readonly #hashes = new Map<number, string>()
  /** Bytes of listings that were not needed yet, by hash. */
  readonly #unread = new Map<string, Buffer>()
  readonly #listings = new Map<string, readonly ListedBulkFile[]>()
  #mediaTypes: Readonly<Record<string, string>> | undefined

  constructor(dataDir: string, manifest: Manifest | undefined) {
    this.#dataDir = dataDir
    for (const [scope, { bulk }] of Object.entries(manifest?.scopes ?? {})) this.set(Number(scope), bulk)
  }

  /** The listings of a data folder's rendered files, if these are of this state of the catalog. */
  static ofState(dataDir: string, state: string): BulkListings {
    const manifest = readManifests(dataDir).find((one) => one.state === state)
    return new BulkListings(dataDir, manifest)
  }

  /** Reads all listings now: an import that replaces a patch removes its listing before a service knows of it. */
  readAhead(): void {
    for (const hash of this.#hashes.values()) {
      const bytes = readIfPresent(listingPath(this.#dataDir, hash))
      if (bytes) this.#unread.set(hash, bytes)
    }
  }

  /** While rendering: sets or removes the listing of a patch. Its files are read unless they are given. */
  set(scope: number, hash: string | undefined, files?: readonly ListedBulkFile[]): void {
    if (hash === undefined) this.#hashes.delete(scope)
    else this.#hashes.set(scope, hash)
    if (hash !== undefined && files) this.#listings.set(hash, files)
    this.#mediaTypes = undefined
  }

  /** Of the listings, in order of patches. */
  hashes(): string[] {
    return [...this.#hashes].sort(([a], [b]) => a - b).map(([, hash]) => hash)
  }

  of(scope: number): readonly ListedBulkFile[] {
    const hash = this.#hashes.get(scope)
    if (hash === undefined) return []
    const known = this.#listings.get(hash) ?? readListing(this.#dataDir, hash, this.#unread.get(hash)) ?? []
    this.#listings.set(hash, known)
    this.#unread.delete(hash)
    return known
  }

  /** Each file that a listing names. */
  all(): readonly ListedBulkFile[] {
    return [...this.#hashes.keys()].flatMap((scope) => this.of(scope))
  }

  mediaTypes(): Readonly<Record<string, string>> {
    const names = () => [...new Set(this.all().map(bulkName))].sort()
    return (this.#mediaTypes ??= Object.fromEntries(names().map((name) => [name, bulkMediaTypeOf(name)])))
  }

  /** Names in the folder: the files and the listings. */
  fileNames(): ReadonlySet<string> {
    return new Set([...this.hashes().map((hash) => `${hash}.json`), ...Object.keys(this.mediaTypes())])
  }
}

/** Undefined if the listing is missing or does not have this hash. */
function readListing(
  dataDir: string,
  hash: string,
  bytes = readIfPresent(listingPath(dataDir, hash)),
): readonly ListedBulkFile[] | undefined {
  return bytes && sha256(bytes) === hash ? (JSON.parse(bytes.toString()) as ListedBulkFile[]) : undefined
}

/** True if the listing and all files that it names exist. */
export const hasBulk = (dataDir: string, hash: string): boolean =>
  readListing(dataDir, hash)?.every((file) => existsSync(join(dataDir, bulkFolder, bulkName(file)))) ?? false
