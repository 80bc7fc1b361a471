/** What a thing is found by, at one patch. */
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
  /** What else it says, in every language. */
  readonly texts: readonly string[]
}

export interface SearchQuery {
  /** The text as typed. */
  readonly text: string
  /** Names of resources; every one where nothing is said. */
  readonly kinds?: readonly string[]
  /** How many of the best are passed over, and how many are wanted. */
  readonly offset: number
  readonly limit: number
}

/** How well a name fits, best first; `text` is found in what a thing says, not in a name. */
export const searchFits = ['exact', 'prefix', 'words', 'slips', 'text'] as const
export type SearchFit = (typeof searchFits)[number]

export interface SearchHit {
  readonly kind: string
  readonly id: string
  readonly fit: SearchFit
  /** The name that was found, where the thing has it no longer. */
  readonly formerName?: string
}

export interface SearchResult {
  readonly hits: readonly SearchHit[]
  /** On all pages. */
  readonly total: number
}
