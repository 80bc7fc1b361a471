// The button that switches between the themes. `_theme.js` sets the initial one before the page is rendered.
import { readStored, writeStored } from './storage.ts'

const root = document.documentElement

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-theme-toggle]')) {
  const show = () => button.setAttribute('aria-pressed', String(root.dataset.theme === 'light'))
  show()
  button.hidden = false
  button.addEventListener('click', () => {
    const theme = root.dataset.theme === 'light' ? 'dark' : 'light'
    root.dataset.theme = theme
    writeStored('theme', theme)
    show()
  })
  const applyStored = () => {
    const theme = readStored('theme')
    if (theme === null || theme === root.dataset.theme) return
    root.dataset.theme = theme
    show()
  }
  // The theme may have changed in another tab, or on another page before the reader came back to this one.
  for (const event of ['storage', 'pageshow']) addEventListener(event, applyStored)
}
