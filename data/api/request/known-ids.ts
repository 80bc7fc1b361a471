import type { Filter } from '../model/filters.ts'
import type { Resource } from '../model/resource.ts'
import { rowId, type CatalogStore } from '../model/store.ts'
import type { Values } from '../model/values/params.ts'

/** The id of the row with this id or raw upstream key; undefined if there is none. */
function knownId(store: CatalogStore, scope: number, resource: Resource, given: string): string | undefined {
  const row = store.row(resource, scope, given)
  return row && rowId(row)
}

/** The id of the row with this id or raw upstream key at the current patch of main, which live data refers to. */
export function currentId(store: CatalogStore, resource: Resource, given: string): string | undefined {
  const patch = store.patches.current()
  return patch && knownId(store, patch.id, resource, given)
}

const keyedFiltersCache = new WeakMap<readonly Filter[], readonly Filter[]>()

/** The few filters whose values may be raw keys; computed once per list. */
function keyedFilters(filters: readonly Filter[]): readonly Filter[] {
  const known = keyedFiltersCache.get(filters) ?? filters.filter(({ keysOf }) => keysOf !== undefined)
  keyedFiltersCache.set(filters, known)
  return known
}

/** Replaces raw upstream keys in the values of filters by the ids of their rows; without a scope, returns `values` unchanged. */
export function withKnownIds(
  filters: readonly Filter[],
  values: Values,
  store: CatalogStore,
  scope: number | undefined,
): Values {
  if (scope === undefined) return values
  let known = values
  for (const { param, keysOf = '' } of keyedFilters(filters)) {
    const given = values[param]
    if (given === undefined || String(given).startsWith('id.')) continue
    const resource = store.resource(keysOf)
    const id = resource && knownId(store, scope, resource, String(given))
    if (id !== undefined) known = { ...known, [param]: id }
  }
  return known
}
