// The header's search box: a form that works by itself, and with this script a list of what `/v2/search` finds as you type.
import { itemPrices, type ItemPrice } from '../../format/charts/headline-price.ts'
import { groupResults, type ResultGroup, type ResultRow } from '../../format/search/group-results.ts'
import { aimed, searchIntent } from '../../format/search/search-intent.ts'
import { SearchResultsList, type SearchWords } from './search-results-list.ts'
import { messagesAt } from '../../messages/in-scripts.ts'

const maxShown = 8
/** Rows of a page: things have a row for each rarity. */
const limit = 50
/** Delay (ms) after a key press before a search. */
const pauseMilliseconds = 150
/** Prices are requested when the typing stops. */
const pricePauseMilliseconds = 350

/** Empty if the service does not answer: the form still goes to the search's own page. */
async function search(query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<ResultGroup[]> {
  const answer = await fetch(`/v2/search?${new URLSearchParams({ ...query, limit: String(limit) })}`, { signal })
  if (!answer.ok) return []
  const { body } = (await answer.json()) as { body: ResultRow[] }
  return groupResults(body)
}

/** Answers to questions about a thing first, then search results. */
async function find(
  q: string,
  t: SearchWords,
  kept: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<ResultGroup[]> {
  const intent = searchIntent(q, t)
  const [meant, named] = await Promise.all([
    intent ? search({ q: intent.text, kind: intent.kind, ...kept }, signal) : [],
    search({ q, ...kept }, signal),
  ])
  return [...(intent ? aimed(meant, intent) : []), ...named].slice(0, maxShown)
}

async function untranslated(
  groups: readonly ResultGroup[],
  kept: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<string[]> {
  const query = new URLSearchParams(kept)
  for (const { name } of groups) query.append('text', name)
  const answer = await fetch(`/untranslated.json?${query}`, { signal })
  return answer.ok ? ((await answer.json()) as string[]) : []
}

async function pricesOf(groups: readonly ResultGroup[], signal: AbortSignal): Promise<Map<string, ItemPrice>> {
  const ids = groups.flatMap(({ kind, rows }) => (kind === 'items' ? rows.map(({ id }) => id) : []))
  return itemPrices(async (target) => {
    const answer = await fetch(target, { signal })
    return { status: answer.status, target, headers: {}, json: answer.ok ? ((await answer.json()) as unknown) : {} }
  }, ids)
}

function equip(input: HTMLInputElement, { patch, locale }: DOMStringMap): void {
  const kept = { ...(patch && { patch }), ...(locale && { locale }) }
  const list = new SearchResultsList(input, kept)
  const t = messagesAt<'search'>(input.form ?? input)
  let request = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(timer)
    request.abort()
  }
  const close = () => {
    stop()
    list.show([])
  }
  input.addEventListener('input', () => {
    stop()
    timer = setTimeout(() => void findNow(), pauseMilliseconds)
  })
  async function findNow(): Promise<void> {
    const { signal } = (request = new AbortController())
    const q = input.value.trim()
    const found = q === '' ? [] : await find(q, t, kept, signal).catch(() => [])
    if (signal.aborted) return
    list.show(found)
    // On a page in English nothing is marked.
    if (locale && found.length > 0) void markEnglish(found, signal).catch(() => undefined)
    // Prices are only shown for the current patch.
    if (patch !== undefined || !found.some(({ kind }) => kind === 'items')) return
    timer = setTimeout(() => void showPrices(found, signal).catch(() => undefined), pricePauseMilliseconds)
  }
  async function markEnglish(found: readonly ResultGroup[], signal: AbortSignal): Promise<void> {
    const names = await untranslated(found, kept, signal)
    if (!signal.aborted) list.markEnglish(names)
  }
  async function showPrices(found: readonly ResultGroup[], signal: AbortSignal): Promise<void> {
    const prices = await pricesOf(found, signal)
    if (!signal.aborted) list.showPrices(found, prices)
  }
  // What is still on its way would open the list again.
  input.addEventListener('blur', close)
  input.addEventListener('keydown', (event) => {
    // The keys of an input method choose letters.
    if (!list.isOpen || event.isComposing) return
    if (event.key === 'ArrowDown') list.step(1)
    else if (event.key === 'ArrowUp') list.step(-1)
    else if (event.key === 'Enter' && list.href !== undefined) location.href = list.href
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
  })
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-search]')) {
  const input = form.querySelector<HTMLInputElement>('input[type=search]')
  if (input) equip(input, form.dataset)
}

document.addEventListener('keydown', (event) => {
  const { target } = event
  const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  document.querySelector<HTMLInputElement>('input[aria-keyshortcuts="/"]')?.focus()
})
