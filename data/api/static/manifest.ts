import type { Patch } from '../model/patches.ts'

/** Describes a rendered tree. It is written last, so that a tree is visible as a whole or not at all. */
export interface Manifest {
  readonly format: 1
  /** SHA-256 of the catalog file from which the tree was rendered. */
  readonly catalog: string
  /** Identifies the catalog's content; the catalog contains the same value. */
  readonly state: string
  readonly patches: readonly Patch[]
  readonly scopes: Readonly<Record<string, RenderedScope>>
  /** In a published tree with saved pages: the SHA-256 of their index. */
  readonly pages?: string
  /** In a published tree: the encodings in which compressible files have siblings. */
  readonly encodings?: readonly SiblingEncoding[]
}

/** Extensions of compressed siblings, which are appended to the name of the file. */
export const siblingExtensions = { br: '.br', gzip: '.gz' } as const
export type SiblingEncoding = keyof typeof siblingExtensions

/** The files of one patch, or of the catalog itself (scope 0). */
export interface RenderedScope {
  /** Hash of everything that the files depend on: rows, texts and the code that answers. */
  readonly fingerprint: string
  /** Maps folder names to the SHA-256 of their index. */
  readonly folders: Readonly<Record<string, string>>
  /** For a patch: the SHA-256 of the listing of its bulk files. */
  readonly bulk?: string
}

/** The content of a folder's `index.json`. */
export interface FolderIndex {
  /** Number of rows on all pages of the list; null if the folder has no list. */
  readonly total: number | null
  /** Maps raw upstream keys to ids, for keys that are not converted by rule. */
  readonly aliases: Readonly<Record<string, string>>
  /** Maps file names without `.json` to ETags. */
  readonly files: Readonly<Record<string, string>>
  /** Maps asset columns that have an endpoint to row ids to hashes of assets. */
  readonly links?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Maps hashes of assets to media types, in the folder of the endpoint that answers by hash. */
  readonly assets?: Readonly<Record<string, string>>
  /** Maps names of bulk files to media types, in the folder of their endpoint. */
  readonly bulk?: Readonly<Record<string, string>>
}

export const catalogsFolder = 'catalog'

/** Path of the catalog in a published tree, named by the SHA-256 of its bytes. */
export const publishedCatalog = ({ catalog }: Pick<Manifest, 'catalog'>): string => `${catalogsFolder}/${catalog}.db`

export const manifestFile = 'manifest.json'
/** The manifest that will replace the current one, while catalog and manifest are switched one after the other. */
export const nextManifestFile = 'manifest.next.json'
export const indexFile = 'index.json'
