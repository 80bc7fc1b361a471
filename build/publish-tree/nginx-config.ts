import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiHeaders, corsHeaders } from '../../data/api/answer/api-headers.ts'
import { sharedPaths } from '../../data/api/answer/cors.ts'
import { bulkExtensions, bulkMediaTypeOf } from '../../data/api/model/values/bulk-files.ts'
import { pictureFormats, pictureSizes } from '../../data/api/model/values/asset-names.ts'
import { Problem, problemAnswer, type ProblemCode } from '../../data/api/model/values/errors.ts'
import { isStream, type Endpoint } from '../../data/api/model/endpoint.ts'
import { apiMethods } from '../../data/api/answer/methods.ts'
import {
  feedMediaTypes,
  pageHeaders,
  pageMediaTypes,
  siteFileHeaders,
  viewerHeaders,
  viewerPaths,
} from '../../data/api/static/page-files.ts'
import { quotaWindowSeconds } from '../../data/api/answer/rate-limit-headers.ts'
import { api } from '../../data/api/table.ts'

export interface NginxOptions {
  /** A port, or an address with a port, as for the directive `listen`. */
  listen: string
  /** Host and port of each instance of the service. */
  origins: readonly string[]
  /** The folder that `publish:tree` prints as the one to serve. */
  tree: string
  /** The link to the pages, which `publish:tree` creates and an import removes. */
  pages: string
  /** The folder of cached answers. */
  cache: string
  /** Quota per minute of callers without a key, for headers. */
  anonymousLimit: number
  /** nginx has the module of `brotli_static`. */
  brotli?: boolean
}

/** How long nginx waits for a plain answer of the catalog before it asks another instance. */
export const quickSeconds = 4

/** The errors that nginx itself answers with. */
const failures: readonly [code: ProblemCode, detail: string, headers?: Readonly<Record<string, string>>][] = [
  ['bad_request', 'The request target or a header is malformed.'],
  ['method_not_allowed', 'The method is not allowed here.', { allow: apiMethods }],
  ['request_timeout', 'The request did not arrive in time.'],
  ['payload_too_large', 'The body is larger than anything here takes.'],
  ['header_too_large', 'The headers of a request may have 16 KB.'],
  [
    'unavailable',
    'This needs the service behind the proxy, which does not answer now. Ask again in a while.',
    { 'retry-after': '10' },
  ],
]

const template = join(import.meta.dirname, 'nginx.conf')
const policy = 'content-security-policy'
const immutable = 'public, max-age=31536000, immutable'

/**
 * Generates a configuration for nginx's `http` context. Throws an `Error` for the user if a value contains characters that
 * could end its directive, or an invalid port.
 */
export function nginxConfig({ anonymousLimit, brotli = false, origins, ...places }: NginxOptions): string {
  const instances = origins.map((origin) => ['origin', origin] as const)
  checkValues([...Object.entries(places), ...instances])
  checkPorts([['listen', places.listen], ...instances])
  const values: Readonly<Record<string, string>> = {
    ...places,
    servers: origins.map((origin) => `server ${origin} max_fails=2 fail_timeout=5s;`).join('\n    '),
    tries: String(origins.length),
    limit: String(anonymousLimit),
    window: String(quotaWindowSeconds),
    sizes: pictureSizes.join('|'),
    formats: pictureFormats.join('|'),
    failures: failures.map(([code, ...rest]) => failure(code, ...rest)).join('\n'),
    ...headerBlocks(),
    bulkTypes: bulkExtensions.map((ending) => `${bulkMediaTypeOf(`.${ending}`)} ${ending};`).join(typeIndent),
    problemType: quoted(rangeProblem.headers['content-type'] ?? ''),
    rangeProblem: quoted(rangeProblem.body),
    immutable,
    pagePolicy: quoted(pageHeaders[policy] ?? ''),
    viewerPolicy: quoted(viewerHeaders[policy] ?? ''),
    viewerPaths: viewerPaths(api).join('|'),
    sharedPaths: sharedPaths.source,
    exposed: quoted(corsHeaders['access-control-expose-headers'] ?? ''),
    streamPaths: pathsOf(isStream),
    livePaths: pathsOf((endpoint) => endpoint.kind === 'live' && !endpoint.isUndated),
    quickPaths: pathsOf(isQuick, '[^/?%]+'),
    slowPaths: pathsOf((endpoint) => !isQuick(endpoint), '[^/?]+'),
    quickLocation: '#quick',
    feedLocations: '#feeds',
    pageEndings: Object.keys(pageMediaTypes).join('|'),
    pageTypes: Object.entries(pageMediaTypes)
      .map(([ending, type]) => `${type.replace(/;.*/, '')} ${ending};`)
      .join(typeIndent),
    brotli: brotli
      ? 'brotli_static on;'
      : '# No brotli_static: `npm run publish:nginx -- --brotli` where nginx has the module.',
  }
  const filled = readFileSync(template, 'utf8').replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
  return filled.replace('#feeds', feedLocations(filled)).replace('#quick', quickLocation(filled))
}

