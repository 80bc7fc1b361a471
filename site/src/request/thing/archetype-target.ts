import { hrefAt, patchOf } from '../at-patch.ts'
import { listAt, pagePath } from '../explorer.ts'
import { rowLookup } from '../row-lookup.ts'

/**
 * The redirect target of a URL that has an archetype in place of an id: the filtered list of the archetype's rows or, if
 * there is only one row or the list has no such filter, the page of the first row. Undefined if the URL names no
 * archetype.
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
