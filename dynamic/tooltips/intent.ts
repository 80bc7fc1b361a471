import { linkAt } from './links.ts'
import type { Presenter } from './presenter.ts'
import type { Settings } from './settings.ts'

/** Delay before a card is shown, so that a pointer passing over a link shows none. */
const intentMilliseconds = 80
/** Time to move from the link into the card. */
const graceMilliseconds = 250

/** Shows cards on hover, focus and first tap; hides them when attention goes elsewhere, and on Escape. */
export function followIntent(settings: Settings, presenter: Presenter): void {
  const attention = new Attention(settings, presenter)
  followPointer(attention)
  if (settings.hasTouch) followTouch(attention)
  followKeys(attention)
  on('scroll', ({ target }) => {
    if (target !== presenter.card.host) presenter.place()
  })
  window.addEventListener('resize', () => attention.end())
}

/** The link that has or will have the reader's attention. */
class Attention {
  readonly presenter: Presenter
  /** Whether the link has the attention because it has the focus, which a resting pointer does not take away. */
  isByFocus = false
  readonly #settings: Settings
  #timer: number | undefined

  constructor(settings: Settings, presenter: Presenter) {
    this.presenter = presenter
    this.#settings = settings
  }

  linkOf({ target }: Event) {
    return linkAt(target, this.#settings)
  }

  isOnCard(event: Event): boolean {
    return event.composedPath().includes(this.presenter.card.host)
  }

  /** Cancels a pending change. */
  stay(): void {
    clearTimeout(this.#timer)
  }

  /** Shows the card of a link after a delay. */
  turnTo({ link, id }: { link: HTMLElement; id: string }, milliseconds: number = intentMilliseconds): void {
    this.#later(milliseconds, () => void this.presenter.show(link, id))
  }

  /** Hides the card after the grace period. */
  fade(): void {
    this.#later(graceMilliseconds, () => this.end())
  }

  end(): void {
    this.isByFocus = false
    clearTimeout(this.#timer)
    this.presenter.hide()
  }

  #later(milliseconds: number, act: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = window.setTimeout(act, milliseconds)
  }
}

/** Listens in the capture phase, before the page can stop events. */
function on<Name extends keyof DocumentEventMap>(name: Name, act: (event: DocumentEventMap[Name]) => void): void {
  document.addEventListener(name, act, { capture: true })
}

function followPointer(attention: Attention): void {
  const update = (event: PointerEvent) => {
    if (event.pointerType === 'touch') return
    const found = attention.linkOf(event)
    if (attention.isOnCard(event) || (found && found.link === attention.presenter.wanted)) attention.stay()
    else if (found) attention.turnTo(found)
    else attention.fade()
  }
  // When the page scrolls to a focused element, another one may come under a pointer that has not moved.
  on('pointerover', (event) => {
    if (!attention.isByFocus) update(event)
  })
  on('pointermove', (event) => {
    if (!attention.isByFocus || (event.movementX === 0 && event.movementY === 0)) return
    attention.isByFocus = false
    update(event)
  })
  document.documentElement.addEventListener('pointerleave', () => attention.fade())
}

/**
 * The first tap on a link shows its card, and the second follows the link, even if there was no card. A tap elsewhere
 * hides the card.
 */
function followTouch(attention: Attention): void {
  let isTouch = false
  let tapped: HTMLElement | undefined
  on('pointerdown', (event) => {
    isTouch = event.pointerType === 'touch'
    const link = attention.linkOf(event)?.link
    const isElsewhere = !attention.isOnCard(event) && link !== attention.presenter.wanted
    if (link !== tapped) tapped = undefined
    if (isTouch && isElsewhere) attention.end()
  })
  on('keydown', () => (isTouch = false))
  on('click', (event) => {
    const found = isTouch ? attention.linkOf(event) : undefined
    if (!found || [attention.presenter.wanted, tapped].includes(found.link)) return
    tapped = found.link
    event.preventDefault()
    event.stopPropagation()
    attention.turnTo(found, 0)
  })
}

function followKeys(attention: Attention): void {
  on('focusin', (event) => {
    const found = attention.linkOf(event)
    if (!found?.link.matches(':focus-visible')) return
    attention.isByFocus = true
    attention.turnTo(found)
  })
  on('focusout', () => attention.end())
  on('keydown', (event) => {
    if (event.key !== 'Escape' || !attention.presenter.wanted) return
    // The first Escape only closes the card: a dialog, for example, is closed by the next one.
    event.preventDefault()
    event.stopPropagation()
    attention.end()
  })
}
