import type { Api } from './api.ts'
import type { Window } from './envelopes.ts'
import type { Condition } from './filters.ts'
import type { Locale, Texts } from './locales.ts'
import type { PatchIndex } from './patches.ts'
import type { Resource } from './resource.ts'

/** A row as it is stored: JSON text without nulls, without what the answer derives. */
export interface StoredRow {
  readonly text: string
  /** JSON text of the detail columns as one object, where the resource has such columns. */
  readonly detail: string | null
  /** 1-based, in the order of ids within the patch. */
  readonly position: number
  /** The patch that brought this content. */
  readonly sincePatchId: number
  readonly capturedAt: string | null
}

export interface RowPage {
  readonly rows: readonly StoredRow[]
  readonly total: number
}

export interface Selection {
  readonly conditions: readonly Condition[]
  /** Where `localized` conditions look their texts up. */
  readonly texts: Texts | undefined
}

export interface FacetValue {
  readonly label: string
  readonly count: number
}

/** Column to slug to label (a text or a localization key) and number of rows. */
export type Facets = Readonly<Record<string, Readonly<Record<string, FacetValue>>>>

/**
 * What `respond` reads: one state of the catalog. `scope` is a patch id, or `catalogScope` for rows that belong to no patch.
 */
export interface CatalogStore {
  /** The API that it is the store of. */
  readonly api: Api
  readonly patches: PatchIndex
  /** SHA-256 of the catalog and version of the program, for `/v2/meta`. */
  readonly build: Readonly<Record<string, string>>
  /** Where people reach the site, for texts that link to it. */
  readonly site?: string
  resource(name: string): Resource | undefined
  page(resource: Resource, scope: number, selection: Selection, window: Window): RowPage
  /** By canonical id or raw upstream key. */
  row(resource: Resource, scope: number, id: string): StoredRow | undefined
  /** Nothing when the patch has no text in that locale or in English. */
  texts(scope: number, locale: Locale): Texts | undefined
  facets(scope: number): Facets
  /** What a patch changed, by resource, then id; empty for a patch without a parent. */
  changes(patchId: number): readonly Change[]
  /** Every change of one row, in any patch. */
  changesOf(resource: Resource, id: string): readonly Change[]
  /** Of an asset, by hash. */
  mediaTypeOf(hash: string): string | undefined
  /** Every column that occurs in the resource at that patch, for `condense=false`. */
  columnsOf(resource: Resource, scope: number): readonly string[]
}

/** One row that a patch changed against its parent. */
export interface Change {
  readonly patch_id: number
  readonly resource: string
  readonly id: string
  /** A text or a localization key. */
  readonly name: string | null
  readonly change: 'added' | 'removed' | 'changed'
  /** JSON text: `[{ path, before, after }]`. */
  readonly fields: string
}

export const catalogScope = 0
