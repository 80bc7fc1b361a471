import type { BulkFiles } from './values/bulk-files.ts'
import type { Window } from './envelopes.ts'
import type { Condition } from './conditions.ts'
import type { Locale, Texts } from './values/locales.ts'
import type { Patch, PatchIndex } from './patches.ts'
import type { RelatedRows } from './related-rows.ts'
import type { Resource } from './resource.ts'
import type { SearchQuery, SearchResult } from './search.ts'
import type { SortKey } from './row-params.ts'

/** A row as it is stored: JSON text without nulls, without what the answer derives. */
export interface StoredRow {
  readonly text: string
  /** JSON text of the detail columns as one object, where the resource has such columns. */
  readonly detail: string | null
  /** 1-based, in the order of ids within the patch. */
  readonly position: number
  /** The patch that introduced this content. */
  readonly sincePatchId: number
  readonly capturedAt: string | null
}

/** The id of a row that has one. Most rows begin with it. */
export const rowId = ({ text }: Pick<StoredRow, 'text'>): string =>
  /^\{"id":"([a-z0-9_.-]*)"/.exec(text)?.[1] ?? String((JSON.parse(text) as { readonly id: unknown }).id)

export interface RowPage {
  readonly rows: readonly StoredRow[]
  readonly total: number
}

export interface Selection {
  readonly conditions: readonly Condition[]
  /** Where `localized` conditions look their texts up. */
  readonly texts: Texts | undefined
  /** By id if absent. */
  readonly order?: Order | undefined
}

/** By columns: the first counts, the next where values are equal, then the id. Absent values come last, both ways. */
export interface Order {
  readonly keys: readonly SortKey[]
  /** What rows show in place of localization keys. */
  readonly texts: Texts | undefined
}

export interface FacetValue {
  readonly label: string
  readonly count: number
}

/** Column to slug to label (a text or a localization key) and number of rows. */
export type Facets = Readonly<Record<string, Readonly<Record<string, FacetValue>>>>

/**
 * What `respond` reads: one state of the catalog. `scope` is a patch id, or `catalogScope` for rows that belong to no
 * patch.
 */
export interface CatalogStore {
  readonly patches: PatchIndex
  /** SHA-256 of the catalog and version of the program, for `/v2/meta`. */
  readonly build: Readonly<Record<string, string>>
  /** Where people reach the site, for texts that link to it. */
  readonly site?: string
  resource(name: string): Resource | undefined
  /** Loads what a selection needs, in steps; undefined if everything is loaded. */
  prepare?(resource: Resource, scope: number, selection: Selection): Promise<void> | undefined
  page(resource: Resource, scope: number, selection: Selection, window: Window): RowPage
  /** Every row that meets the conditions, in order. */
  all(resource: Resource, scope: number, conditions?: readonly Condition[]): readonly StoredRow[]
  /** By canonical id or raw upstream key. */
  row(resource: Resource, scope: number, id: string): StoredRow | undefined
  /** Undefined when the patch has no text in that locale or in English. */
  texts(scope: number, locale: Locale): Texts | undefined
  /** Loads what `texts` reads, in steps; undefined if everything is loaded. */
  prepareTexts?(scope: number, locale: Locale): Promise<void> | undefined
  facets(scope: number): Facets
  /** Every change of one row, in any patch. */
  changesOf(resource: Resource, id: string): readonly PatchChange[]
  /** What differs between the patches `from` and `to`, by resource, then id. Fast after `prepareDifference`. */
  difference(from: number, to: number): readonly Change[]
  /** Finds what differs, in slices of a few milliseconds, and keeps it for `difference`. */
  prepareDifference(from: number, to: number): Promise<void>
  /** Of an asset, by hash. */
  mediaTypeOf(hash: string): string | undefined
  /** Loads what `search` needs, in steps; undefined if everything is loaded. */
  prepareSearch?(scope: number): Promise<void> | undefined
  /** Rows that match a typed text; needs a patch's scope. */
  search(scope: number, query: SearchQuery): SearchResult
  /** Every column that occurs in the resource at that patch, for `condense=false`. */
  columnsOf(resource: Resource, scope: number): readonly string[]
  readonly related: RelatedRows
  readonly bulk: BulkFiles
}

/** What pages read beside the answers of the API: names, references and bounds of rows, and what is translated. */
export interface PageStore extends Pick<CatalogStore, 'related' | 'row' | 'texts' | 'prepareTexts'> {
  /** Whether a text that rows show is one of that language, and no English one in its place. */
  isTranslated(scope: number, locale: Locale, text: string): boolean
}

export const changeKinds = ['added', 'removed', 'changed'] as const

/** One row that is not the same at two patches. A row of which only parts differ is `changed`. */
export interface Change {
  readonly resource: string
  readonly id: string
  /** A text or a localization key. */
  readonly name: string | null
  readonly change: (typeof changeKinds)[number]
  /** JSON text: `[{ path, before, after }]` of the row itself. */
  readonly fields: string
  /** Of a changed row, by resource, then id. */
  readonly parts: readonly PartChange[]
  /** Tags of the classes that may use the row, before or after. */
  readonly classes: readonly string[]
}

/** One row that a patch changed against its parent. */
export interface PatchChange extends Change {
  readonly patch_id: number
}

/** A part of a changed row that was added, removed or changed. */
export interface PartChange {
  readonly resource: string
  readonly id: string
  /** A text or a localization key. */
  readonly name: string | null
  /** JSON texts of `{ path, before, after }`; all fields of a part that was added or removed. */
  readonly fields: readonly string[]
}

/** The scope of rows that belong to no patch. */
export const catalogScope = 0

/** The scope to read at a patch; `catalogScope` if there is none. */
export const scopeOf = (patch: Pick<Patch, 'id'> | undefined): number => patch?.id ?? catalogScope
