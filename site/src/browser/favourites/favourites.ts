import { readThings, type StoredThing } from '../stored-things.ts'

/** A starred row. */
export type Favourite = StoredThing

export const favouritesKey = 'favourites'
/** The oldest are removed beyond this number. */
export const maxFavourites = 200

/** The stored favourites, newest first; invalid entries are left out. */
export const readFavourites = (text: string | null): readonly Favourite[] =>
  readThings(text, { id: /^[\w.:-]{1,200}$/, max: maxFavourites })

export const isKept = (all: readonly Favourite[], { id, list }: Favourite): boolean =>
  all.some((one) => one.id === id && one.list === list)

/** All but one, whether or not it is still there. */
export const without = (
  all: readonly Favourite[],
  { id, list }: Pick<Favourite, 'id' | 'list'>,
): readonly Favourite[] => all.filter((other) => other.id !== id || other.list !== list)

/** Toggles an entry; a new one comes first. */
export function toggled(all: readonly Favourite[], one: Favourite): readonly Favourite[] {
  const others = without(all, one)
  return others.length < all.length ? others : [one, ...others].slice(0, maxFavourites)
}
