import { linkAt } from './links.ts'
import type { Presenter } from './presenter.ts'
import type { Settings } from './settings.ts'

/** Delay before a card is shown, so that a pointer passing over a link shows none. */
const intentMilliseconds = 80
/** Time to move from the link into the card. */
const graceMilliseconds = 250

/** Shows cards on hover, focus and first tap; hides them when attention goes elsewhere, and on Escape. */
export function showCardsOnIntent(settings: Settings, presenter: Presenter): void {
  const scheduler = new CardScheduler(settings, presenter)
  followPointer(scheduler)
  if (settings.hasTouch) followTouch(scheduler)
  followKeys(scheduler)
  on('scroll', ({ target }) => {
    if (target !== presenter.card.host) presenter.place()
  })
  window.addEventListener('resize', () => scheduler.hide())
}

/** Shows and hides the card after a delay, so that only the last of several events counts. */
class CardScheduler {
  readonly presenter: Presenter
  /** Whether the card belongs to the focused link. A resting pointer then does not replace it. */
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
  cancel(): void {
    clearTimeout(this.#timer)
  }

  /** Shows the card of a link after a delay. */
  showSoon({ link, id }: { link: HTMLElement; id: string }, milliseconds: number = intentMilliseconds): void {
    this.#later(milliseconds, () => void this.presenter.show(link, id))
  }

  /** Hides the card after the grace period. */
  hideSoon(): void {
    this.#later(graceMilliseconds, () => this.hide())
  }

  /** Hides the card immediately. */
  hide(): void {
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

function followPointer(scheduler: CardScheduler): void {
  const update = (event: PointerEvent) => {
    if (event.pointerType === 'touch') return
    const found = scheduler.linkOf(event)
    if (scheduler.isOnCard(event) || (found && found.link === scheduler.presenter.activeLink)) scheduler.cancel()
    else if (found) scheduler.showSoon(found)
    else scheduler.hideSoon()
  }
  // When the page scrolls to a focused element, another one may come under a pointer that has not moved.
  on('pointerover', (event) => {
    if (!scheduler.isByFocus) update(event)
  })
  on('pointermove', (event) => {
    if (!scheduler.isByFocus || (event.movementX === 0 && event.movementY === 0)) return
    scheduler.isByFocus = false
    update(event)
  })
  document.documentElement.addEventListener('pointerleave', () => scheduler.hideSoon())
}

/**
 * The first tap on a link shows its card, and the second follows the link, even if there was no card. A tap elsewhere
 * hides the card.
 */
function followTouch(scheduler: CardScheduler): void {
  let isTouch = false
  let tapped: HTMLElement | undefined
  on('pointerdown', (event) => {
    isTouch = event.pointerType === 'touch'
    const link = scheduler.linkOf(event)?.link
    const isElsewhere = !scheduler.isOnCard(event) && link !== scheduler.presenter.activeLink
    if (link !== tapped) tapped = undefined
    if (isTouch && isElsewhere) scheduler.hide()
  })
  on('keydown', () => (isTouch = false))
  on('click', (event) => {
    const found = isTouch ? scheduler.linkOf(event) : undefined
    if (!found || [scheduler.presenter.activeLink, tapped].includes(found.link)) return
    tapped = found.link
    event.preventDefault()
    event.stopPropagation()
    scheduler.showSoon(found, 0)
  })
}

function followKeys(scheduler: CardScheduler): void {
  on('focusin', (event) => {
    const found = scheduler.linkOf(event)
    if (!found?.link.matches(':focus-visible')) return
    scheduler.isByFocus = true
    scheduler.showSoon(found)
  })
  on('focusout', () => scheduler.hide())
  on('keydown', (event) => {
    if (event.key !== 'Escape' || !scheduler.presenter.activeLink) return
    // The first Escape only closes the card: a dialog, for example, is closed by the next one.
    event.preventDefault()
    event.stopPropagation()
    scheduler.hide()
  })
}
