import { mapInSlices } from '../../../data/api/model/values/steps.ts'
import { jsonOf } from '../format/api-response.ts'
import { cachedPerCatalog } from './cached-per-catalog.ts'
import { localeQuery } from '../format/language.ts'
import { humanizeId } from '../format/humanize.ts'

interface NamedItem {
  readonly name: string
  readonly rarity?: string
  /** URL without a size. */
  readonly icon?: string
}

/** The response of `/v2/items/names`. */
interface ItemNamesAnswer {
  readonly items: Readonly<Record<string, readonly [name: string, rarity: string | null, icon?: number]>>
  readonly icons: readonly string[]
}

interface NamedId {
  readonly id: string
  readonly name: string
}

/** The response, and the tag of the first item of each archetype. */
interface KeptNames extends ItemNamesAnswer {
  readonly archetypes: Readonly<Record<string, string>>
}

/** Returns the only match, or the only match with exactly this name; undefined if the words are ambiguous. */
export function uniqueMatch(found: readonly NamedId[], words: string): NamedId | undefined {
  const exact = found.filter(({ name }) => name.toLowerCase() === words.toLowerCase())
  return [found, exact].find(({ length }) => length === 1)?.[0]
}

/** Names, rarities and icons of all items of the current patch. */
export class ItemNames {
  readonly #items: Readonly<Record<string, readonly [string, string | null, number?]>>
  readonly #icons: readonly string[]
  readonly #archetypes: Readonly<Record<string, string>>

  constructor({ items, icons, archetypes }: KeptNames) {
    this.#items = items
    this.#icons = icons
    this.#archetypes = archetypes
  }

  has(id: string): boolean {
    return Object.hasOwn(this.#items, tagOf(id))
  }

  /** The name, rarity and icon of an item, or of an archetype (without rarity). An unknown id is put into words. */
  of(id: string): NamedItem {
    const tag = tagOf(id)
    const own = Object.hasOwn(this.#items, tag) ? this.#items[tag] : undefined
    const [name, rarity, place] = own ?? this.#items[this.#archetypes[tag] ?? ''] ?? [humanizeId(id), null]
    return {
      name,
      rarity: own ? (rarity ?? undefined) : undefined,
      icon: place === undefined ? undefined : this.#icons[place],
    }
  }

  /** The page of an item, or the list of an archetype's rarities; undefined if the current patch has neither. */
  pathOf(id: string): string | undefined {
    if (this.has(id)) return `/items/${encodeURIComponent(id)}`
    return Object.hasOwn(this.#archetypes, tagOf(id)) ? `/items?${new URLSearchParams({ archetype: id })}` : undefined
  }

  /** Archetypes whose name contains all these words: exact names first, then names that begin with the first word; 20 at most. */
  archetypesNamed(words: string): Promise<NamedId[]> {
    return this.#named(words, (tag) => `id.item.${archetypeOf(tag)}`)
  }

  /** Ids of items whose name contains all these words, in the order of `archetypesNamed`. An id finds its item too. */
  async itemsNamed(words: string): Promise<string[]> {
    if (words.startsWith('id.item.') && this.has(words)) return [words]
    return (await this.#named(words, (tag) => `id.item.${tag}`)).map(({ id }) => id)
  }

  /** The best matches in order, without duplicates. */
  async #named(words: string, idOf: (tag: string) => string): Promise<NamedId[]> {
    const whole = words.toLowerCase()
    const wanted = whole.split(/\s+/).filter(Boolean)
    const rankOf = (name: string) => (name === whole ? 0 : name.startsWith(wanted[0] ?? '') ? 1 : 2)
    const found: (NamedId & { readonly rank: number })[] = []
    await mapInSlices(Object.keys(this.#items), (tag) => {
      const name = this.#items[tag]?.[0] ?? ''
      const lower = name.toLowerCase()
      if (!wanted.every((word) => lower.includes(word))) return
      const one = { id: idOf(tag), name, rank: rankOf(lower) }
      const place = found.findLastIndex((other) => (other.rank - one.rank || other.name.localeCompare(name)) <= 0) + 1
      const known = found.findIndex(({ id }) => id === one.id)
      if (place >= maxNamed || (known >= 0 && known < place)) return
      if (known >= 0) found.splice(known, 1)
      found.splice(place, 0, one)
      found.length = Math.min(found.length, maxNamed)
    })
    return found.map(({ id, name }) => ({ id, name }))
  }
}

const maxNamed = 20
const tagOf = (id: string) => id.replace(/^id\.item\./, '')
/** The tag without the number at its end. */
const archetypeOf = (tag: string) => tag.replace(/_\d+$/, '')

/** For a list of two or three values, a name, its property, and a share of the archetypes. */
const bytesOfItem = 300
const cached = cachedPerCatalog<KeptNames>('item names', ({ items }) => 1000 + bytesOfItem * Object.keys(items).length)

export async function withArchetypes(answer: ItemNamesAnswer): Promise<KeptNames> {
  const archetypes = Object.create(null) as Record<string, string>
  await mapInSlices(Object.keys(answer.items), (tag) => {
    const archetype = archetypeOf(tag)
    if (archetype !== tag) archetypes[archetype] ??= tag
  })
  return { ...answer, archetypes }
}

/** The names of the current patch, requested once per catalog and language; empty if nothing has been imported. */
export const itemNames = async ({
  fetchApi,
  pageCache,
  locale,
}: Pick<App.Locals, 'fetchApi' | 'pageCache' | 'locale'>): Promise<ItemNames> => {
  const names = await cached(pageCache, locale, async () => {
    const found = jsonOf(await fetchApi(`/v2/items/names?${new URLSearchParams(localeQuery(locale))}`))
    return withArchetypes((found as ItemNamesAnswer | undefined) ?? { items: {}, icons: [] })
  })
  return new ItemNames(names)
}
