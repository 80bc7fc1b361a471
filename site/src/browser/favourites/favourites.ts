import { readThings, type StoredThing } from '../stored-things.ts'

/** A starred row. */
export type Favourite = StoredThing

export const favouritesKey = 'favourites'
/** Number of favourites that are stored at most; the oldest are removed. */
export const maxFavourites = 200

/** Parses the stored favourites, newest first. Invalid entries are left out. */
export const readFavourites = (text: string | null): readonly Favourite[] =>
  readThings(text, { id: /^[\w.:-]{1,200}$/, max: maxFavourites })

export const isFavourite = (all: readonly Favourite[], { id, list }: Favourite): boolean =>
  all.some((one) => one.id === id && one.list === list)

/** Returns the favourites without the given one, which need not be among them. */
export const withoutFavourite = (
  all: readonly Favourite[],
  { id, list }: Pick<Favourite, 'id' | 'list'>,
): readonly Favourite[] => all.filter((other) => other.id !== id || other.list !== list)

/** Removes a favourite, or adds it as the first. */
export function toggleFavourite(all: readonly Favourite[], one: Favourite): readonly Favourite[] {
  const others = withoutFavourite(all, one)
  return others.length < all.length ? others : [one, ...others].slice(0, maxFavourites)
}
