import { cardSheet } from './colours.ts'
import { place } from './place.ts'
import type { ColorScheme } from './settings.ts'
import { cardStyle } from './style.ts'

const id = 'deepledger-tooltip'

/** What a card shows. */
interface CardState {
  readonly rarity: string | undefined
  readonly colorScheme: ColorScheme
  readonly locale: string
  readonly content: readonly Node[]
}

/**
 * The only card of a page. Its host is in the page, for `aria-describedby`; its content is in a shadow root that the
 * page's styles do not reach.
 */
export class Card {
  readonly host = document.createElement('div')
  readonly #body = document.createElement('div')
  #link: HTMLElement | undefined

  constructor() {
    this.host.id = id
    this.host.setAttribute('role', 'tooltip')
    // A popover is in the top layer, above dialogs and any z-index.
    this.host.popover = 'manual'
    this.#body.className = 'card'
    const root = this.host.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [cardSheet(cardStyle)]
    root.append(this.#body)
    this.#style({ all: 'initial', position: 'fixed', 'z-index': '2147483647', display: 'none' })
  }

  /** The link whose card is shown. */
  get link(): HTMLElement | undefined {
    return this.#link
  }

  show(link: HTMLElement, { rarity = '', colorScheme, locale, content }: CardState): void {
    if (this.#link !== link) this.hide()
    if (!this.host.isConnected) document.body.append(this.host)
    this.host.dataset.rarity = rarity
    this.host.dataset.ground = colorScheme
    this.host.lang = locale
    this.#body.replaceChildren(...content)
    this.#style({ display: 'block' })
    if (!this.host.matches(':popover-open')) this.host.showPopover()
    this.#link = link
    describe(link, true)
    this.place()
  }

  hide(): void {
    if (!this.#link) return
    describe(this.#link, false)
    this.#link = undefined
    if (this.host.matches(':popover-open')) this.host.hidePopover()
    this.#style({ display: 'none' })
  }

  /** Moves the card to its link, or hides it if the link is out of sight. Returns whether a card is shown. */
  place(): boolean {
    if (!this.#link) return false
    // A link over two lines has a box for each; the card belongs to the first.
    const box = this.#link.getClientRects()[0] ?? this.#link.getBoundingClientRect()
    const viewport = { width: document.documentElement.clientWidth, height: window.innerHeight }
    if (!this.#link.isConnected || box.bottom < 0 || box.top > viewport.height) {
      this.hide()
      return false
    }
    const { left, top } = place(box, this.#body.getBoundingClientRect(), viewport)
    this.#style({ left: `${left}px`, top: `${top}px` })
    return true
  }

  /** The page's own styles must not move or hide the host. */
  #style(changes: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(changes)) this.host.style.setProperty(name, value, 'important')
  }
}

/** Adds the card to the descriptions of the link, or removes it. */
function describe(link: HTMLElement, isShown: boolean): void {
  const others = (link.getAttribute('aria-describedby') ?? '').split(/\s+/).filter((other) => other && other !== id)
  const all = isShown ? [...others, id] : others
  if (all.length > 0) link.setAttribute('aria-describedby', all.join(' '))
  else link.removeAttribute('aria-describedby')
}
