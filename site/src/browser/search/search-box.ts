// The header's search box: a form that works by itself, and with this script a list of what `/v2/search` finds as you type.
import { groupResults, type ResultGroup, type ResultRow } from '../../format/search/group-results.ts'
import { SearchResultsList } from './search-results-list.ts'

const maxShown = 8
/** Rows of a page: things have a row for each rarity. */
const limit = 50
/** Nobody reads what is found between two letters. */
const pauseMilliseconds = 150

/** Nothing where the service does not answer: the form still goes to the search's own page. */
async function find(query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<ResultGroup[]> {
  const answer = await fetch(`/v2/search?${new URLSearchParams({ ...query, limit: String(limit) })}`, { signal })
  if (!answer.ok) return []
  const { body } = (await answer.json()) as { body: ResultRow[] }
  return groupResults(body).slice(0, maxShown)
}

function equip(input: HTMLInputElement, { patch, locale }: DOMStringMap): void {
  const kept = { ...(patch && { patch }), ...(locale && { locale }) }
  const list = new SearchResultsList(input, kept)
  let request = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  input.addEventListener('input', () => {
    clearTimeout(timer)
    request.abort()
    timer = setTimeout(() => void findNow(), pauseMilliseconds)
  })
  async function findNow(): Promise<void> {
    const { signal } = (request = new AbortController())
    const q = input.value.trim()
    const found = q === '' ? [] : await find({ q, ...kept }, signal).catch(() => [])
    if (!signal.aborted) list.show(found)
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

const form = document.querySelector<HTMLFormElement>('form[data-search]')
const input = form?.querySelector<HTMLInputElement>('input[type=search]')
if (form && input) equip(input, form.dataset)
