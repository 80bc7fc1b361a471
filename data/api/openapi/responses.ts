import { assetOf, sendsBytes, isStream, type AssetEndpoint, type Endpoint } from '../model/endpoint.ts'
import { bulkFolder, bulkMediaTypes } from '../model/values/bulk-files.ts'
import { isMetered } from '../answer/metered.ts'
import { problems, type ProblemCode } from '../model/values/errors.ts'
import { exportMediaTypes } from '../model/row-params.ts'
import { mediaTypeOf } from '../answer/respond.ts'
import { headerRefs, headersOf } from './headers.ts'
import { refTo, type Json } from './json.ts'

/** The problems that an endpoint may answer with. */
export function problemsOf(endpoint: Endpoint): readonly ProblemCode[] {
  const { path, mode, keyScope, params } = endpoint
  const isOfRow = path.includes('{')
  return [
    'invalid_parameter',
    'bad_request',
    ...(isMetered(path) ? (['unauthenticated'] as const) : []),
    ...(keyScope ? (['insufficient_scope', 'origin_not_allowed'] as const) : []),
    ...(isOfRow ? (['not_found'] as const) : []),
    ...(mode.column || mode.canonical || (isOfRow && params.branch) ? (['unknown_patch'] as const) : []),
    ...(sendsBytes(endpoint) ? (['range_not_satisfiable'] as const) : []),
    ...(isMetered(path) ? (['rate_limited'] as const) : []),
    'internal_error',
    'unavailable',
  ]
}

/** All responses of an endpoint by status. */
export function responsesOf(endpoint: Endpoint, answer: string | undefined, example: unknown): Json {
  const errors = problemsOf(endpoint)
  const statuses = [...new Set(errors.map((code) => problems[code].status))].sort()
  return {
    200: success(endpoint, answer, example),
    ...(sendsBytes(endpoint) && { 206: part(endpoint) }),
    ...(isRedirected(endpoint) && { 302: redirect(endpoint) }),
    ...(!isStream(endpoint) && { 304: refTo('responses', 'NotModified') }),
    ...Object.fromEntries(statuses.map((status) => [status, problemResponse(status, errors)])),
  }
}

const isRedirected = (endpoint: Endpoint): boolean => endpoint.kind === 'asset' && !sendsBytes(endpoint)

const part = (endpoint: Endpoint): Json => ({
  description: 'The part of the bytes that `Range` names.',
  headers: headerRefs(headersOf(endpoint)),
  content: contentOf(endpoint),
})

/** The media types that `format` selects. */
const exportContent: Json = Object.fromEntries(
  Object.values(exportMediaTypes).map((type) => [type, { schema: { type: 'string' } }]),
)

const assetMediaTypes = ['image/png', 'image/webp', 'model/gltf-binary']

/** Media types of an asset's bytes. */
export function assetMediaTypesOf(endpoint: AssetEndpoint): readonly string[] {
  const media = assetOf(endpoint)?.media
  if (media) return [media]
  return endpoint.folder === bulkFolder ? bulkMediaTypes : assetMediaTypes
}

const contentOf = (endpoint: Endpoint): Json =>
  Object.fromEntries(
    (endpoint.kind === 'asset' ? assetMediaTypesOf(endpoint) : []).map((type) => [type, { schema: {} }]),
  )

const redirect = (endpoint: Endpoint): Json => ({
  description: 'The address of the asset, which never changes.',
  headers: { Location: refTo('headers', 'Location'), ...headerRefs(headersOf(endpoint)) },
})

function success(endpoint: Endpoint, answer: string | undefined, example: unknown): Json {
  const headers = headerRefs(headersOf(endpoint))
  if (answer !== undefined)
    return {
      description: endpoint.summary,
      headers,
      content: {
        [mediaTypeOf(endpoint)]: {
          schema: isStream(endpoint) ? streamOf(answer) : refTo('schemas', answer),
          ...(example !== undefined && { example }),
        },
        ...(endpoint.params.format?.isMedia && exportContent),
      },
    }
  return {
    description: isRedirected(endpoint) ? 'The bytes, for clients that follow the redirect.' : 'The bytes.',
    headers: isRedirected(endpoint) ? {} : headers,
    content: contentOf(endpoint),
  }
}

/** A stream is text; `contentSchema` describes one of its events. */
const streamOf = (event: string): Json => ({
  type: 'string',
  description: `Server-Sent Events: \`id\`, \`event\` and \`data\` (JSON) of each are those of ${event}. Lines that begin with a colon are heartbeats.`,
  contentMediaType: 'text/event-stream',
  contentSchema: refTo('schemas', event),
})

/** The shared response of a status, with a description of the codes that the endpoint may answer with. */
function problemResponse(status: number, codes: readonly ProblemCode[]): Json {
  const here = codes.filter((code) => problems[code].status === status)
  return {
    ...refTo('responses', `Problem${status}`),
    description: here.map((code) => `\`${code}\`: ${problems[code].title}.`).join(' '),
  }
}
