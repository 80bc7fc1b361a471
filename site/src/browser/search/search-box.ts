// Adds results of `/v2/search` as you type to the search boxes, which are forms that also work without scripts.
import { itemPrices, type ItemPrice } from '../../format/charts/headline-price.ts'
import type { ResultGroup } from '../../format/search/group-results.ts'
import { fetchApi } from '../fetch-api.ts'
import { CachedSearch, SearchFailure } from './cached-search.ts'
import { SearchResultsList } from './search-results-list.ts'
import { messagesAt } from '../../messages/in-scripts.ts'

/** Delay of a search after a key press; longer than most people pause between two keys. */
const searchDelayMs = 300
/** Further delay of the request for prices after the results, when typing has probably stopped. */
const priceDelayMs = 350

const search = new CachedSearch((target, options) => fetch(target, options))

/** Returns those names of the results that have no translation. */
async function untranslatedNames(
  groups: readonly ResultGroup[],
  context: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<string[]> {
  const query = new URLSearchParams(context)
  for (const { name } of groups) query.append('text', name)
  const answer = await fetch(`/untranslated.json?${query}`, { signal })
  return answer.ok ? ((await answer.json()) as string[]) : []
}

async function pricesOf(groups: readonly ResultGroup[], signal: AbortSignal): Promise<Map<string, ItemPrice>> {
  const ids = groups.flatMap(({ kind, rows }) => (kind === 'items' ? rows.map(({ id }) => id) : []))
  return itemPrices((target) => fetchApi(target, { signal }), ids)
}

function addResults(input: HTMLInputElement, { patch, locale }: DOMStringMap): void {
  const context = { ...(patch && { patch }), ...(locale && { locale }) }
  const list = new SearchResultsList(input, context)
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
    list.markOutdated()
    findAfter(searchDelayMs)
  })
  function findAfter(milliseconds: number): void {
    timer = setTimeout(() => void findNow(), milliseconds)
  }
  async function findNow(): Promise<void> {
    const { signal } = (request = new AbortController())
    const q = input.value.trim()
    const found =
      q === '' ? [] : await search.find(q, t, context, signal).catch((error: unknown) => showError(error, signal))
    if (signal.aborted || !found) return
    list.show(found)
    if (q !== '' && found.length === 0) list.showMessage(t('search.nothing'))
    // Pages in English have no `locale`.
    if (locale && found.length > 0) void markEnglish(found, signal).catch(() => undefined)
    // Prices are only shown for the current patch.
    if (patch !== undefined || !found.some(({ kind }) => kind === 'items')) return
    timer = setTimeout(() => void showPrices(found, signal).catch(() => undefined), priceDelayMs)
  }
  /** Keeps the previous results and says above them why there are no new ones. */
  function showError(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return
    const { isQuota = false, waitSeconds: seconds } = error instanceof SearchFailure ? error : {}
    list.showMessage(isQuota && seconds !== undefined ? t('live.tooMany', { seconds }) : t('search.failed'))
    if (seconds !== undefined) findAfter(seconds * 1000)
  }
  async function markEnglish(found: readonly ResultGroup[], signal: AbortSignal): Promise<void> {
    const names = await untranslatedNames(found, context, signal)
    if (!signal.aborted) list.markEnglish(names)
  }
  async function showPrices(found: readonly ResultGroup[], signal: AbortSignal): Promise<void> {
    const prices = await pricesOf(found, signal)
    if (!signal.aborted) list.showPrices(found, prices)
  }
  // `close` also aborts a pending request, whose results would open the list again.
  input.addEventListener('blur', close)
  const open = () => {
    stop()
    void findNow()
  }
  addKeys(input, list, open, close)
}

function addKeys(input: HTMLInputElement, list: SearchResultsList, open: () => void, close: () => void): void {
  input.addEventListener('keydown', (event) => {
    // While an input method is composing, keys belong to it.
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
  if (input) addResults(input, form.dataset)
}

document.addEventListener('keydown', (event) => {
  const { target } = event
  const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  document.querySelector<HTMLInputElement>('input[aria-keyshortcuts="/"]')?.focus()
})
