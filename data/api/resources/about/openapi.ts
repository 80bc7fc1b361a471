import { z } from 'zod'
import type { Api } from '../../model/api.ts'
import { liveEndpoint, type Endpoint } from '../../model/endpoint.ts'
import type { LiveStore } from '../../model/live-store.ts'
import type { CatalogStore } from '../../model/store.ts'
import { documentSteps } from '../../openapi/document.ts'
import { readExamples } from '../../openapi/examples.ts'
import { catalogSource } from '../../openapi/source.ts'
import { unscoped } from '../../model/patch-modes.ts'
import { runInSlices } from '../../model/values/steps.ts'

const lifetimeMilliseconds = 3_600_000
/** Used while an endpoint has no example because there is no data for it yet. */
const incompleteLifetimeMilliseconds = 60_000

interface CachedDocument {
  readonly until: number
  readonly text: string
}

/** The endpoint of the OpenAPI document of its own API, with examples from the served data. The document is cached for an hour. */
export function openapi(api: () => Api): Endpoint {
  const made = new WeakMap<CatalogStore, Promise<CachedDocument>>()
  const textOf = async (store: CatalogStore, live: LiveStore): Promise<string> => {
    const known = await made.get(store)
    if (known && known.until > live.now()) return known.text
    const next = makeDocument(api(), store, live)
    made.set(store, next)
    next.catch(() => made.delete(store))
    return (await next).text
  }
  return liveEndpoint({
    id: 'openapi',
    path: '/v2/openapi.json',
    summary: 'This API as an OpenAPI 3.1 document, with examples of what is served.',
    mode: unscoped,
    rows: false,
    maxAgeSeconds: 3600,
    isUndated: true,
    schema: z.looseObject({
      openapi: z.string().describe('Version of the OpenAPI specification.'),
      info: z
        .looseObject({
          title: z.string().describe('Name of the API.'),
          version: z.string().describe('Version of the API.'),
        })
        .describe('What this API is.'),
      paths: z.record(z.string(), z.unknown()).describe('The endpoints by path.'),
      components: z.record(z.string(), z.unknown()).describe('Schemas, headers and responses.'),
    }),
    answer: async (_request, live, store) => ({ body: await textOf(store, live) }),
  })
}

async function makeDocument(api: Api, store: CatalogStore, live: LiveStore): Promise<CachedDocument> {
  const examples = await readExamples(api, store, live)
  const document = await runInSlices(
    documentSteps(api, { source: catalogSource(api, store), examples, site: store.site }),
  )
  const isWhole = api.endpoints.every(({ id }) => id === 'openapi' || examples.has(id))
  return {
    until: live.now() + (isWhole ? lifetimeMilliseconds : incompleteLifetimeMilliseconds),
    text: JSON.stringify(document),
  }
}
