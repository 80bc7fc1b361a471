import type { Api } from '../api.ts'
import type { Endpoint } from '../endpoint.ts'
import { problems, type ProblemCode } from '../errors.ts'
import { problemHelp } from '../problem-help.ts'
import { camel, pascal, refTo, type Json } from './json.ts'
import { namedSchemas } from './named-schemas.ts'
import { parametersOf } from './parameters.ts'
import { quotaHeaders, responsesOf } from './responses.ts'
import { tagIdOf, tagsOf } from './tags.ts'

const description = `Game data of an online dungeon crawler, read-only: every patch as it was imported, and live data that observers saw.

- Lists that nothing is filtered in, and single rows, are files on a CDN; the rest is answered by a small service.
- \`patch\` or \`at_patch\` reads any endpoint of the catalog at any patch. Without it the current patch of main is read.
- Parameters are read strictly: an unknown one, or a value out of bounds, is a 400 that names every fault at once.
- \`/v1/...\` answers as \`/v2/...\`, with \`Deprecation\` and \`Link: rel="successor-version"\`.`

/** The OpenAPI 3.1 document of an API: the same API always gives the same document. */
export function openApiDocument(api: Api): Json {
  const { schemas, answers } = namedSchemas(api)
  const tags = tagsOf(api)
  const nameOf = (endpoint: Endpoint) => tags.find(({ id }) => id === tagIdOf(endpoint))?.name ?? ''
  return {
    openapi: '3.1.0',
    info: {
      title: 'Deepledger',
      version: '2.0.0',
      summary: 'Every item, monster, quest and price of every patch, over HTTP.',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'Where this document came from.' }],
    externalDocs: { url: '/docs', description: 'Guides and the reference for people.' },
    security: [{}, { ApiKeyAuth: [] }],
    tags: tags.map(({ name, description: about }) => ({ name, description: about })),
    paths: Object.fromEntries(
      api.endpoints.map((endpoint) => [
        endpoint.path,
        { get: operation(endpoint, nameOf(endpoint), answers.get(endpoint.id)) },
      ]),
    ),
    components: {
      schemas,
      parameters: requestHeaders,
      headers: answerHeaders,
      responses: { NotModified: notModified, ...problemResponses() },
      securitySchemes: {
        ApiKeyAuth: {
          ...{ type: 'apiKey', in: 'header', name: 'X-Api-Key' },
          description: 'Optional but for endpoints that ask for a scope; a key has a quota of its own.',
        },
      },
    },
  }
}

/** `x-freshness` says in numbers how long an answer may be kept; `x-specification` names the clause that it follows. */
function operation(endpoint: Endpoint, tag: string, answer: string | undefined): Json {
  const { id, summary, spec, keyScope, maxAgeSeconds, immutable, live } = endpoint
  return {
    operationId: camel(id),
    tags: [tag],
    summary,
    externalDocs: { url: `/docs/endpoints/${id}`, description: 'With an example that was really run.' },
    ...(keyScope && { security: [{ ApiKeyAuth: [] }], 'x-key-scope': keyScope }),
    ...(spec !== '' && { 'x-specification': spec }),
    'x-freshness': { max_age_seconds: keyScope ? 0 : maxAgeSeconds, immutable, live: live !== undefined },
    parameters: parametersOf(endpoint),
    responses: responsesOf(endpoint, answer),
  }
}

const requestHeaders: Json = {
  IfNoneMatch: {
    ...{ name: 'If-None-Match', in: 'header', schema: { type: 'string' } },
    description: 'ETags that are known: 304 when one of them is the answer.',
  },
  Prefer: {
    ...{ name: 'Prefer', in: 'header', schema: { type: 'string' }, example: 'handling=lenient' },
    description: '`handling=lenient` ignores unknown parameters instead of refusing them.',
  },
}

const header = (about: string, type: 'string' | 'integer', example: unknown): Json => ({
  description: about,
  schema: { type },
  example,
})

const answerHeaders: Json = Object.fromEntries(
  Object.entries({
    ETag: header('Validator of the bytes, for `If-None-Match`.', 'string', '"47DEQpj8HBSa-_TImW-5JCeuQeR"'),
    'Cache-Control': header('How long the answer may be kept.', 'string', 'public, max-age=60'),
    'X-Request-Id': header('Names this request in the logs.', 'string', '01JD3Z2Q7F'),
    'X-Patch-Id': header('Id of the patch that was read.', 'integer', 7),
    'X-Patch-Version': header('Version of the patch that was read.', 'string', '1.2.0.2247'),
    'X-Data-Age': header('Age of the newest observation behind the answer, in seconds.', 'integer', 12),
    Link: header('The next page, as `rel="next"`.', 'string', '</v2/items?page=2>; rel="next"'),
    Location: header('Path of the asset.', 'string', '/v1/codex/assets/e3b0c44298fc1c14'),
    'Retry-After': header('Seconds to wait.', 'integer', 12),
    'X-RateLimit-Limit': header('Requests a minute.', 'integer', 60),
    'X-RateLimit-Remaining': header('What is left of them.', 'integer', 59),
    'X-RateLimit-Reset': header('When the quota is whole again, in seconds since 1970.', 'integer', 1_767_225_600),
    RateLimit: header('What is left (`r`), and for how long (`t`).', 'string', '"anonymous";r=59;t=60'),
    'RateLimit-Policy': header('The quota (`q`) in its window (`w` seconds).', 'string', '"anonymous";q=60;w=60'),
  }).map(([name, value]) => [pascal(name), value]),
)

const notModified: Json = {
  description: 'What is known by the ETag that was sent is still the answer.',
  headers: { ETag: refTo('headers', 'ETag') },
}

function problemResponses(): Json {
  const codes = Object.keys(problems) as ProblemCode[]
  const documented = codes.filter((code) => [400, 401, 403, 404, 429, 500, 503].includes(problems[code].status))
  const statuses = [...new Set(documented.map((code) => problems[code].status))]
  return Object.fromEntries(
    statuses.map((status) => {
      const [first, ...others] = documented.filter((code) => problems[code].status === status)
      const examples = [first, ...others].flatMap((code) => (code ? [[code, { value: exampleOf(code) }]] : []))
      const headers = {
        ...(status === 429 || status === 503 ? { 'Retry-After': refTo('headers', 'RetryAfter') } : {}),
        ...(status === 429
          ? Object.fromEntries(quotaHeaders.map((name) => [name, refTo('headers', pascal(name))]))
          : {}),
      }
      const content = {
        'application/problem+json': {
          schema: refTo('schemas', 'Problem'),
          examples: Object.fromEntries(examples) as Json,
        },
      }
      return [`Problem${status}`, { description: problems[first as ProblemCode].title, headers, content }]
    }),
  )
}

function exampleOf(code: ProblemCode): Json {
  const { status, title } = problems[code]
  const errors = [
    { parameter: 'limit', message: 'got "500", which is out of range', allowed: ['1 to 250'] },
    { parameter: 'rarty', message: 'is not a parameter of this endpoint', did_you_mean: 'rarity' },
  ]
  return {
    ...{ type: `/errors#${code}`, title, status, detail: problemHelp[code].remedy, code, request_id: '01JD3Z2Q7F' },
    ...(code === 'invalid_parameter' && { errors }),
  }
}
