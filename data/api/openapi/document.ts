import type { Api } from '../model/api.ts'
import { isAddressedByHash, type Endpoint } from '../model/endpoint.ts'
import type { Steps } from '../model/values/steps.ts'
import { answerHeaders, notModified, requestHeaders } from './headers.ts'
import type { DocumentExample, DocumentExamples } from './examples.ts'
import { camelCase, type Json } from './json.ts'
import { namedSchemas } from './named-schemas.ts'
import { parametersOf } from './parameters.ts'
import { problemResponses } from './problem-responses.ts'
import { responsesOf } from './responses.ts'
import { shorten } from './shorten.ts'
import { emptySource, type DocumentSource } from './source.ts'
import { tagIdOf, tagsOf } from './tags.ts'

const description = `Game data of an online dungeon crawler, read-only: every patch as it was imported, and live data that observers saw.

- Lists without filters and single rows are files on a CDN; a small service answers everything else.
- \`patch\` or \`at_patch\` reads any endpoint of the catalog at any patch. Without it the current patch of main is read.
- Parameters are read strictly: an unknown one, or a value out of bounds, is a 400 that names every validation error at once.
- \`/v1/...\` answers as \`/v2/...\`, with \`Deprecation\` and \`Link: rel="successor-version"\`.`

/** Facts for the document that the table of endpoints does not contain. */
interface DocumentFacts {
  readonly source?: DocumentSource
  readonly examples?: DocumentExamples
  /** URL of the site; without it the document links to no pages. */
  readonly site?: string | undefined
}

/** Builds the OpenAPI 3.1 document of an API in steps; it depends only on the arguments. */
export function* documentSteps(
  api: Api,
  { source = emptySource, examples = new Map(), site }: DocumentFacts = {},
): Steps<Json> {
  const { schemas, answers } = yield* namedSchemas(api, source)
  const tags = tagsOf(api)
  const nameOf = (endpoint: Endpoint) => tags.find(({ id }) => id === tagIdOf(endpoint))?.name ?? ''
  const paths: Record<string, Json> = {}
  for (const endpoint of api.endpoints) {
    const answer = answers.get(endpoint.id)
    const example = examples.get(endpoint.id)
    const parts = { endpoint, source, tag: nameOf(endpoint), answer, example, schemas, site }
    paths[endpoint.path] = { get: operation(parts) }
    yield
  }
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
    ...(site !== undefined && {
      externalDocs: { url: `${site}/docs`, description: 'Guides and the reference for people.' },
    }),
    security: [{}, { ApiKeyAuth: [] }],
    tags: tags.map(({ name, description: about }) => ({ name, description: about })),
    paths,
    components: {
      schemas,
      parameters: requestHeaders,
      headers: answerHeaders,
      responses: { NotModified: notModified, ...problemResponses() },
      securitySchemes: {
        ApiKeyAuth: {
          ...{ type: 'apiKey', in: 'header', name: 'X-Api-Key' },
          description: 'Required only by endpoints with a scope; a key has a quota of its own.',
        },
      },
    },
  }
}

interface OperationParts {
  readonly endpoint: Endpoint
  readonly source: DocumentSource
  readonly tag: string
  /** Name of the schema of the 200; undefined for assets. */
  readonly answer: string | undefined
  readonly example: DocumentExample | undefined
  readonly schemas: Readonly<Record<string, Json>>
  readonly site: string | undefined
}

/** `x-freshness` states how long an answer may be cached; `x-specification` names the clause that the endpoint follows. */
function operation({ endpoint, source, tag, answer, example, schemas, site }: OperationParts): Json {
  const { id, summary, specClause, keyScope, maxAgeSeconds } = endpoint
  const schema = answer === undefined ? undefined : schemas[answer]
  const shortAnswer = example?.answer === undefined ? undefined : shorten(example.answer, schema, schemas)
  return {
    operationId: camelCase(id),
    tags: [tag],
    summary,
    description: descriptionOf(endpoint),
    ...(site !== undefined && { externalDocs: { url: `${site}/docs/endpoints/${id}` } }),
    ...(keyScope && { security: [{ ApiKeyAuth: [] }], 'x-key-scope': keyScope }),
    ...(specClause !== '' && { 'x-specification': specClause }),
    'x-freshness': {
      max_age_seconds: keyScope ? 0 : maxAgeSeconds,
      immutable: isAddressedByHash(endpoint),
      live: endpoint.kind === 'live',
    },
    parameters: parametersOf(endpoint, source, example?.values),
    responses: responsesOf(endpoint, answer, shortAnswer),
  }
}

function descriptionOf({ summary, kind, envelope, mode }: Endpoint): string {
  return [
    summary,
    ...(kind === 'live' ? ['Live data, as observers saw it.'] : []),
    ...(envelope ? [`${envelope.limits.default} rows a page, ${envelope.limits.max} at most.`] : []),
    ...(mode.name === 'byPatch' ? ['At the current patch of main, or at `patch`.'] : []),
    ...(mode.name === 'byPatchOrBranch'
      ? ['At the current patch of main, at `patch`, or at `at_patch` of `branch`.']
      : []),
    ...(mode.name === 'atPatch' ? ['At the latest patch of `branch`, or at `at_patch`.'] : []),
  ].join(' ')
}
