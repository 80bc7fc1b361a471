import { isLanguageOrNone } from '../named-text.ts'

/** A starred row, with the name that it had at that time. */
export interface Favourite {
  readonly id: string
  /** The path of its list's page: `/items`. */
  readonly list: string
  readonly name: string
  /** Of the name; unknown of what was kept before names had one. */
  readonly lang?: string
}

export const favouritesKey = 'favourites'
/** The oldest are removed beyond this number. */
export const maxFavourites = 200

const isFavourite = (one: unknown): one is Favourite => {
  const { id, list, name, lang } = (one ?? {}) as Partial<Record<keyof Favourite, unknown>>
  return (
    typeof id === 'string' &&
    /^[\w.:-]{1,200}$/.test(id) &&
    typeof list === 'string' &&
    /^\/[\w-]{1,60}$/.test(list) &&
    typeof name === 'string' &&
    name.length <= 200 &&
    isLanguageOrNone(lang)
  )
}

/** The stored favourites, newest first; invalid entries are left out. */
export function readFavourites(text: string | null): readonly Favourite[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(kept) ? kept.filter(isFavourite).slice(0, maxFavourites) : []
  } catch {
    return []
  }
}

export const isKept = (all: readonly Favourite[], { id, list }: Favourite): boolean =>
  all.some((one) => one.id === id && one.list === list)

/** Toggles an entry; a new one comes first. */
export function toggled(all: readonly Favourite[], one: Favourite): readonly Favourite[] {
  const others = all.filter(({ id, list }) => id !== one.id || list !== one.list)
  return others.length < all.length ? others : [one, ...others].slice(0, maxFavourites)
}
