// The names of a patch as they travel: most slugs are made of the name, and things of many names end alike.
import type { NamedGroup, SearchIndex } from './search-index.ts'

type Thing = NamedGroup[2][number]

/** A column of names for each list. Beside each name its things: their place in `ends`, or themselves. */
export interface PackedNames {
  /** What may follow a slug that is made of the name, with the rarity: all things of a name. */
  readonly ends: readonly (readonly Thing[])[]
  readonly lists: readonly {
    readonly of: SearchIndex['lists'][number]
    readonly names: readonly string[]
    readonly things: readonly (number | readonly Thing[])[]
  }[]
}

const stemOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '_')

export function packNames({ lists, groups }: SearchIndex): PackedNames {
  const places = new Map<string, number>()
  const packed = lists.map((of) => ({ of, names: [] as string[], things: [] as (number | readonly Thing[])[] }))
  for (const [name, list, things] of groups) {
    const stem = stemOf(name)
    const isMadeOfName = things.every(([slug]) => slug.startsWith(stem))
    const ends = JSON.stringify(things.map(([slug, ...rarity]) => [slug.slice(stem.length), ...rarity]))
    if (isMadeOfName && !places.has(ends)) places.set(ends, places.size)
    packed[list]?.names.push(name)
    packed[list]?.things.push(isMadeOfName ? (places.get(ends) ?? 0) : things)
  }
  return { ends: [...places.keys()].map((ends) => JSON.parse(ends) as Thing[]), lists: packed }
}

export function unpackNames({ ends, lists }: PackedNames): SearchIndex {
  const groups = lists.flatMap(({ names, things }, list) =>
    names.map((name, place): NamedGroup => {
      const own = things[place] ?? []
      if (typeof own !== 'number') return [name, list, own]
      const made = (ends[own] ?? []).map(([end, ...rarity]): Thing => [stemOf(name) + end, ...rarity])
      return [name, list, made]
    }),
  )
  return { lists: lists.map(({ of }) => of), groups }
}
