// Entry of `/tooltips.js`: with one script tag, every link to an item of the service gets its name, the colour of its
// rarity and a card.
import { Card } from './card.ts'
import { Details } from './details.ts'
import { showCardsOnIntent } from './show-cards-on-intent.ts'
import { Names } from './names.ts'
import { decorateLinks } from './decorate-links.ts'
import { Presenter } from './presenter.ts'
import { readSettings } from './settings.ts'

const loaded = Symbol.for('deepledger.tooltips')

function start(script: HTMLScriptElement): void {
  const settings = readSettings(script)
  const names = new Names(settings)
  const presenter = new Presenter(settings, names, new Details(settings), new Card())
  decorateLinks(settings, names, () => presenter.check())
  showCardsOnIntent(settings, presenter)
}

// Including it twice has no effect.
const { currentScript } = document
if (currentScript instanceof HTMLScriptElement && !Object.hasOwn(window, loaded)) {
  Object.defineProperty(window, loaded, { value: true })
  if (document.body as HTMLElement | null) start(currentScript)
  else document.addEventListener('DOMContentLoaded', () => start(currentScript))
}