/** A regular expression for the paths of endpoints, with `param` for each of their parameters. */
const pathsOf = (which: (endpoint: Endpoint) => boolean, param = '.+') =>
  api.endpoints
    .filter(which)
    .map(({ path }) => path.replace('/v2/', '/v[12]/').replace(/\{\w+\}/g, param))
    .join('|')

/** Whether the catalog alone answers immediately. Below `/v2/patches/`, an instance may first have to fetch the patch of the path. */
const isQuick = (endpoint: Endpoint) =>
  endpoint.kind === 'catalog' && !endpoint.prepare && !endpoint.keyScope && !endpoint.path.startsWith('/v2/patches/')

/** The headers of each kind of file. */
const headerBlocks = () => ({
  assetHeaders: headerLines({
    ...apiHeaders,
    'cache-control': immutable,
    'accept-ranges': 'bytes',
    vary: 'Accept-Encoding',
    etag: '$asset_tag',
  }),
  bulkHeaders: headerLines({
    ...apiHeaders,
    ...quotaHeaders,
    'cache-control': immutable,
    'accept-ranges': '$bulk_ranges',
    vary: 'Accept-Encoding',
    etag: '"$bulk"',
  }),
  treeHeaders: headerLines(apiHeaders),
  siteFileHeaders: headerLines({ ...siteFileHeaders, vary: 'Accept-Encoding' }),
  pageHeaders: headerLines({ ...pageHeaders, [policy]: '$page_policy' }),
})

type NamedValues = readonly (readonly [name: string, value: string])[]

function checkValues(values: NamedValues): void {
  for (const [name, value] of values)
    if (!/^[\w./:@[\]-]+$/.test(value)) throw new Error(`${name} ${JSON.stringify(value)} is not a plain name or path.`)
}

/** A port, or a host with an optional port. */
const portOrHost = /^(?:(\d+)|(?:\[[\da-f:.]+\]|[\w.-]+)(?::(\d+))?)$/i
const defaultPort = 80

function checkPorts(places: NamedValues): void {
  for (const [name, place] of places) {
    if (place.startsWith('unix:')) continue
    const [found, alone, ofHost] = portOrHost.exec(place) ?? []
    const port = Number(alone ?? ofHost ?? defaultPort)
    if (found === undefined || port < 1 || port > 65_535)
      throw new Error(
        `${name} ${JSON.stringify(place)} is not a host with a port from 1 to 65535; an IPv6 address is in brackets.`,
      )
  }
}

/** A copy of the location for all other requests, which asks another instance sooner. */
function quickLocation(config: string): string {
  const [location = ''] = /location @origin \{[^]*?\n {4}\}/.exec(config) ?? []
  return location.replace('@origin', '@quick').replace(/proxy_read_timeout \w+/, `proxy_read_timeout ${quickSeconds}s`)
}

/** Copies of the location of pages for feeds, whose media types do not follow from their extensions. */
function feedLocations(config: string): string {
  const [, body = ''] = /\n {4}location \/ \{\n([^]*?)\n {4}\}\n/.exec(config) ?? []
  const ending = /(\w+)$/
  return Object.entries(feedMediaTypes)
    .map(([path, type]) => {
      const types = `types {\n            ${type.replace(/;.*/, '')} ${ending.exec(path)?.[1]};\n        }\n        charset utf-8`
      const own = body.replace(/types \{[^}]*\}\n\s*charset utf-8/, types)
      return `    location = ${path} {\n${own.replace('charset_types ', 'charset_types application/feed+json ')}\n    }`
    })
    .join('\n\n')
}

const typeIndent = `\n${' '.repeat(12)}`

/** Headers of an unused quota, on paths that have a quota. */
const quotaHeaders = {
  'X-RateLimit-Limit': '$own_limit',
  'X-RateLimit-Remaining': '$own_limit',
  'X-RateLimit-Reset': '$own_reset',
  RateLimit: '$own_state',
  'RateLimit-Policy': '$own_policy',
}

const rangeProblem = problemAnswer(
  new Problem('range_not_satisfiable', 'The range begins beyond the end.'),
  '$request_id',
)

const ownId = { 'x-request-id': '$request_id' }

function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries({ ...headers, ...ownId })
    .map(([name, value]) => `        add_header ${name} ${quoted(value)} always;`)
    .join('\n')
}

const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`

/** A location that answers with an error; the problem contains the request id. */
function failure(code: ProblemCode, detail: string, more: Readonly<Record<string, string>> = {}): string {
  const { status, headers, body } = problemAnswer(new Problem(code, detail), '$request_id')
  const { 'content-type': type = '', ...others } = headers
  const all = { ...apiHeaders, ...others, ...more, ...quotaHeaders }
  return `
    location = /_problems/${code} {
        internal;
        default_type ${quoted(type)};
${headerLines(all)}
        return ${status} ${quoted(body)};
    }`
}
