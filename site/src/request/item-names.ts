import { jsonOf } from '../format/ask.ts'
import { cachedPerCatalog } from './cached-per-catalog.ts'
import { localeQuery } from '../format/language.ts'
import { humanizeId } from '../format/humanize.ts'

export interface NamedItem {
  readonly name: string
  readonly rarity?: string
  /** Without size. */
  readonly icon?: string
}

/** `/v2/items/names`. */
interface ItemNamesAnswer {
  readonly items: Readonly<Record<string, readonly [name: string, rarity: string | null, icon?: number]>>
  readonly icons: readonly string[]
}

/** Names, rarities and icons of all items of the current patch. */
export class ItemNames {
  readonly #items: Readonly<Record<string, readonly [string, string | null, number?]>>
  readonly #icons: readonly string[]

  constructor({ items, icons }: ItemNamesAnswer) {
    this.#items = items
    this.#icons = icons
  }

  has(id: string): boolean {
    return Object.hasOwn(this.#items, tagOf(id))
  }

  /** Of an item, or of an archetype: then without rarity. An id that no item has is put in words. */
  of(id: string): NamedItem {
    const own = Object.hasOwn(this.#items, tagOf(id)) ? this.#items[tagOf(id)] : undefined
    const [name, rarity, place] = own ?? this.#ofArchetype(id) ?? [humanizeId(id), null]
    return {
      name,
      rarity: own ? (rarity ?? undefined) : undefined,
      icon: place === undefined ? undefined : this.#icons[place],
    }
  }

  /** Archetypes whose name holds all these words, those that begin alike first; 20 at most. */
  archetypesNamed(words: string): { id: string; name: string }[] {
    const found = new Map(this.#named(words).map(({ tag, name }) => [`id.item.${tag.replace(/_\d+$/, '')}`, name]))
    return [...found].map(([id, name]) => ({ id, name })).slice(0, 20)
  }

  /** The same of items. One is found by its id too. */
  itemsNamed(words: string): string[] {
    if (words.startsWith('id.item.') && this.has(words)) return [words]
    return this.#named(words)
      .map(({ tag }) => `id.item.${tag}`)
      .slice(0, 20)
  }

  #named(words: string): { tag: string; name: string }[] {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
    const rank = (name: string) =>
      name.toLowerCase() === words.toLowerCase() ? 0 : name.toLowerCase().startsWith(wanted[0] ?? '') ? 1 : 2
    return Object.entries(this.#items)
      .map(([tag, [name]]) => ({ tag, name }))
      .filter(({ name }) => wanted.every((word) => name.toLowerCase().includes(word)))
      .sort((a, b) => rank(a.name) - rank(b.name) || a.name.localeCompare(b.name))
  }

  #ofArchetype(id: string) {
    const start = `${tagOf(id)}_`
    const tag = Object.keys(this.#items).find((one) => one.startsWith(start) && /^\d+$/.test(one.slice(start.length)))
    return tag === undefined ? undefined : this.#items[tag]
  }
}

const tagOf = (id: string) => id.replace(/^id\.item\./, '')
/** A list of two or three values, a name, and its place in the object. */
const bytesOfItem = 250
const cached = cachedPerCatalog<ItemNamesAnswer>(
  'item names',
  ({ items }) => 1000 + bytesOfItem * Object.keys(items).length,
)

/** Asked for once for each state of the catalog and language; no names where nothing was imported. */
export const itemNames = async ({
  fetchApi,
  pageCache,
  locale,
}: Pick<App.Locals, 'fetchApi' | 'pageCache' | 'locale'>): Promise<ItemNames> => {
  const names = await cached(pageCache, locale, async () => {
    const found = jsonOf(await fetchApi(`/v2/items/names?${new URLSearchParams(localeQuery(locale))}`))
    return (found as ItemNamesAnswer | undefined) ?? { items: {}, icons: [] }
  })
  return new ItemNames(names)
}
