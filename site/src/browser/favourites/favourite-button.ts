import { favouritesKey, isFavourite, readFavourites, toggleFavourite } from './favourites.ts'
import { requireElement } from '../require-element.ts'
import { canStore, readStored, writeStored } from '../storage.ts'

for (const place of document.querySelectorAll<HTMLElement>('[data-favourite]')) {
  const { favourite: id = '', list = '', name = '', nameLang: lang } = place.dataset
  const summary = { id, list, name, ...(lang !== undefined && { lang }) }
  const button = requireElement(place, HTMLButtonElement, 'button')
  const show = () => {
    const isStarred = isFavourite(readFavourites(readStored(favouritesKey)), summary)
    button.setAttribute('aria-pressed', String(isStarred))
    requireElement(place, HTMLAnchorElement, 'a').hidden = !isStarred
  }
  show()
  place.hidden = !canStore()
  button.addEventListener('click', () => {
    const all = toggleFavourite(readFavourites(readStored(favouritesKey)), summary)
    writeStored(favouritesKey, JSON.stringify(all))
    show()
  })
  // The favourites may have changed in another tab, or on another page before the reader came back to this one.
  for (const event of ['storage', 'pageshow']) addEventListener(event, show)
}
