// The header's search box: a form that works by itself, and with this script a list of what is found as you type. The names of
// the patch are loaded when the box is first focused.
import { FoundList } from './found-list.ts'
import type { PackedNames } from './packed-names.ts'
import type { Found } from './search-index.ts'

type Search = (text: string, most: number) => Found[]

const mostShown = 8

async function loadSearch(url: string): Promise<Search> {
  const [{ searcher }, { unpackNames }, answer] = await Promise.all([
    import('./search-index.ts'),
    import('./packed-names.ts'),
    fetch(url),
  ])
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  return searcher(unpackNames((await answer.json()) as PackedNames))
}

function equip(input: HTMLInputElement, { index = '', patch, locale }: DOMStringMap): void {
  const list = new FoundList(input, { ...(patch && { patch }), ...(locale && { locale }) })
  let search: Promise<Search> | undefined
  // Without the names the form still goes to the search's own page; the next letter tries again.
  const load = () => (search ??= loadSearch(index)).catch(() => (search = undefined))
  input.addEventListener('focus', () => void load(), { once: true })
  input.addEventListener('input', () => void findNow())
  async function findNow(): Promise<void> {
    const text = input.value.trim()
    const find = await load()
    if (text === input.value.trim()) list.show(text === '' || !find ? [] : find(text, mostShown))
  }
  input.addEventListener('blur', () => list.show([]))
  input.addEventListener('keydown', (event) => {
    if (!list.isOpen) return
    if (event.key === 'ArrowDown') list.step(1)
    else if (event.key === 'ArrowUp') list.step(-1)
    else if (event.key === 'Enter' && list.href !== undefined) location.href = list.href
    else if (event.key === 'Escape') list.show([])
    else return
    event.preventDefault()
  })
  document.addEventListener('keydown', (event) => {
    const { target } = event
    const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    input.focus()
  })
}

const form = document.querySelector<HTMLFormElement>('form[data-index]')
const input = form?.querySelector<HTMLInputElement>('input[type=search]')
if (form && input) equip(input, form.dataset)
