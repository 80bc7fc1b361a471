import type { Card } from './card.ts'
import { contentOf } from './content.ts'
import type { Details, Tooltip } from './details.ts'
import { colorSchemeOf } from './color-scheme.ts'
import { itemOf, localeAndPatchOf, queryOf } from './links.ts'
import type { Names } from './names.ts'
import type { Settings } from './settings.ts'

/**
 * A card is shown without its details only if they take longer than this, so that fewer cards grow while they are
 * shown.
 */
const showDelayMilliseconds = 150

const pause = (milliseconds: number) => new Promise<undefined>((resolve) => setTimeout(resolve, milliseconds))

/** Combines names, details and card for one link at a time. */
export class Presenter {
  readonly card: Card
  readonly #settings: Settings
  readonly #names: Names
  readonly #details: Details
  #activeLink: HTMLElement | undefined
  #id: string | undefined
  #query = ''

  constructor(settings: Settings, names: Names, details: Details, card: Card) {
    this.#settings = settings
    this.#names = names
    this.#details = details
    this.card = card
  }

  /** The link whose card is shown, or about to be. */
  get activeLink(): HTMLElement | undefined {
    return this.#activeLink
  }

  /** Shows the card of a link to an item, with the details once they arrive. */
  async show(link: HTMLElement, id: string): Promise<void> {
    if (this.#activeLink === link && this.#id === id) return
    this.#activeLink = link
    this.#id = id
    const query = queryOf(link, this.#settings)
    this.#query = query
    const details = this.#details.of(id, query)
    const names = await this.#names.for(link)
    const { locale } = localeAndPatchOf(link, this.#settings)
    const named = names.of(id)
    const present = (tooltip: Tooltip | undefined, pending: boolean) => {
      if (this.#activeLink !== link || this.#id !== id || this.#query !== query) return
      if (!named && !tooltip) return pending ? undefined : this.hide()
      const content = contentOf({ named, names, tooltip, pending, locale })
      const colorScheme = this.#settings.theme ?? colorSchemeOf(link)
      this.card.show(link, { rarity: tooltip?.rarity ?? named?.rarity, colorScheme, locale, content })
    }
    const early = await Promise.race([details, pause(showDelayMilliseconds)])
    if (!early) present(undefined, true)
    present(early ?? (await details), false)
  }

  hide(): void {
    this.#activeLink = undefined
    this.card.hide()
  }

  /** Moves the card with its link, or hides it if the link is out of sight. Call it after a scroll. */
  place(): void {
    if (this.card.link && !this.card.place()) this.hide()
  }

  /**
   * Hides the card if its link was removed, or now has another item or language. Call it after the page has changed.
   */
  check(): void {
    if (!this.#activeLink) return
    const isUnchanged =
      itemOf(this.#activeLink, this.#settings) === this.#id && queryOf(this.#activeLink, this.#settings) === this.#query
    if (!this.#activeLink.isConnected || !isUnchanged) this.hide()
  }
}
