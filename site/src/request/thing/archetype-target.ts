import { hrefAt, patchOf } from '../at-patch.ts'
import { listAt, pagePath } from '../explorer.ts'
import { rowLookup } from '../row-lookup.ts'

/**
 * Where an address leads that names an archetype instead of a thing: to the list of its things, or to the first of them,
 * where it is the only one or its page has the others.
 */
export function archetypeTarget(requested: string, locals: App.Locals): string | undefined {
  const { api, patches } = locals
  const url = new URL(requested, 'http://here')
  const [, listPath = '', given = '', ...rest] = url.pathname.split('/')
  const list = listAt(api, listPath)
  const patch = patchOf(url, patches)
  if (!list || !patch || given === '' || rest.length > 0) return undefined
  const path = pagePath(list)
  const things = rowLookup(locals, patch)
    .ofArchetype(given)
    .filter((one) => one.list === path)
  const [first] = things
  const isListed = list.filters.some(({ param }) => param === 'archetype')
  if (things.length > 1 && isListed) return hrefAt(path, patch, { archetype: given })
  return first && hrefAt(`${path}/${encodeURIComponent(first.id)}`, patch)
}
