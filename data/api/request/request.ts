import type { Api } from '../model/api.ts'
import { openCursor } from './cursors.ts'
import type { CanonicalRequest, Endpoint } from '../model/endpoint.ts'
import { givenFilters, type GivenFilter } from '../model/filters.ts'
import { invalidParameters, Problem, type ParameterError } from '../model/values/errors.ts'
import { severalOf } from '../model/values/list-codecs.ts'
import { readParams } from '../model/values/params.ts'
import type { PatchIndex } from '../model/patches.ts'
import { scopeOf, type CatalogStore } from '../model/store.ts'
import {
  conflictsWithFormat,
  conflictsWithIds,
  misplacedPosition,
  unknownColumns,
  unknownNames,
  unknownSlugsOfFamilies,
} from './row-checks.ts'
import type { Target } from './target.ts'

/** The data that reading a request needs. The edge has patches only, so checks that need the catalog are skipped there. */
type CatalogView = { readonly patches: PatchIndex } & Partial<CatalogStore>

const isStore = (view: CatalogView): view is CatalogStore => view.facets !== undefined

/**
 * Reads a request; `match` is the endpoint of its path. Throws `not_found`, `invalid_parameter` with all validation
 * errors, or `unknown_patch`, in this order of precedence.
 */
export function readRequest(
  api: Api,
  target: Target,
  view: CatalogView,
  lenient = false,
  match = api.match(target.segments),
): CanonicalRequest {
  if (!match) throw notFound(api, target)
  const { endpoint, isLegacy } = match
  const read = readParams(endpoint.params, target.pairs, { lenient, hints: endpoint.mode.hints })
  const given = openCursor(endpoint, read, view.patches) ?? read.values
  const errors = [
    ...read.errors,
    ...conflictsWithIds(endpoint, given),
    ...conflictsWithFormat(endpoint, given, read.given),
    ...misplacedPosition(endpoint, given),
  ]
  const values = resolveOrCollect(errors, () => endpoint.mode.canonical?.(given, view.patches)) ?? given
  const patch = resolveOrCollect(errors, () => endpoint.mode.resolve(values, view.patches))
  if (isStore(view)) {
    const scope = scopeOf(patch)
    const filters = givenFilters(endpoint.filters, values)
    errors.push(...unknownSlugs(endpoint, filters, () => view.facets(scope)))
    if (patch || !endpoint.mode.column)
      errors.push(
        ...unknownColumns(endpoint, values, view, scope),
        ...unknownSlugsOfFamilies(endpoint, filters, view, scope),
        ...(endpoint.validate?.(values, view, scope) ?? []),
      )
  }
  if (errors.length > 0) throw invalidParameters(errors)
  const path = endpoint.identify?.(match.path, values, view.patches) ?? match.path
  const isPinned = patch !== undefined && endpoint.mode.isPinned(values, patch)
  return { endpoint, path, values, patch, isPinned, isLegacy, ignoredParams: read.ignored }
}

function notFound(api: Api, target: Target): Problem {
  const bare = target.segments.at(-1) === '' ? target.path.slice(0, -1) : undefined
  const hint = bare && api.match(target.segments.slice(0, -1)) ? ` Did you mean ${bare}?` : ''
  return new Problem('not_found', `No endpoint has this path.${hint}`)
}

/** Adds validation errors of `resolve` to `errors`. Any other problem is thrown, unless there are validation errors to report first. */
function resolveOrCollect<T>(errors: ParameterError[], resolve: () => T): T | undefined {
  try {
    return resolve()
  } catch (problem) {
    if (problem instanceof Problem && problem.errors) errors.push(...problem.errors)
    else if (errors.length === 0) throw problem
    return undefined
  }
}

function unknownSlugs(
  endpoint: Endpoint,
  filters: readonly GivenFilter[],
  facetsOf: () => ReturnType<CatalogStore['facets']>,
): ParameterError[] {
  return filters.flatMap(([{ checked, param, column }, given]) => {
    if (!checked) return []
    const facets = facetsOf()
    const known = facets[facetName(endpoint, column, facets)] ?? {}
    const usual = endpoint.resource?.columns[column]?.usual ?? []
    const unknown = severalOf(given).filter((value) => !usual.includes(value) && !Object.hasOwn(known, value))
    if (unknown.length === 0) return []
    const allowed = [...new Set([...usual, ...Object.keys(known)])]
    return unknownNames(param, unknown, allowed, 'which does not occur in this patch')
  })
}

/** The name of a column in the facets: `<resource>.<column>` if an earlier resource has a column of that name. */
function facetName(endpoint: Endpoint, column: string, facets: ReturnType<CatalogStore['facets']>): string {
  const qualified = `${endpoint.resource?.name}.${column}`
  return Object.hasOwn(facets, qualified) ? qualified : column
}
