/** A figure, and what it is of. */
export interface CardFigure {
  readonly label: string
  readonly value: string
}

/** What an Open Graph card says: words for people, all of them untrusted. */
export interface Card {
  /** What kind of thing it is, widest first. */
  readonly kind: readonly string[]
  readonly name: string
  /** The rarity's slug gives the colour, its word the meaning. */
  readonly rarity?: { readonly slug: string; readonly word: string }
  readonly figures: readonly CardFigure[]
  /** Shown where figures leave room for it. */
  readonly text?: string
  /** The patch that it is of. */
  readonly note?: string
  /** Address of the asset that shows it, which says what its bytes are. */
  readonly picture?: string
}

/** A card as a PNG. */
export interface DrawnCard {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** False where the picture could not be loaded: shown now, but not cached. */
  readonly isWhole: boolean
}

/** Pictures of cards, each drawn once for all who ask. */
export interface Cards {
  /** Names what `drawn` answers when it is whole, without drawing. */
  tagOf(card: Card): string
  /** Nothing where too many cards wait to be drawn. */
  drawn(card: Card): Promise<DrawnCard | undefined>
}
