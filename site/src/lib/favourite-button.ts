import { favouritesKey, isKept, readFavourites, toggled } from './favourites.ts'
import { one } from './one.ts'

for (const place of document.querySelectorAll<HTMLElement>('[data-favourite]')) {
  const { favourite: id = '', list = '', name = '' } = place.dataset
  const thing = { id, list, name }
  const button = one(place, HTMLButtonElement, 'button')
  const show = () => {
    const kept = isKept(readFavourites(localStorage.getItem(favouritesKey)), thing)
    button.setAttribute('aria-pressed', String(kept))
    one(place, HTMLAnchorElement, 'a').hidden = !kept
  }
  show()
  place.hidden = false
  button.addEventListener('click', () => {
    const all = toggled(readFavourites(localStorage.getItem(favouritesKey)), thing)
    localStorage.setItem(favouritesKey, JSON.stringify(all))
    show()
  })
  // Another tab may say otherwise.
  addEventListener('storage', show)
}
