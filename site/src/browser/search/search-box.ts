// The header's search box: a form that works by itself, and with this script a list of what `/v2/search` finds as you
// type.
import { itemPrices, type ItemPrice } from '../../format/charts/headline-price.ts'
import type { ResultGroup } from '../../format/search/group-results.ts'
import { fetchApi } from '../fetch-api.ts'
import { RememberedSearch, SearchFailure } from './remembered-search.ts'
import { SearchResultsList } from './search-results-list.ts'
import { messagesAt } from '../../messages/in-scripts.ts'

/** Delay (ms) after a key press before a search: longer than between the keys of most people. */
const pauseMilliseconds = 300
/** Prices are requested when the typing stops. */
const pricePauseMilliseconds = 350

const search = new RememberedSearch((target, options) => fetch(target, options))

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
  return itemPrices((target) => fetchApi(target, { signal }), ids)
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
    list.outdate()
    findAfter(pauseMilliseconds)
  })
  function findAfter(milliseconds: number): void {
    timer = setTimeout(() => void findNow(), milliseconds)
  }
  async function findNow(): Promise<void> {
    const { signal } = (request = new AbortController())
    const q = input.value.trim()
    const found = q === '' ? [] : await search.find(q, t, kept, signal).catch((error: unknown) => tell(error, signal))
    if (signal.aborted || !found) return
    list.show(found)
    if (q !== '' && found.length === 0) list.tell(t('search.nothing'))
    // On a page in English nothing is marked.
    if (locale && found.length > 0) void markEnglish(found, signal).catch(() => undefined)
    // Prices are only shown for the current patch.
    if (patch !== undefined || !found.some(({ kind }) => kind === 'items')) return
    timer = setTimeout(() => void showPrices(found, signal).catch(() => undefined), pricePauseMilliseconds)
  }
  /** The list stays, and says why it is not that of the query. */
  function tell(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return
    const { isQuota = false, waitSeconds: seconds } = error instanceof SearchFailure ? error : {}
    list.tell(isQuota && seconds !== undefined ? t('live.tooMany', { seconds }) : t('search.failed'))
    if (seconds !== undefined) findAfter(seconds * 1000)
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
  const open = () => {
    stop()
    void findNow()
  }
  addKeys(input, list, open, close)
}

function addKeys(input: HTMLInputElement, list: SearchResultsList, open: () => void, close: () => void): void {
  input.addEventListener('keydown', (event) => {
    // The keys of an input method choose letters.
    if (event.isComposing) return
    if (!list.isOpen) {
      if (event.key !== 'ArrowDown') return
      open()
    } else if (event.key === 'ArrowDown') list.step(1)
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
