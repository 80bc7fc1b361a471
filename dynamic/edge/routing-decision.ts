import type { Api } from '../../data/api/model/api.ts'
import { renderedFilesOf, isStream, type CanonicalRequest } from '../../data/api/model/endpoint.ts'
import { Problem } from '../../data/api/model/values/errors.ts'
import type { Manifest } from '../../data/api/static/manifest.ts'
import { indexFolder } from '../../data/api/static/output-path.ts'
import { readRequest } from '../../data/api/request/request.ts'
import { route, type Route } from '../../data/api/static/route.ts'
import { parseTarget, type Target } from '../../data/api/request/target.ts'
import type { PublishedTree } from './published-tree.ts'

/** How a request is answered: from the tree, with a problem, or by the origin. */
export type RoutingDecision =
  | { readonly by: 'tree'; readonly route: Route; readonly manifest: Manifest }
  | { readonly by: 'problem'; readonly problem: Problem }
  | {
      readonly by: 'origin'
      /** Set if the response is public and may be shared. */
      readonly shared?: { readonly request: CanonicalRequest; readonly target: Target; readonly state: string }
      /** The response to send if the origin does not answer; set if the tree determines one. */
      readonly otherwise?: Problem
    }

/** Decides how a raw target is answered, by the table and the tree alone. Rejects only because of bugs. */
export async function decideRoute(
  api: Api,
  tree: PublishedTree,
  raw: string,
  lenient: boolean,
): Promise<RoutingDecision> {
  const state = await tree.current()
  if (!state) return { by: 'origin' }
  try {
    const target = parseTarget(raw)
    const endpoint = api.match(target.segments)?.endpoint
    // The response is private or endless.
    if (endpoint && (endpoint.keyScope || isStream(endpoint))) return { by: 'origin' }
    try {
      const request = readRequest(api, target, { patches: state.patches }, lenient)
      const folder = indexFolder(request)
      const index = folder === undefined ? undefined : await tree.index(folder, state)
      const found = route(request, () => index)
      if (found instanceof Problem) return { by: 'problem', problem: found }
      if (found) return { by: 'tree', route: found, manifest: state.manifest }
      const shared = { request, target, state: state.manifest.state }
      return {
        by: 'origin',
        ...(!lenient && !isMedia(request) && { shared }),
        ...(index && needsFile(request) && { otherwise: notFoundProblem() }),
      }
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem
      // The catalog may find further validation errors, and may have a patch that the tree lacks.
      const isPartial = problem.code === 'unknown_patch' || needsCatalog(endpoint, target)
      return isPartial ? { by: 'origin', otherwise: problem } : { by: 'problem', problem }
    }
  } catch (problem) {
    if (problem instanceof Problem) return { by: 'problem', problem }
    throw problem
  }
}

/** An export is streamed, not cached. */
const isMedia = ({ endpoint, values }: CanonicalRequest) =>
  Object.entries(endpoint.params).some(([name, { isMedia }]) => isMedia === true && values[name] !== undefined)

/**
 * True if every 200 of the endpoint has a file, so that a missing file means a 404, such as for the changelog of a
 * first patch.
 */
const needsFile = (request: CanonicalRequest) =>
  renderedFilesOf(request.endpoint)?.by === 'row' && request.endpoint.identify !== undefined

const notFoundProblem = () => new Problem('not_found', 'There is nothing at this address.')

/** True if only the catalog can check the value of one of the parameters. */
function needsCatalog(endpoint: CanonicalRequest['endpoint'] | undefined, { pairs }: Target): boolean {
  if (!endpoint) return false
  const checked = endpoint.filters.flatMap(({ checked, param }) => (checked ? [param] : []))
  const isChecked = (name: string) => checked.includes(name) || endpoint.params[name]?.checked === true
  return endpoint.validate !== undefined || pairs.some(([name]) => isChecked(name) || name === 'cursor')
}
