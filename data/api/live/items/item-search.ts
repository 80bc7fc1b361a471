import type { SearchHit } from '../../model/search.ts'
import type { CatalogStore } from '../../model/store.ts'
import type { Locale } from '../../model/values/locales.ts'
import { items, rarities } from '../../resources/items/items.ts'
import { foldText, isUnspaced, wordsOf } from '../../search/words.ts'

/** The properties of an item that a chat line shows. */
export interface ItemMatch {
  readonly id: string
  readonly name: string
  readonly archetype?: string
  readonly rarity?: string
  readonly type?: string
  readonly gear_score?: number
}

/** All items with the same name, of the requested rarity if one was typed; or the name that was probably intended. */
type ItemLookup = { readonly items: readonly ItemMatch[] } | { readonly suggestion?: string }

/** More than any item has rarities. */
const maxVariants = 25

/** Loads what `findItemsByName` needs, without blocking the thread. */
export async function prepareItemNames(store: CatalogStore): Promise<void> {
  const scope = currentScope(store)
  if (scope !== undefined) await store.prepareSearch?.(scope)
}

const currentScope = (store: CatalogStore): number | undefined =>
  store.patches.all.length === 0 ? undefined : store.patches.current()?.id

/** Finds items by a typed name at the current patch of main. A rarity may precede or follow the name. */
export function findItemsByName(store: CatalogStore, given: string, locale: Locale): ItemLookup {
  const scope = currentScope(store)
  if (scope === undefined) return {}
  const names = new ItemNames(store, scope, locale)
  const found = names.bestMatches(given)
  if (found.length > 0 && !isVague(given)) return { items: found }
  const withoutRarity = names.withoutRarity(given)
  const ofAnyRarity = withoutRarity === given ? [] : names.bestMatches(withoutRarity)
  if (ofAnyRarity.length > 0 && !isVague(withoutRarity)) return { items: ofAnyRarity }
  for (const text of [given, ...fallbackQueries(withoutRarity)]) {
    const [nearest] = names.bestMatches(text)
    if (nearest) return { suggestion: nearest.name }
  }
  return {}
}

/** One or two letters match too many names, except in scripts whose words are that short. */
const isVague = (given: string): boolean => {
  const typed = foldText(given)
  return typed.length < 3 && !isUnspaced(typed)
}

const maxPrefixLength = 12
const minPrefixLength = 3
const maxWords = 5

/** Fallback queries when no name matches: ever shorter prefixes of the words, then each word alone. */
function fallbackQueries(given: string): string[] {
  const words = wordsOf(given).slice(0, maxWords)
  const longest = Math.min(maxPrefixLength, Math.max(0, ...words.map(({ length }) => length)) - 1)
  const lengths = Array.from({ length: Math.max(0, longest - minPrefixLength + 1) }, (_, at) => longest - at)
  const prefixes = lengths.map((length) => words.map((word) => word.slice(0, length)).join(' '))
  return [...prefixes, ...words.filter((word) => !isVague(word))]
}

class ItemNames {
  readonly #store: CatalogStore
  readonly #scope: number
  readonly #locale: Locale

  constructor(store: CatalogStore, scope: number, locale: Locale) {
    this.#store = store
    this.#scope = scope
    this.#locale = locale
  }

  /** The items that match best and have the same name as the first of them. */
  bestMatches(text: string): ItemMatch[] {
    const query = { text, kinds: [items.name], offset: 0, limit: maxVariants }
    const { hits } = this.#store.search(this.#scope, query)
    const best = hits.filter(({ fit }) => fit !== 'text' && fit === hits[0]?.fit)
    const found = best.flatMap((hit) => this.#match(hit) ?? [])
    return found.filter(({ name }) => name === found[0]?.name)
  }

  /** The typed text without words that are rarities; unchanged if it has none. */
  withoutRarity(given: string): string {
    const texts = this.#store.texts(this.#scope, this.#locale)
    const facets = Object.entries(this.#store.facets(this.#scope).rarity ?? {})
    const labelled = facets.flatMap(([slug, { label }]) => [slug, texts?.get(label) ?? label])
    const labels = new Set([...rarities, ...labelled].map(foldText))
    const words = wordsOf(given)
    const others = words.filter((word) => !labels.has(word))
    return others.length < words.length ? others.join(' ') : given
  }

  #match({ id }: SearchHit): ItemMatch | undefined {
    const row = this.#store.row(items, this.#scope, id)
    if (!row) return undefined
    const { name: key, archetype, rarity, type, gear_score } = JSON.parse(row.text) as ItemMatch
    const name = this.#store.texts(this.#scope, this.#locale)?.get(key) ?? key
    return { id, name, archetype, rarity, type, gear_score }
  }
}
