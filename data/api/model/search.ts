/** The searchable texts of one row at one patch. */
export interface SearchDocument {
  /** Name of the row's resource. */
  readonly kind: string
  readonly id: string
  /** Distinct names in all languages. */
  readonly names: readonly string[]
  /** Names from earlier patches that the row no longer has. */
  readonly formerNames: readonly string[]
  /** The rarity and its label in every language. */
  readonly labels: readonly string[]
  /** Other texts in every language. */
  readonly texts: readonly string[]
}

export interface SearchQuery {
  /** The text as typed. */
  readonly text: string
  /** Names of resources; all by default. */
  readonly kinds?: readonly string[]
  /** Number of the best results to skip, and number to return. */
  readonly offset: number
  readonly limit: number
}

/** How a result matches, best first; `text` is a match outside of names. */
export const searchFits = ['exact', 'prefix', 'words', 'typos', 'text'] as const
export type SearchFit = (typeof searchFits)[number]

export interface SearchHit {
  readonly kind: string
  readonly id: string
  readonly fit: SearchFit
  /** The former name that matched, if it was not a current one. */
  readonly formerName?: string
}

export interface SearchResult {
  readonly hits: readonly SearchHit[]
  /** Number of results on all pages. */
  readonly total: number
}
