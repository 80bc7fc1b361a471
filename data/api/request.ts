import type { Api } from './api.ts'
import type { Value } from './codecs.ts'
import { openCursor } from './cursors.ts'
import type { Endpoint, Path } from './endpoint.ts'
import { invalidParameters, Problem, type ParameterFault } from './errors.ts'
import { readParams, type Values } from './params.ts'
import type { Patch, PatchIndex } from './patches.ts'
import type { CatalogStore } from './store.ts'
import { catalogScope } from './store.ts'
import type { Target } from './target.ts'

/** A request that is understood and sound: endpoint, values with their defaults, resolved patch. */
export interface CanonicalRequest {
  readonly endpoint: Endpoint
  readonly path: Path
  readonly values: Values
  readonly patch?: Patch
  /** The URL names a patch id. */
  readonly pinned: boolean
  /** It came by `/v1`. */
  readonly legacy: boolean
  /** Unknown parameters that a lenient request brought. */
  readonly ignored: readonly string[]
}

/** What reading a request needs to know; at the edge there are no facets. */
export type RequestContext = { readonly patches: PatchIndex } & Partial<Pick<CatalogStore, 'facets'>>

/** Reads a request. Throws `not_found`, `invalid_parameter` with every fault at once, or `unknown_patch`, in this order. */
export function readRequest(api: Api, target: Target, context: RequestContext, lenient = false): CanonicalRequest {
  const match = api.match(target.segments)
  if (!match) throw notFound(api, target)
  const { endpoint, legacy } = match
  const read = readParams(endpoint.params, target.pairs, { lenient, hints: endpoint.mode.hints })
  const values = openCursor(endpoint, read, context.patches) ?? read.values
  const faults = [...read.faults]
  const patch = resolvePatch(endpoint, values, context.patches, faults)
  if (context.facets) faults.push(...unknownSlugs(endpoint, values, context.facets(patch?.id ?? catalogScope)))
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

/** The request's own query in canonical form: defaults dropped, sorted by name, the patch pinned. */
export function canonicalQuery(request: CanonicalRequest, changes: Readonly<Record<string, Value>> = {}): string {
  const { endpoint, patch } = request
  const texts: Record<string, string> = patch ? endpoint.mode.pin(patch) : {}
  for (const [name, value] of Object.entries({ ...request.values, ...changes })) {
    if (value === undefined || name === 'cursor' || Object.hasOwn(endpoint.mode.params, name)) continue
    const param = endpoint.params[name]
    if (value === param?.default) continue
    texts[name] = param ? param.codec.write(value) : String(value)
  }
  return Object.entries(texts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, text]) => `${encodeText(name)}=${encodeText(text)}`)
    .join('&')
}

export function canonicalPath({ endpoint, path }: CanonicalRequest): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeText(path[name] ?? ''))
}

const encodeText = (given: string) => encodeURIComponent(given).replace(/%(2F|3A|2C|5B|5D)/g, decodeURIComponent)
