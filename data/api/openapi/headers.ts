import { isMetered } from '../answer/metered.ts'
import { sendsBytes, isStream, type Endpoint } from '../model/endpoint.ts'
import { z } from 'zod'
import { pascalCase, refTo, type Json } from './json.ts'

/** Request headers by the name of their component. */
export const requestHeaders: Json = {
  IfNoneMatch: {
    ...{ name: 'If-None-Match', in: 'header', schema: { type: 'string' } },
    description: 'ETags of known answers: if one of them still matches, the answer is a 304.',
  },
  Prefer: {
    ...{ name: 'Prefer', in: 'header', schema: { type: 'string' } },
    description: '`handling=lenient` ignores unknown parameters instead of refusing them.',
  },
  LastEventId: {
    ...{ name: 'Last-Event-ID', in: 'header', schema: { type: 'string', pattern: '^(0|[1-9]\\d{0,15})$' } },
    description:
      '`id` of the last event that was received: the stream goes on after it. `EventSource` sends it by itself.',
  },
  Range: {
    ...{ name: 'Range', in: 'header', schema: { type: 'string' } },
    description:
      'One range of bytes, `bytes=<first>-<last>`: 206 with that part. Several ranges are answered with the whole.',
  },
  IfRange: {
    ...{ name: 'If-Range', in: 'header', schema: { type: 'string' } },
    description: 'The ETag of the parts that are known: `Range` is ignored if it no longer matches.',
  },
}

const header = (about: string, type: 'string' | 'integer', example: unknown): Json => ({
  description: about,
  schema: { type },
  example,
})

/** All response headers by the name of their component. */
export const answerHeaders: Json = Object.fromEntries(
  Object.entries({
    ETag: header('Validator of the bytes, for `If-None-Match`.', 'string', '"47DEQpj8HBSa-_TImW-5JCeuQeR"'),
    'Cache-Control': header('How long the answer may be kept.', 'string', 'public, max-age=60'),
    'X-Request-Id': header('Id of this request in the logs.', 'string', '01JD3Z2Q7F'),
    'X-Patch-Id': header('Id of the patch that was read.', 'integer', 7),
    'X-Patch-Version': header('Version of the patch that was read.', 'string', '1.2.0.2247'),
    'X-Data-Age': header('Age of the newest observation behind the answer, in seconds.', 'integer', 12),
    Link: header('The next page, as `rel="next"`.', 'string', '</v2/items?page=2>; rel="next"'),
    'X-Ignored-Parameters': header(
      'Unknown parameters that `Prefer: handling=lenient` had ignored; `...` after about 1,000 characters stands for more.',
      'string',
      'colour',
    ),
    'WWW-Authenticate': header('How to send a key.', 'string', 'ApiKey realm="deepledger", header="X-Api-Key"'),
    'Accept-Ranges': header('Ranges of bytes may be requested.', 'string', 'bytes'),
    Location: header('Path of the asset.', 'string', '/v1/codex/assets/e3b0c44298fc1c14'),
    'X-Accel-Buffering': header('Tells proxies to pass events on at once.', 'string', 'no'),
    'Retry-After': header('Seconds to wait.', 'integer', 12),
    'X-RateLimit-Limit': header('Requests a minute.', 'integer', 60),
    'X-RateLimit-Remaining': header('What is left of them.', 'integer', 59),
    'X-RateLimit-Reset': header('When the quota is whole again, in seconds since 1970.', 'integer', 1_767_225_600),
    RateLimit: header('What is left (`r`), and for how long (`t`).', 'string', '"anonymous";r=59;t=60'),
    'RateLimit-Policy': header('The quota (`q`) in its window (`w` seconds).', 'string', '"anonymous";q=60;w=60'),
  }).map(([name, value]) => [pascalCase(name), value]),
)

const quotaHeaders = [
  ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
  ...['RateLimit', 'RateLimit-Policy'],
] as const

/** Names of the headers of an endpoint's 200. */
export function headersOf(endpoint: Endpoint): readonly string[] {
  const { mode, envelope, path } = endpoint
  const schema = endpoint.kind === 'asset' ? undefined : endpoint.schema
  if (isStream(endpoint))
    return ['Cache-Control', 'X-Request-Id', 'X-Accel-Buffering', 'X-Ignored-Parameters', ...quotaHeaders]
  const hasNext = envelope !== undefined || (schema instanceof z.ZodObject && 'next' in schema.shape)
  return [
    ...['ETag', 'Cache-Control', 'X-Request-Id'],
    ...(mode.column ? ['X-Patch-Id', 'X-Patch-Version'] : []),
    ...(endpoint.kind === 'live' && !endpoint.isUndated ? ['X-Data-Age'] : []),
    ...(hasNext ? ['Link'] : []),
    ...(sendsBytes(endpoint) ? ['Accept-Ranges'] : []),
    'X-Ignored-Parameters',
    ...(isMetered(path) ? quotaHeaders : []),
  ]
}

/** Names of the headers of problems with a status. */
export const problemHeaders = (status: number): readonly string[] => [
  ...['Cache-Control', 'X-Request-Id'],
  ...(status === 401 ? ['WWW-Authenticate'] : []),
  ...(status === 429 || status === 503 ? ['Retry-After'] : []),
  ...quotaHeaders,
]

/** References to the components of response headers. */
export const headerRefs = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, refTo('headers', pascalCase(name))]))

const conditional = [
  ...['X-Patch-Id', 'X-Patch-Version', 'X-Data-Age', 'Link', 'Location', 'Accept-Ranges', 'X-Ignored-Parameters'],
]

export const notModified: Json = {
  description: 'The answer with the ETag that was sent is still current.',
  headers: headerRefs(['ETag', 'Cache-Control', 'X-Request-Id', ...conditional, ...quotaHeaders]),
}
