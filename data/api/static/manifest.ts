import type { Patch } from '../model/patches.ts'

/** What the rendered tree holds; written last, so that a tree is seen whole or not at all. */
export interface Manifest {
  readonly format: 1
  /** SHA-256 of the catalog's file that the files were rendered from. */
  readonly catalog: string
  /** Which content of the catalog that is; the catalog itself knows it too. */
  readonly state: string
  readonly patches: readonly Patch[]
  readonly scopes: Readonly<Record<string, RenderedScope>>
  /** Of a published tree that has pages for people: the SHA-256 of their index. */
  readonly pages?: string
  /** Of a published tree: the encodings in which files that are worth compressing exist as siblings. */
  readonly encodings?: readonly SiblingEncoding[]
}

/** Endings of the names of compressed siblings. */
export const siblingExtensions = { br: '.br', gzip: '.gz' } as const
export type SiblingEncoding = keyof typeof siblingExtensions

/** The files of one patch, or of the catalog itself (scope 0). */
export interface RenderedScope {
  /** Of everything that the files depend on: rows, texts and the code that answers. */
  readonly fingerprint: string
  /** Folder name to the SHA-256 of its index. */
  readonly folders: Readonly<Record<string, string>>
  /** Of a patch: the SHA-256 of the listing of its bulk files. */
  readonly bulk?: string
}

/** `index.json` of a folder. */
export interface FolderIndex {
  /** Rows on all pages of the list; null where the folder has no list. */
  readonly total: number | null
  /** Raw upstream keys that do not give their id by rule. */
  readonly aliases: Readonly<Record<string, string>>
  /** File name without `.json` to ETag. */
  readonly files: Readonly<Record<string, string>>
  /** Asset column, where an endpoint answers with it, to id to the hash of the asset. */
  readonly links?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Hash of each asset to its media type, where an endpoint answers by hash. */
  readonly assets?: Readonly<Record<string, string>>
  /** Name of each bulk file to its media type, where an endpoint answers with them. */
  readonly bulk?: Readonly<Record<string, string>>
}

export const catalogsFolder = 'catalog'

/** Where a published tree has its catalog: under the SHA-256 of its bytes. */
export const publishedCatalog = ({ catalog }: Pick<Manifest, 'catalog'>): string => `${catalogsFolder}/${catalog}.db`

export const manifestFile = 'manifest.json'
/** The one that is about to take its place, while catalog and manifest are switched one after the other. */
export const nextManifestFile = 'manifest.next.json'
export const indexFile = 'index.json'
