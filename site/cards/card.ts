/** A figure and its label. */
export interface CardFigure {
  readonly label: string
  readonly value: string
}

/** The texts of an Open Graph card, all of them untrusted. */
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
  /** URL of its picture, which contains the hash of the bytes. */
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
  /** The ETag of a complete card, without drawing it. */
  tagOf(card: Card): string
  /** Undefined if too many cards are waiting to be drawn. */
  drawn(card: Card): Promise<DrawnCard | undefined>
}
