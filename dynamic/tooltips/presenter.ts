import type { Card } from './card.ts'
import { contentOf } from './content.ts'
import type { Details, Tooltip } from './details.ts'
import { colorSchemeOf } from './color-scheme.ts'
import { itemOf, placeOf, queryOf } from './links.ts'
import type { Names } from './names.ts'
import type { Settings } from './settings.ts'

/** A card without its details is shown only when they take longer than this: fewer cards that grow. */
const showDelayMilliseconds = 150

const pause = (milliseconds: number) => new Promise<undefined>((resolve) => setTimeout(resolve, milliseconds))

/** Combines names, details and card for one link at a time. */
export class Presenter {
  readonly card: Card
  readonly #settings: Settings
  readonly #names: Names
  readonly #details: Details
  #wanted: HTMLElement | undefined
  #id: string | undefined
  #query = ''

  constructor(settings: Settings, names: Names, details: Details, card: Card) {
    this.#settings = settings
    this.#names = names
    this.#details = details
    this.card = card
  }

  /** The link whose card is shown or about to be. */
  get wanted(): HTMLElement | undefined {
    return this.#wanted
  }

  async show(link: HTMLElement, id: string): Promise<void> {
    if (this.#wanted === link && this.#id === id) return
    this.#wanted = link
    this.#id = id
    const query = queryOf(link, this.#settings)
    this.#query = query
    const details = this.#details.of(id, query)
    const names = await this.#names.for(link)
    const { locale } = placeOf(link, this.#settings)
    const named = names.of(id)
    const present = (tooltip: Tooltip | undefined, pending: boolean) => {
      if (this.#wanted !== link || this.#id !== id || this.#query !== query) return
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
    this.#wanted = undefined
    this.card.hide()
  }

  /** Call after a scroll: moves the card with its link, or hides it for good when the link is out of sight. */
  place(): void {
    if (this.card.link && !this.card.place()) this.hide()
  }

  /** Call after the page has changed: hides a card whose link is gone, or of another item, or in another language. */
  check(): void {
    if (!this.#wanted) return
    const isAsShown =
      itemOf(this.#wanted, this.#settings) === this.#id && queryOf(this.#wanted, this.#settings) === this.#query
    if (!this.#wanted.isConnected || !isAsShown) this.hide()
  }
}
