import type { Endpoint } from '../endpoint.ts'
import { isMetered } from '../metered.ts'
import { problems, type ProblemCode } from '../errors.ts'
import { mediaTypeOf } from '../respond.ts'
import { pascal, refTo, type Json } from './json.ts'

/** The problems that an endpoint may answer with. */
export function problemsOf(endpoint: Endpoint): readonly ProblemCode[] {
  const { path, mode, keyScope, live, params } = endpoint
  const isOfRow = path.includes('{')
  return [
    'invalid_parameter',
    'bad_request',
    'unauthenticated',
    ...(keyScope ? (['insufficient_scope', 'origin_not_allowed'] as const) : []),
    ...(isOfRow ? (['not_found'] as const) : []),
    ...(mode.column || (isOfRow && params.branch) ? (['unknown_patch'] as const) : []),
    ...(isMetered(path) ? (['rate_limited'] as const) : []),
    ...(live ? (['unavailable'] as const) : []),
    'internal_error',
  ]
}

/** The headers that a 200 of an endpoint carries, by name; each is a component of that name. */
export function headersOf(endpoint: Endpoint): readonly string[] {
  const { mode, live, envelope, path } = endpoint
  return [
    ...['ETag', 'Cache-Control', 'X-Request-Id'],
    ...(mode.column ? ['X-Patch-Id', 'X-Patch-Version'] : []),
    ...(live ? ['X-Data-Age'] : []),
    ...(envelope ? ['Link'] : []),
    ...(isMetered(path) ? quotaHeaders : []),
  ]
}

export const quotaHeaders = [
  ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
  ...['RateLimit', 'RateLimit-Policy'],
] as const

const headerRefs = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, refTo('headers', pascal(name))]))

/** Everything that an endpoint may answer, by status. */
export function responsesOf(endpoint: Endpoint, answer: string | undefined): Json {
  const faults = problemsOf(endpoint)
  const statuses = [...new Set(faults.map((code) => problems[code].status))].sort()
  return {
    200: success(endpoint, answer),
    ...(isRedirected(endpoint) && { 302: redirect(endpoint) }),
    304: refTo('responses', 'NotModified'),
    ...Object.fromEntries(statuses.map((status) => [status, problemResponse(status, faults)])),
  }
}

/** True where the answer is the address of an asset, not its bytes. */
const isRedirected = ({ linked, resource }: Endpoint): boolean =>
  linked !== undefined && resource?.columns[linked]?.asset?.shown !== 'hidden'

const redirect = (endpoint: Endpoint): Json => ({
  description: 'The address of the asset, which never changes.',
  headers: { Location: refTo('headers', 'Location'), ...headerRefs(headersOf(endpoint)) },
})

function success(endpoint: Endpoint, answer: string | undefined): Json {
  const headers = headerRefs(headersOf(endpoint))
  if (answer !== undefined)
    return {
      description: endpoint.summary,
      headers,
      content: { [mediaTypeOf(endpoint)]: { schema: refTo('schemas', answer) } },
    }
  const media = endpoint.resource?.columns[endpoint.linked ?? '']?.asset?.media
  const types = media ? [media] : ['image/png', 'image/webp', 'model/gltf-binary']
  return {
    description: isRedirected(endpoint) ? 'The bytes, to whoever follows the redirect.' : 'The bytes.',
    headers: isRedirected(endpoint) ? {} : headers,
    content: Object.fromEntries(types.map((type) => [type, { schema: {} }])),
  }
}

/** The shared response of that status, with those of its codes that can happen here in the description. */
function problemResponse(status: number, codes: readonly ProblemCode[]): Json {
  const here = codes.filter((code) => problems[code].status === status)
  return {
    ...refTo('responses', `Problem${status}`),
    description: here.map((code) => `\`${code}\`: ${problems[code].title}.`).join(' '),
  }
}
