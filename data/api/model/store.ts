import type { BulkFiles } from './values/bulk-files.ts'
import type { Window } from './envelopes.ts'
import type { Condition } from './conditions.ts'
import type { Locale, Texts } from './values/locales.ts'
import type { Patch, PatchIndex } from './patches.ts'
import type { RelatedRows } from './related-rows.ts'
import type { Resource } from './resource.ts'
import type { SearchQuery, SearchResult } from './search.ts'
import type { SortKey } from './row-params.ts'

/** A stored row: JSON text without nulls and derived columns. */
export interface StoredRow {
  readonly text: string
  /** JSON text of an object of the detail columns; null if there are none. */
  readonly detail: string | null
  /** Position in the order of ids within the patch, from 1. */
  readonly position: number
  /** The patch that introduced this content. */
  readonly sincePatchId: number
  readonly capturedAt: string | null
}

/** The id of a row that has one. Most rows begin with it, so their text need not be parsed. */
export const rowId = ({ text }: Pick<StoredRow, 'text'>): string =>
  /^\{"id":"([a-z0-9_.-]*)"/.exec(text)?.[1] ?? String((JSON.parse(text) as { readonly id: unknown }).id)

export interface RowPage {
  readonly rows: readonly StoredRow[]
  /** Number of selected rows on all pages. */
  readonly total: number
}

/** Which rows to read, and in which order. */
export interface Selection {
  readonly conditions: readonly Condition[]
  /** The texts that `localized` conditions compare. */
  readonly texts: Texts | undefined
  /** By id by default. */
  readonly order?: Order | undefined
}

/** An order by columns, then by id. Absent values come last in either direction. */
export interface Order {
  readonly keys: readonly SortKey[]
  /** Texts that rows show in place of localization keys. */
  readonly texts: Texts | undefined
}

export interface FacetValue {
  /** A text or a localization key. */
  readonly label: string
  readonly count: number
}

/** Maps columns to slugs to their label (a text or a localization key) and number of rows. */
export type Facets = Readonly<Record<string, Readonly<Record<string, FacetValue>>>>

/** One state of the catalog, which `respond` reads. `scope` is a patch id, or `catalogScope` for rows that belong to no patch. */
export interface CatalogStore {
  readonly patches: PatchIndex
  /** SHA-256 of the catalog and version of the program, for `/v2/meta`. */
  readonly build: Readonly<Record<string, string>>
  /** URL of the site, for texts that link to it. */
  readonly site?: string
  resource(name: string): Resource | undefined
  /** Loads what a selection needs, in steps; undefined if everything is loaded. */
  prepare?(resource: Resource, scope: number, selection: Selection): Promise<void> | undefined
  page(resource: Resource, scope: number, selection: Selection, window: Window): RowPage
  /** All rows that meet the conditions, in order of ids. */
  all(resource: Resource, scope: number, conditions?: readonly Condition[]): readonly StoredRow[]
  /** Finds a row by canonical id or raw upstream key. */
  row(resource: Resource, scope: number, id: string): StoredRow | undefined
  /** Undefined if the patch has no texts in that locale or in English. */
  texts(scope: number, locale: Locale): Texts | undefined
  /** Loads what `texts` reads, in steps; undefined if everything is loaded. */
  prepareTexts?(scope: number, locale: Locale): Promise<void> | undefined
  facets(scope: number): Facets
  /** All changes of one row, in any patch. */
  changesOf(resource: Resource, id: string): readonly PatchChange[]
  /** Rows that differ between the patches `from` and `to`, by resource, then id. Slow unless `prepareDifference` was awaited. */
  difference(from: number, to: number): readonly Change[]
  /** Computes the result of `difference` in slices of a few milliseconds and caches it. */
  prepareDifference(from: number, to: number): Promise<void>
  /** Media type of an asset; undefined for an unknown hash. */
  mediaTypeOf(hash: string): string | undefined
  /** Loads what `search` needs, in steps; undefined if everything is loaded. */
  prepareSearch?(scope: number): Promise<void> | undefined
  /** Rows that match a typed text. `scope` must be a patch id. */
  search(scope: number, query: SearchQuery): SearchResult
  /** All columns that rows of the resource have at the patch, for `condense=false`. */
  columnsOf(resource: Resource, scope: number): readonly string[]
  readonly related: RelatedRows
  readonly bulk: BulkFiles
}

/** Data that pages read in addition to answers of the API. */
export interface PageStore extends Pick<CatalogStore, 'related' | 'row' | 'texts' | 'prepareTexts'> {
  /** Whether a text shown in rows is in that language, rather than the English fallback. */
  isTranslated(scope: number, locale: Locale, text: string): boolean
}

export const changeKinds = ['added', 'removed', 'changed'] as const

/** A row that differs between two patches. A row of which only parts differ is `changed`. */
export interface Change {
  readonly resource: string
  readonly id: string
  /** A text or a localization key. */
  readonly name: string | null
  readonly change: (typeof changeKinds)[number]
  /** JSON text of the row's own changed fields: `[{ path, before, after }]`. */
  readonly fields: string
  /** Parts of a changed row, by resource, then id. */
  readonly parts: readonly PartChange[]
  /** Tags of the classes that may use the row, before or after. */
  readonly classes: readonly string[]
}

/** A row that a patch changed against its parent. */
export interface PatchChange extends Change {
  readonly patch_id: number
}

/** A part of a changed row that was added, removed or changed. */
export interface PartChange {
  readonly resource: string
  readonly id: string
  /** A text or a localization key. */
  readonly name: string | null
  /** JSON texts of `{ path, before, after }`: one per changed field, or per field of an added or removed part. */
  readonly fields: readonly string[]
}

/** The scope of rows that belong to no patch. */
export const catalogScope = 0

/** The scope to read at a patch; `catalogScope` if there is none. */
export const scopeOf = (patch: Pick<Patch, 'id'> | undefined): number => patch?.id ?? catalogScope
