/** A labelled value. */
export interface CardFigure {
  readonly label: string
  readonly value: string
}

/** The content of an Open Graph card. All texts are untrusted. */
export interface Card {
  /** The kind of the row, from general to specific. */
  readonly kind: readonly string[]
  readonly name: string
  /** The slug selects the colour; the word is shown. */
  readonly rarity?: { readonly slug: string; readonly word: string }
  readonly figures: readonly CardFigure[]
  /** Shown if the figures leave space for it. */
  readonly text?: string
  /** A note in the footer, such as the patch. */
  readonly note?: string
  /** URL of the picture, which contains the hash of its bytes. */
  readonly picture?: string
}

/** A card as a PNG. */
export interface DrawnCard {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** False if the picture could not be loaded; the card is then sent but not cached. */
  readonly isComplete: boolean
}

/** Draws cards, each once for all requests. */
export interface Cards {
  /** The ETag of a complete card, without drawing it. */
  tagOf(card: Card): string
  /** Returns undefined if too many cards are waiting to be drawn. Rejects if the card cannot be drawn. */
  draw(card: Card): Promise<DrawnCard | undefined>
}
