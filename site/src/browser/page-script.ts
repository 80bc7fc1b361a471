// The script of every page: copy buttons, forms that submit on change, ages of the feeds.
import './table-keys.ts'
import './theme.ts'
import { messagesAt } from '../messages/in-scripts.ts'
import { copyButtons, copyFrom } from './copy-button.ts'
import { feedAges, type Feeds } from './feed-ages.ts'
import { keepPlace, restorePlace } from './kept-place.ts'
import type { NamedPatch } from '../format/patch-title.ts'

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>(copyButtons) : null
  if (button) void copyFrom(button)
})

const isCheckbox = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.type === 'checkbox'

/** Tells whether a form was last used with keys: with them, a choice in a list changes with every step. */
function watchKeys(form: HTMLFormElement): () => boolean {
  let isByKeys = false
  form.addEventListener('keydown', () => (isByKeys = true))
  form.addEventListener('pointerdown', () => (isByKeys = false))
  return () => isByKeys
}

// What is chosen with keys waits for the button, which is there from then on, or for Enter.
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-submits]')) {
  const isByKeys = watchKeys(form)
  form.addEventListener('change', ({ target }) => {
    if (isCheckbox(target)) return
    if (!(target instanceof HTMLSelectElement) || !isByKeys()) return form.requestSubmit()
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

// An address says what is filtered by, and nothing else. What is chosen with the pointer applies at once, with keys by the
// button. So do several values where the filters are folded: they would fold after each of them.
const isFolded = matchMedia('(width < 56rem)')
for (const form of document.querySelectorAll<HTMLFormElement>('form.filters')) {
  const isByKeys = watchKeys(form)
  form.addEventListener('change', ({ target }) => {
    if (isByKeys() || !(target instanceof HTMLSelectElement || (isCheckbox(target) && !isFolded.matches))) return
    if (form.checkValidity()) keepPlace(target)
    form.requestSubmit()
  })
  form.addEventListener('formdata', ({ formData }) => {
    for (const [name, value] of [...formData]) if (value === '') formData.delete(name)
  })
}

restorePlace(document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('form.filters :is(input, select)'))

// The browser may keep a page as it was left, which shows what was chosen on it, though its content is not of that.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted)
    for (const form of document.querySelectorAll<HTMLFormElement>('form[data-submits], form.filters')) form.reset()
})

/** Pages of the current patch do not list the others: the choices are loaded when the browser is idle. */
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

/** Requested when it is visible, so that pages themselves contain no ages. */
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
  // With spaces, for screen readers and copied text.
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
