// Names of a patch, compact, and the search in them: the same in the page's script as on the server.
import MiniSearch from 'minisearch'
import { nameTokens } from './name-tokens.ts'

/** Things of one list and name: usually one, or one for each rarity. */
export type NamedGroup = readonly [
  name: string,
  list: number,
  things: readonly (readonly [slug: string, rarity?: string])[],
]

export interface SearchIndex {
  readonly lists: readonly (readonly [path: string, title: string, prefix: string])[]
  readonly groups: readonly NamedGroup[]
}

export interface FoundThing {
  readonly href: string
  readonly rarity?: string
}

export interface Found {
  readonly name: string
  /** Title of its list. */
  readonly kind: string
  /** The thing's page, or the list of all that are called so. */
  readonly href: string
  readonly things: readonly FoundThing[]
}

/** Where several things are called alike, what people look for more often goes first. */
const weights: Readonly<Record<string, number>> = {
  '/items': 1.6,
  '/monsters': 1.5,
  '/quests': 1.2,
  '/loot-tables': 0.7,
}

/** A search in the names of a patch: forgiving, by beginnings of words. */
export function searcher({ lists, groups }: SearchIndex): (text: string, most: number) => Found[] {
  const names = new MiniSearch<{ id: number; name: string }>({
    fields: ['name'],
    tokenize: nameTokens,
    searchOptions: {
      prefix: true,
      fuzzy: (term) => (term.length > 3 ? 0.2 : false),
      combineWith: 'AND',
      boostDocument: (place) => weights[lists[groups[Number(place)]?.[1] ?? 0]?.[0] ?? ''] ?? 1,
    },
  })
  names.addAll(groups.map(([name], id) => ({ id, name })))
  const found = (place: unknown): Found[] => {
    const group = groups[Number(place)]
    const list = lists[group?.[1] ?? 0]
    if (!group || !list) return []
    const [name, , all] = group
    const [path, kind, prefix] = list
    const things = all.map(([slug, rarity]) => ({ href: `${path}/${prefix}${slug}`, rarity }))
    const [only] = things
    const href =
      things.length > 1 && path === '/items' ? `${path}?${new URLSearchParams({ name })}` : (only?.href ?? path)
    return [{ name, kind, href, things }]
  }
  return (text, most) =>
    names
      .search(text)
      .slice(0, most)
      .flatMap(({ id }) => found(id))
}
