// What moves on every page: the theme, copying, forms that go as soon as something is chosen.

const root = document.documentElement

document.querySelector('[data-theme-toggle]')?.addEventListener('click', () => {
  const theme = root.dataset.theme === 'light' ? 'dark' : 'light'
  root.dataset.theme = theme
  localStorage.setItem('theme', theme)
})

// What was written for elsewhere says where the reader found it, whoever made the page.
for (const place of document.querySelectorAll<HTMLElement>('[data-origin]')) {
  const { origin = '' } = place.dataset
  const here = (text: string) => text.replaceAll(origin, location.origin)
  if (origin === location.origin) continue
  for (const text of place.querySelectorAll('pre')) text.textContent = here(text.textContent)
  for (const button of place.querySelectorAll<HTMLElement>('[data-copy]'))
    button.dataset.copy = here(button.dataset.copy ?? '')
}

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]'))
  button.addEventListener('click', () => {
    const target = button.dataset.copy ?? ''
    const text = target.startsWith('/') ? location.origin + target : target
    void navigator.clipboard.writeText(text).then(() => {
      const label = button.textContent
      button.textContent = 'Copied'
      setTimeout(() => (button.textContent = label), 1500)
    })
  })

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-submits]'))
  form.addEventListener('change', () => form.requestSubmit())
