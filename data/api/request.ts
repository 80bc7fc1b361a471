import type { Api } from './api.ts'
import { openCursor } from './cursors.ts'
import type { CanonicalRequest, Endpoint } from './endpoint.ts'
import { invalidParameters, Problem, type ParameterFault } from './errors.ts'
import { readParams, type Values } from './params.ts'
import type { Patch, PatchIndex } from './patches.ts'
import type { CatalogStore } from './store.ts'
import { catalogScope } from './store.ts'
import type { Target } from './target.ts'

/** What reading a request needs to know; at the edge there are only patches, so what the catalog must tell is not checked. */
export type RequestContext = { readonly patches: PatchIndex } & Partial<CatalogStore>

const isStore = (context: RequestContext): context is CatalogStore => context.facets !== undefined

/** Reads a request. Throws `not_found`, `invalid_parameter` with every fault at once, or `unknown_patch`, in this order. */
export function readRequest(api: Api, target: Target, context: RequestContext, lenient = false): CanonicalRequest {
  const match = api.match(target.segments)
  if (!match) throw notFound(api, target)
  const { endpoint, legacy } = match
  const read = readParams(endpoint.params, target.pairs, { lenient, hints: endpoint.mode.hints })
  const values = openCursor(endpoint, read, context.patches) ?? read.values
  const faults = [...read.faults]
  const patch = resolvePatch(endpoint, values, context.patches, faults)
  if (isStore(context)) {
    const scope = patch?.id ?? catalogScope
    faults.push(...unknownSlugs(endpoint, values, context.facets(scope)))
    if (patch || !endpoint.mode.column) faults.push(...(endpoint.faults?.(values, context, scope) ?? []))
  }
  if (faults.length > 0) throw invalidParameters(faults)
  const path = endpoint.identify?.(match.path, values, context.patches) ?? match.path
  const pinned = patch !== undefined && endpoint.mode.isPinned(values, patch)
  return { endpoint, path, values, patch, pinned, legacy, ignored: read.ignored }
}

function notFound(api: Api, target: Target): Problem {
  const bare = target.segments.at(-1) === '' ? target.path.slice(0, -1) : undefined
  const hint = bare && api.match(target.segments.slice(0, -1)) ? ` Did you mean ${bare}?` : ''
  return new Problem('not_found', `No endpoint has this path.${hint}`)
}

/** The patch, or nothing when other faults will be told first. */
function resolvePatch(
  endpoint: Endpoint,
  values: Values,
  patches: PatchIndex,
  faults: ParameterFault[],
): Patch | undefined {
  try {
    return endpoint.mode.resolve(values, patches)
  } catch (problem) {
    if (problem instanceof Problem && problem.errors) faults.push(...problem.errors)
    else if (faults.length === 0) throw problem
    return undefined
  }
}

function unknownSlugs(
  endpoint: Endpoint,
  values: Values,
  facets: ReturnType<CatalogStore['facets']>,
): ParameterFault[] {
  const faults: ParameterFault[] = []
  for (const { checked, columns } of endpoint.filters) {
    const given = checked === undefined ? undefined : values[checked]
    const [column] = columns
    if (given === undefined || checked === undefined || column === undefined) continue
    const known = Object.keys(facets[facetName(endpoint, column, facets)] ?? {})
    const allowed = [...new Set([...(endpoint.resource?.columns[column]?.usual ?? []), ...known])]
    if (!allowed.includes(String(given)))
      faults.push({
        parameter: checked,
        message: `got ${JSON.stringify(given)}, which does not occur in this patch`,
        allowed,
      })
  }
  return faults
}

/** A column that several resources have stands in the facets as `<resource>.<column>`, but for the first's. */
function facetName(endpoint: Endpoint, column: string, facets: ReturnType<CatalogStore['facets']>): string {
  const qualified = `${endpoint.resource?.name}.${column}`
  return Object.hasOwn(facets, qualified) ? qualified : column
}
