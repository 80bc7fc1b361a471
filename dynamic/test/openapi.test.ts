// The OpenAPI document: what Redocly says of it, and whether what is answered is what it says.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problems } from '../../data/api/errors.ts'
import { openApiDocument } from '../../data/api/openapi/document.ts'
import { mediaTypeOf } from '../../data/api/respond.ts'
import { api } from '../../data/api/table.ts'
import { exampleRequest } from '../../site/src/lib/docs/example-request.ts'
import type { Catalog } from '../../data/store/catalog.ts'
import { ask } from './ask.ts'
import { observedLive } from './observed.ts'
import { openSampleHouse, type House, type ServedHouse } from './house.ts'
import { currentScopeOf, isMedia, keyFor, soundUrls } from './targets.ts'

interface Operation {
  operationId: string
  tags: string[]
  parameters: { name?: string; in?: string; example?: unknown; schema?: object }[]
  responses: Record<string, { content?: Record<string, { schema?: object }> }>
}

interface Document {
  paths: Record<string, { get: Operation }>
  tags: { name: string; description: string }[]
  components: {
    schemas: Record<string, object>
    responses: Record<string, { content?: Record<string, { examples: Record<string, { value: object }> }> }>
  }
}

const text = JSON.stringify(openApiDocument(api))
const document = JSON.parse(text) as Document
const operationOf = (path: string) => document.paths[path]?.get

/** What checks a value against a schema of the document. */
function checker(schema: object): z.ZodType {
  const whole = { ...schema, $defs: document.components.schemas }
  const rooted = JSON.stringify(whole).replaceAll('#/components/schemas/', '#/$defs/')
  return z.fromJSONSchema(JSON.parse(rooted) as Parameters<typeof z.fromJSONSchema>[0])
}

describe('the document', () => {
  it('is clean by the recommended rules of Redocly, examples included', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'openapi-'))
    const file = join(folder, 'openapi.json')
    writeFileSync(file, text)
    const redocly = join(import.meta.dirname, '../../node_modules/@redocly/cli/bin/cli.js')
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const args = [redocly, 'lint', '--extends', 'recommended', '--format', 'json', file]
    const { stdout } = await promisify(execFile)(process.execPath, args, { env, cwd: folder })
    rmSync(folder, { recursive: true })
    const { totals, problems: found } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
      totals: { errors: number; warnings: number; ignored: number }
      problems: { ruleId: string; message: string }[]
    }
    expect(found.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
    expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 })
  })

  it('is the same whenever it is made', () => {
    expect(JSON.stringify(openApiDocument(api))).toBe(text)
  })

  it('has every endpoint once, with a name of its own and a tag that is described', () => {
    expect(Object.keys(document.paths)).toEqual(api.endpoints.map(({ path }) => path))
    const operations = Object.values(document.paths).map(({ get }) => get)
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
    const names = document.tags.map(({ name }) => name)
    expect(operations.flatMap(({ tags }) => tags).filter((tag) => !names.includes(tag))).toEqual([])
    expect(document.tags.filter(({ description }) => description.length < 10)).toEqual([])
  })

  it('has every parameter with its default and its bounds', () => {
    for (const { path, params } of api.endpoints)
      for (const [name, { codec, default: byDefault }] of Object.entries(params)) {
        if (name.endsWith('[*]')) continue
        const found = operationOf(path)?.parameters.find((one) => one.name === name && one.in === 'query')
        expect(found?.schema, `${path} ${name}`).toMatchObject({ type: codec.schema.type })
        if (byDefault !== undefined) expect(found?.schema).toMatchObject({ default: byDefault })
      }
  })

  it('has examples of parameters that the parameters take', () => {
    for (const { path, params } of api.endpoints)
      for (const { name = '', in: where, example } of operationOf(path)?.parameters ?? []) {
        if (where !== 'query' || example === undefined) continue
        const { codec } = params[name] ?? {}
        expect(codec?.read(codec.write(example as string)), `${path} ${name}`).not.toHaveProperty('message')
      }
  })

  it('explains every status that problems have, with an example of each of its codes', () => {
    const shown = Object.values(document.components.responses).flatMap(({ content }) =>
      Object.entries(content?.['application/problem+json']?.examples ?? {}),
    )
    const check = checker(document.components.schemas.Problem ?? {})
    for (const [code, { value }] of shown) {
      expect(value).toMatchObject({ code, status: problems[code as keyof typeof problems].status })
      expect(check.safeParse(value).success, code).toBe(true)
    }
    expect(shown.map(([code]) => code)).toEqual(expect.arrayContaining(['invalid_parameter', 'rate_limited']))
  })

  it('leaves room for fields to come: no object is closed', () => {
    expect(text).not.toContain('"additionalProperties":false')
    expect(text).not.toContain('9007199254740991')
  })
})

describe('what the sample world answers is what the document says', () => {
  let house: House
  let catalog: Catalog
  let service: ServedHouse
  beforeAll(async () => {
    house = await openSampleHouse()
    catalog = house.catalog()
    service = await house.serve({ live: await observedLive(house) })
  })
  afterAll(() => house.close())

  it('serves it as a file', async () => {
    const reply = await ask(service, '/v2/openapi.json')
    expect(reply.text).toBe(text)
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  it.each(api.endpoints.filter((endpoint) => !isMedia(endpoint)))('$id', async (endpoint) => {
    const { schema } = operationOf(endpoint.path)?.responses['200']?.content?.[mediaTypeOf(endpoint)] ?? {}
    const check = checker(schema ?? {})
    const problem = checker(document.components.schemas.Problem ?? {})
    const asking = async (target: string) => {
      const { status, text: body, headers } = await ask(service, target)
      const json: unknown = headers['content-type']?.includes('json') ? JSON.parse(body) : body
      return { status, json, headers: headers as Record<string, string>, target }
    }
    const example = await exampleRequest(endpoint, asking)
    const sound = soundUrls(endpoint, catalog, currentScopeOf(endpoint, catalog)).slice(0, 4)
    const urls = [...(example === undefined ? [] : [example]), ...sound]
    expect(example).toBeDefined()
    for (const url of urls) {
      const reply = await ask(service, url, { headers: keyFor(endpoint, service) })
      if (url === example) expect(reply.status, `${url}: ${reply.text.slice(0, 300)}`).toBe(200)
      const parsed = (reply.status === 200 ? check : problem).safeParse(
        reply.status === 200 && endpoint.isText ? reply.text : reply.json,
      )
      expect(parsed.success, `${url}: ${parsed.error?.message.slice(0, 500)}`).toBe(true)
    }
    expect(check.safeParse(17).success).toBe(false)
    const wrong = await ask(service, `${urls[0]?.split('?')[0]}?no_such=1`, { headers: keyFor(endpoint, service) })
    expect(problem.safeParse(wrong.json).success).toBe(true)
    expect(wrong.status).toBe(400)
  })
})
