// The script of every page: copy buttons, forms that submit on change, the patch picker and ages of feeds.
import './table-keys.ts'
import './theme.ts'
import { messagesAt } from '../messages/in-scripts.ts'
import { copyButtons, copyFrom } from './copy-button.ts'
import { feedAges, type Feeds } from './feed-ages.ts'
import { restoreFilterPosition, saveFilterPosition } from './filter-position.ts'
import type { NamedPatch } from '../format/patch-title.ts'

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>(copyButtons) : null
  if (button) void copyFrom(button)
})

const isCheckbox = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.type === 'checkbox'

/**
 * Returns a function that tells whether a form was last used with the keyboard, with which every step through the options
 * of a select is a change.
 */
function watchKeys(form: HTMLFormElement): () => boolean {
  let isKeyboard = false
  form.addEventListener('keydown', () => (isKeyboard = true))
  form.addEventListener('pointerdown', () => (isKeyboard = false))
  return () => isKeyboard
}

// A choice made with the keyboard is submitted by Enter or by a button, which is hidden until then.
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-submits]')) {
  const isKeyboard = watchKeys(form)
  form.addEventListener('change', ({ target }) => {
    if (isCheckbox(target)) return
    if (!(target instanceof HTMLSelectElement) || !isKeyboard()) return form.requestSubmit()
    form.dataset.keyed = ''
    for (const button of form.querySelectorAll<HTMLButtonElement>('[data-by-keys]')) button.hidden = false
  })
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLSelectElement) || form.dataset.keyed === undefined)
      return
    event.preventDefault()
    form.requestSubmit()
  })
}

// A choice made with the pointer applies at once, one made with the keyboard when the form is submitted. On narrow screens
// checkboxes also wait for that, because the filters are collapsed after each submission. Empty values are left out of the URL.
const isFolded = matchMedia('(width < 56rem)')
for (const form of document.querySelectorAll<HTMLFormElement>('form.filters')) {
  const isKeyboard = watchKeys(form)
  form.addEventListener('change', ({ target }) => {
    if (isKeyboard() || !(target instanceof HTMLSelectElement || (isCheckbox(target) && !isFolded.matches))) return
    if (form.checkValidity()) saveFilterPosition(target)
    form.requestSubmit()
  })
  form.addEventListener('formdata', ({ formData }) => {
    for (const [name, value] of [...formData]) if (value === '') formData.delete(name)
  })
}

restoreFilterPosition(
  document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('form.filters :is(input, select)'),
)

// When the browser restores a page from its back/forward cache, forms still have the choices that left the page, which do
// not match its content.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted)
    for (const form of document.querySelectorAll<HTMLFormElement>('form[data-submits], form.filters')) form.reset()
})

/** Loads the options of the patch picker: pages of the current patch do not list other patches. */
async function fillPicker(picker: HTMLSelectElement): Promise<void> {
  const answer = await fetch(picker.dataset.patches ?? '')
  if (!answer.ok) return
  const options = ((await answer.json()) as readonly NamedPatch[]).map(
    ([id, title, isShown]) => new Option(title, String(id), isShown === 1, isShown === 1),
  )
  picker.replaceChildren(...options)
}

const whenIdle = (task: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(task) : setTimeout(task, 200)
for (const picker of document.querySelectorAll<HTMLSelectElement>('select[data-patches]'))
  whenIdle(() => void fillPicker(picker).catch(() => undefined))

interface Meta {
  readonly build: { readonly version: string }
  readonly feeds: Feeds
}

/** Pages contain no ages, so that they can be saved: the ages are requested when their place scrolls into view. */
async function showFeedAges(place: Element): Promise<void> {
  const answer = await fetch('/v2/meta')
  if (!answer.ok) return
  const { build, feeds } = (await answer.json()) as Meta
  const t = messagesAt<'feeds'>(place)
  const texts = [...feedAges(feeds, t), t('feed.build', { version: build.version })]
  const reported = texts.map((text) => {
    const one = document.createElement('span')
    one.textContent = text
    return one
  })
  // Spaces separate the texts for screen readers and when they are copied.
  place.replaceChildren(...reported.flatMap((one) => [one, ' ']))
}

const watcher = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue
    watcher.unobserve(target)
    void showFeedAges(target).catch(() => undefined)
  }
})
for (const place of document.querySelectorAll('[data-feed-ages]')) watcher.observe(place)
