/** The searchable texts of one row at one patch. */
export interface SearchDocument {
  /** The resource that it is a row of. */
  readonly kind: string
  readonly id: string
  /** Its name in every language, each once. */
  readonly names: readonly string[]
  /** Names that it had in earlier patches and has no longer. */
  readonly formerNames: readonly string[]
  /** Its rarity in every language. */
  readonly labels: readonly string[]
  /** Its other texts, in every language. */
  readonly texts: readonly string[]
}

export interface SearchQuery {
  /** The text as typed. */
  readonly text: string
  /** Names of resources; all by default. */
  readonly kinds?: readonly string[]
  /** How many of the best results to skip, and how many to return. */
  readonly offset: number
  readonly limit: number
}

/** How a result matches, best first; `text` matches in other texts than names. */
export const searchFits = ['exact', 'prefix', 'words', 'typos', 'text'] as const
export type SearchFit = (typeof searchFits)[number]

export interface SearchHit {
  readonly kind: string
  readonly id: string
  readonly fit: SearchFit
  /** The former name that was found. */
  readonly formerName?: string
}

export interface SearchResult {
  readonly hits: readonly SearchHit[]
  /** On all pages. */
  readonly total: number
}
