import { slugLabel } from '../../data/api/model/values/slug-label.ts'
import { localeAndPatchQuery } from './links.ts'
import type { Settings } from './settings.ts'

type Labels = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The response of `/v2/items/names`. */
interface NamesFile {
  readonly labels: Labels
  readonly icons: readonly string[]
  readonly items: Readonly<Record<string, readonly [name: string, rarity: string | null, icon?: number]>>
}

/** What is known of an item without its tooltip. */
export interface Named {
  readonly name: string
  readonly rarity: string | undefined
  /** URL of its icon. */
  readonly icon: string | undefined
}

export interface NameLookup {
  of(id: string): Named | undefined
  /** The label of a column's slug, or the slug in words. */
  label(column: string, slug: string): string
}

// The first attempt is short, so that a service that is down is noticed quickly; later ones allow for slow connections.
const timeouts = [
  { timeoutMilliseconds: 500, pauseMilliseconds: 1000 },
  { timeoutMilliseconds: 3000, pauseMilliseconds: 5000 },
  { timeoutMilliseconds: 10_000, pauseMilliseconds: 60_000 },
] as const
const [, , lastTimeout] = timeouts

/**
 * Fetches the names of items: one file for each language and patch that the links of a page use. Without it, links are
 * not changed.
 */
export class Names {
  readonly #settings: Settings
  readonly #lookups = new Map<string, Promise<NameLookup>>()
  readonly #attempts = new Map<string, number>()
  /** Called when names that could not be loaded may be requested again. */
  onRetry: () => void = () => undefined

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** Resolves to the names in the language and at the patch of a link; to no names if they could not be loaded. */
  for(link: HTMLElement): Promise<NameLookup> {
    const query = localeAndPatchQuery(link, this.#settings)
    const url = `${this.#settings.base}v2/items/names${query.size > 0 ? `?${query}` : ''}`
    const known = this.#lookups.get(url)
    if (known) return known
    const lookup = this.#attempt(url)
    this.#lookups.set(url, lookup)
    return lookup
  }

  #attempt(url: string): Promise<NameLookup> {
    const count = this.#attempts.get(url) ?? 0
    this.#attempts.set(url, count + 1)
    const { timeoutMilliseconds, pauseMilliseconds } = timeouts[count] ?? lastTimeout
    return this.#load(url, timeoutMilliseconds).catch(() => {
      setTimeout(() => {
        this.#lookups.delete(url)
        if (count + 1 < timeouts.length) this.onRetry()
      }, pauseMilliseconds)
      return nameLookupOf({ labels: {}, icons: [], items: {} }, '')
    })
  }

  async #load(url: string, timeoutMilliseconds: number): Promise<NameLookup> {
    const answer = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(timeoutMilliseconds) })
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
    return nameLookupOf((await answer.json()) as NamesFile, this.#settings.base)
  }
}

function nameLookupOf({ labels, icons, items }: NamesFile, base: string): NameLookup {
  return {
    of(id) {
      const slug = id.replace(/^id\.item\./, '')
      const entry = Object.hasOwn(items, slug) ? items[slug] : undefined
      if (!entry) return undefined
      const [name, rarity, icon] = entry
      const path = icon === undefined ? undefined : icons[icon]
      return { name, rarity: rarity ?? undefined, icon: path && new URL(`.${path}?size=128&format=webp`, base).href }
    },
    label: (column, slug) => labels[column]?.[slug] ?? slugLabel(slug),
  }
}
