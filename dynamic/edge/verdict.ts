import type { Api } from '../../data/api/api.ts'
import type { CanonicalRequest } from '../../data/api/endpoint.ts'
import { Problem } from '../../data/api/errors.ts'
import { indexFolder } from '../../data/api/output-path.ts'
import { readRequest } from '../../data/api/request.ts'
import { route, type Route } from '../../data/api/route.ts'
import { parseTarget, type Target } from '../../data/api/target.ts'
import type { PublishedTree } from './published-tree.ts'

/** How a request is answered: from the tree, with a problem, or by the origin. */
export type Verdict =
  | { readonly by: 'tree'; readonly route: Route }
  | { readonly by: 'problem'; readonly problem: Problem }
  | {
      readonly by: 'origin'
      /** Set where the answer is for everybody who asks the same. */
      readonly shared?: { readonly request: CanonicalRequest; readonly target: Target; readonly state: string }
      /** What is said instead when the origin does not answer, as far as the tree knows. */
      readonly otherwise?: Problem
    }

/** Judges a raw target by the table and the tree alone. Throws only what nobody expected. */
export async function judge(api: Api, tree: PublishedTree, raw: string, lenient: boolean): Promise<Verdict> {
  const state = await tree.current()
  if (!state) return { by: 'origin' }
  try {
    const target = parseTarget(raw)
    const endpoint = api.match(target.segments)?.endpoint
    if (endpoint?.keyScope) return { by: 'origin' }
    try {
      const request = readRequest(api, target, { patches: state.patches }, lenient)
      const folder = indexFolder(request)
      const index = folder === undefined ? undefined : await tree.index(folder, state)
      const found = route(request, () => index)
      if (found instanceof Problem) return { by: 'problem', problem: found }
      if (found) return { by: 'tree', route: found }
      const shared = { request, target, state: state.manifest.state }
      return { by: 'origin', ...(!lenient && { shared }), ...(index && lacks(request) && { otherwise: nothingHere() }) }
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem
      // The catalog may know more faults, and a patch that the tree does not have yet.
      const isPartial = problem.code === 'unknown_patch' || asksCatalog(endpoint, target)
      return isPartial ? { by: 'origin', otherwise: problem } : { by: 'problem', problem }
    }
  } catch (problem) {
    if (problem instanceof Problem) return { by: 'problem', problem }
    throw problem
  }
}

/** True where each answer that there is has a file, so that no file means no answer, such as a changelog of a first patch. */
const lacks = (request: CanonicalRequest) =>
  request.endpoint.files?.by === 'row' && request.endpoint.identify !== undefined

const nothingHere = () => new Problem('not_found', 'There is nothing at this address.')

/** True where a parameter is given whose values only the catalog can check. */
function asksCatalog(endpoint: CanonicalRequest['endpoint'] | undefined, { pairs }: Target): boolean {
  if (!endpoint) return false
  const checked = endpoint.filters.flatMap((filter) => filter.checked ?? [])
  return endpoint.faults !== undefined || pairs.some(([name]) => checked.includes(name) || name === 'cursor')
}
