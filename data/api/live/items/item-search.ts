import type { SearchHit } from '../../model/search.ts'
import type { CatalogStore } from '../../model/store.ts'
import type { Locale } from '../../model/values/locales.ts'
import { items, rarities } from '../../resources/items/items.ts'
import { folded, isUnspaced, wordsOf } from '../../search/words.ts'

/** An item as a chat line tells it. */
export interface ItemMatch {
  readonly id: string
  readonly name: string
  readonly archetype?: string
  readonly rarity?: string
  readonly type?: string
  readonly gear_score?: number
}

/** All items of one name, of the requested rarity; or the name that was probably meant. */
export type ItemLookup = { readonly items: readonly ItemMatch[] } | { readonly suggestion?: string }

/** More than there are rarities of one item. */
const maxVariants = 25

/** Reads what `findItemsByName` needs, without holding the thread. */
export async function prepareItemNames(store: CatalogStore): Promise<void> {
  const scope = currentScope(store)
  if (scope !== undefined) await store.prepareSearch?.(scope)
}

const currentScope = (store: CatalogStore): number | undefined =>
  store.patches.all.length === 0 ? undefined : store.patches.current()?.id

/** The items that people mean by a name, at the current patch of main. A rarity may stand before or behind it. */
export function findItemsByName(store: CatalogStore, given: string, locale: Locale): ItemLookup {
  const scope = currentScope(store)
  if (scope === undefined) return {}
  const names = new ItemNames(store, scope, locale)
  const found = names.called(given)
  if (found.length > 0 && !isVague(given)) return { items: found }
  const withoutRarity = names.withoutRarity(given)
  const ofAnyRarity = withoutRarity === given ? [] : names.called(withoutRarity)
  if (ofAnyRarity.length > 0 && !isVague(withoutRarity)) return { items: ofAnyRarity }
  for (const text of [given, ...looser(withoutRarity)]) {
    const [nearest] = names.called(text)
    if (nearest) return { suggestion: nearest.name }
  }
  return {}
}

/** A letter or two begin many names; in scripts that write words with few signs they may be the name. */
const isVague = (given: string): boolean => {
  const typed = folded(given)
  return typed.length < 3 && !isUnspaced(typed)
}

const longestBeginning = 12
const shortestBeginning = 3
const maxWords = 5

/** What is probably meant where nothing is called so: beginnings of the words, ever shorter, then the words one by one. */
function looser(given: string): string[] {
  const words = wordsOf(given).slice(0, maxWords)
  const longest = Math.min(longestBeginning, Math.max(0, ...words.map(({ length }) => length)) - 1)
  const lengths = Array.from({ length: Math.max(0, longest - shortestBeginning + 1) }, (_, at) => longest - at)
  const beginnings = lengths.map((length) => words.map((word) => word.slice(0, length)).join(' '))
  return [...beginnings, ...words.filter((word) => !isVague(word))]
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

  /** All items of the name that fits best, as far as they fit as well. */
  called(text: string): ItemMatch[] {
    const query = { text, kinds: [items.name], offset: 0, limit: maxVariants }
    const { hits } = this.#store.search(this.#scope, query)
    const best = hits.filter(({ fit }) => fit !== 'text' && fit === hits[0]?.fit)
    const found = best.flatMap((hit) => this.#match(hit) ?? [])
    return found.filter(({ name }) => name === found[0]?.name)
  }

  /** What was typed without words that are rarities; the same where there are none. */
  withoutRarity(given: string): string {
    const texts = this.#store.texts(this.#scope, this.#locale)
    const facets = Object.entries(this.#store.facets(this.#scope).rarity ?? {})
    const labelled = facets.flatMap(([slug, { label }]) => [slug, texts?.get(label) ?? label])
    const labels = new Set([...rarities, ...labelled].map(folded))
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
