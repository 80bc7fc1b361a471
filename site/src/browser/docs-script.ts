// The script of the docs: remembers the language of the snippets, and searches an index that it loads on first focus.
import type MiniSearch from 'minisearch'
import type { SearchResult } from 'minisearch'
import { searchWeight } from '../format/search/search-weight.ts'
import { readStored, writeStored } from './storage.ts'

const radios = [...document.querySelectorAll<HTMLInputElement>('[data-snippet]')]
const remembered = readStored('snippet')
for (const radio of radios) {
  if (radio.value === remembered) radio.checked = true
  radio.addEventListener('change', () => writeStored('snippet', radio.value))
}

document.documentElement.classList.add('scripted')

const box = document.querySelector<HTMLElement>('[data-docs-search]')
const input = box?.querySelector('input')
const list = box?.querySelector('ol')
const status = box?.querySelector('[role=status]')
let index: Promise<MiniSearch> | undefined

async function load(): Promise<MiniSearch> {
  const url = box?.dataset.index ?? ''
  const [{ default: Search }, answer] = await Promise.all([import('minisearch'), fetch(url)])
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  const search = new Search({
    idField: 'href',
    fields: ['title', 'summary', 'words'],
    storeFields: ['title', 'summary'],
    searchOptions: { boost: { title: 4, summary: 2 }, prefix: true, fuzzy: 0.2, combineWith: 'AND' },
  })
  search.addAll((await answer.json()) as object[])
  return search
}

/** Returns undefined if the index could not be loaded; the next key press tries again. */
const loadOnce = () => (index ??= load()).catch(() => (index = undefined))

const resultItem = ({ id, title, summary }: SearchResult) => {
  const link = document.createElement('a')
  link.href = String(id)
  const strong = document.createElement('strong')
  strong.textContent = String(title)
  link.append(strong, document.createElement('br'), String(summary).replaceAll('`', ''))
  const entry = document.createElement('li')
  entry.append(link)
  return entry
}

async function show(): Promise<void> {
  const query = input?.value.trim() ?? ''
  const search = await loadOnce()
  const found =
    query === ''
      ? []
      : (search?.search(query, { boostDocument: (href: string) => searchWeight(href, query) }).slice(0, 8) ?? [])
  list?.replaceChildren(...found.map(resultItem))
  list?.toggleAttribute('hidden', found.length === 0)
  if (!status) return
  if (query === '') status.textContent = ''
  else if (!search) status.textContent = 'The search index could not be loaded. Keep typing to retry.'
  else status.textContent = found.length === 0 ? 'No results. Try a shorter term.' : `${found.length} found`
}

if (input) {
  input.disabled = false
  input.addEventListener('focus', () => void loadOnce(), { once: true })
  input.addEventListener('input', () => void show())
  input.addEventListener('keydown', (event) => {
    // While an input method is composing, keys belong to it.
    if (event.isComposing) return
    if (event.key === 'Enter') list?.querySelector('a')?.click()
    if (event.key !== 'Escape') return
    input.value = ''
    void show()
  })
}
