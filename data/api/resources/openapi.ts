import { z } from 'zod'
import type { Api } from '../api.ts'
import { endpoint } from '../endpoint.ts'
import { openApiDocument } from '../openapi/document.ts'
import { unscoped } from '../patch-modes.ts'

const texts = new WeakMap<Api, string>()

/** The document as JSON text, made once. */
function textOf(api: Api): string {
  const text = texts.get(api) ?? JSON.stringify(openApiDocument(api))
  texts.set(api, text)
  return text
}

export const openapi = endpoint({
  id: 'openapi',
  path: '/v2/openapi.json',
  summary: 'This API as an OpenAPI 3.1 document.',
  mode: unscoped,
  rows: false,
  maxAgeSeconds: 3600,
  files: { folder: 'document', by: 'whole' },
  schema: z.looseObject({
    openapi: z.string(),
    info: z.looseObject({ title: z.string(), version: z.string() }),
    paths: z.record(z.string(), z.unknown()),
    components: z.record(z.string(), z.unknown()),
  }),
  answer: (_request, { api }) => ({ body: textOf(api) }),
})
