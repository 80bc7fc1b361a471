import type { Settings } from './settings.ts'

/** The part of the tooltip payload that a card shows. */
export interface Tooltip {
  readonly name?: string
  readonly rarity?: string
  readonly slot_type?: string
  readonly armor_type?: string
  readonly gear_score?: number
  readonly description?: string
  readonly required_class?: readonly string[]
  readonly primary: readonly string[]
  readonly secondary: readonly (readonly [line: string, gem?: string])[]
  readonly found_by?: string
  readonly is_tradeable?: boolean
  readonly loot_state?: string
  readonly class?: { readonly id: string; readonly suitable: boolean }
  readonly amount?: number
  readonly out_of_range?: readonly string[]
  /** Texts that the requested language lacks. Only reported on the site's own pages. */
  readonly in_english?: readonly string[]
}

const timeoutMilliseconds = 4000
const retryMilliseconds = 30_000

/** Fetches tooltips by item and query. Each is requested once, however many links need it. */
export class Details {
  readonly #settings: Settings
  readonly #known = new Map<string, Promise<Tooltip | undefined>>()
  readonly #warned = new Set<string>()
  #retryAt = 0

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** Resolves to undefined without a key, or if the item does not exist or the service does not answer. */
  of(id: string, query: string): Promise<Tooltip | undefined> {
    const { base, key, isOwnPage } = this.#settings
    const path = `items/${encodeURIComponent(id)}/tooltip`
    const url = `${base}${key === undefined ? '' : 'v2/'}${path}${query && `?${query}`}`
    const known = this.#known.get(url)
    if (known) return known
    if ((key === undefined && !isOwnPage) || Date.now() < this.#retryAt) return Promise.resolve(undefined)
    const requested = this.#fetch(url, key).catch((error: unknown) => {
      this.#warnOnce(String(error))
      setTimeout(() => this.#known.delete(url), retryMilliseconds)
      return undefined
    })
    this.#known.set(url, requested)
    return requested
  }

  async #fetch(url: string, key?: string): Promise<Tooltip> {
    const signal = AbortSignal.timeout(timeoutMilliseconds)
    const answer = await fetch(url, {
      headers: key === undefined ? {} : { 'X-Api-Key': key },
      credentials: 'omit',
      signal,
    })
    if (answer.ok) return (await answer.json()) as Tooltip
    const seconds = Number(answer.headers.get('retry-after'))
    if (answer.status === 429) this.#retryAt = Date.now() + 1000 * (seconds || 30)
    const { detail } = (await answer.json().catch(() => ({}))) as { detail?: string }
    throw new Error(`${answer.status} ${detail ?? ''}`)
  }

  /** Reports a failure once, to developers of the page. */
  #warnOnce(message: string): void {
    if (this.#warned.has(message)) return
    this.#warned.add(message)
    console.warn(`tooltips.js: ${message}`)
  }
}
