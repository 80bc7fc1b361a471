import type { Api } from '../../../data/api/api.ts'
import { listsOf, pagePath, titleOf } from './explorer.ts'
import type { Ledger } from './ledger.ts'
import { searcher, type NamedGroup, type SearchIndex } from './search-index.ts'

/** What the search box loads: the names of every list whose rows have one. */
export function namesOfPatch(api: Api, ledger: Ledger): SearchIndex {
  const named = listsOf(api).filter(({ resource }) => resource?.columns.name ?? resource?.columns.title)
  const lists = named.map((list) => {
    const prefix = `id.${list.resource?.columns.id?.kind}.`
    return [pagePath(list), titleOf(list), prefix] as const
  })
  const groups = lists.flatMap(([path, , prefix], place): NamedGroup[] => {
    const byName = new Map<string, [string, string?][]>()
    for (const { id, name, rarity } of ledger.byList.get(path) ?? []) {
      const things = byName.get(name) ?? []
      byName.set(name, things)
      things.push(rarity === undefined ? [id.slice(prefix.length)] : [id.slice(prefix.length), rarity])
    }
    return [...byName].map(([name, things]) => [name, place, things])
  })
  return { lists, groups }
}

const searchers = new WeakMap<Ledger, ReturnType<typeof searcher>>()

/** The search of a patch, made once for each ledger. */
export function searcherOf(api: Api, ledger: Ledger): ReturnType<typeof searcher> {
  const search = searchers.get(ledger) ?? searcher(namesOfPatch(api, ledger))
  searchers.set(ledger, search)
  return search
}
