import { favouritesKey, isKept, readFavourites, toggled } from './favourites.ts'
import { requireElement } from '../require-element.ts'
import { canStore, readStored, store } from '../storage.ts'

for (const place of document.querySelectorAll<HTMLElement>('[data-favourite]')) {
  const { favourite: id = '', list = '', name = '', nameLang: lang } = place.dataset
  const summary = { id, list, name, ...(lang !== undefined && { lang }) }
  const button = requireElement(place, HTMLButtonElement, 'button')
  const show = () => {
    const kept = isKept(readFavourites(readStored(favouritesKey)), summary)
    button.setAttribute('aria-pressed', String(kept))
    requireElement(place, HTMLAnchorElement, 'a').hidden = !kept
  }
  show()
  place.hidden = !canStore()
  button.addEventListener('click', () => {
    const all = toggled(readFavourites(readStored(favouritesKey)), summary)
    store(favouritesKey, JSON.stringify(all))
    show()
  })
  // Another tab may have changed it, or another page before the reader came back to this one.
  for (const event of ['storage', 'pageshow']) addEventListener(event, show)
}
