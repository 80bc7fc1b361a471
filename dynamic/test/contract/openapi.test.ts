// The OpenAPI document: lints it with Redocly, and compares answers with it.
import { sendsBytes, isStream, isText } from '../../../data/api/model/endpoint.ts'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problems } from '../../../data/api/model/values/errors.ts'
import { mediaTypeOf } from '../../../data/api/answer/respond.ts'
import { api } from '../../../data/api/table.ts'
import { DocumentChecker, type ApiDocument, type OperationDocument } from '../fixtures/document-check.ts'
import type { Catalog } from '../../../data/store/catalog/catalog.ts'
import { fetchApi } from '../fixtures/test-client.ts'
import { openObservedLive } from '../fixtures/observed-live.ts'
import { openSampleFixture, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'
import { currentScopeOf, isMedia, keyFor, validUrls } from '../fixtures/targets.ts'
import { commandEnvironment } from '../../../scripts/test/environment.ts'

interface Parameter {
  readonly name?: string
  readonly in?: string
  readonly required?: boolean
  readonly example?: unknown
  readonly schema?: { readonly default?: unknown }
}

interface Document extends ApiDocument {
  tags: { name: string; description: string }[]
  paths: Record<string, { get: OperationDocument & { tags: string[]; parameters: Parameter[] } }>
  components: {
    schemas: Record<string, Record<string, unknown>>
    responses: Record<string, { content?: Record<string, { examples: Record<string, { value: object }> }> }>
  }
}

let fixture: Fixture
let catalog: Catalog
let service: ServedFixture
let text: string
let document: Document
let checker: DocumentChecker
beforeAll(async () => {
  fixture = await openSampleFixture()
  catalog = fixture.catalog()
  service = await fixture.serve({ live: await openObservedLive(fixture) })
  text = (await fetchApi(service, '/v2/openapi.json')).text
  document = JSON.parse(text) as Document
  checker = new DocumentChecker(document)
})
afterAll(() => fixture.close())
const operationOf = (path: string) => document.paths[path]?.get

describe('the document', () => {
  it('has no findings under the recommended rules of Redocly, including its examples', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'openapi-'))
    const file = join(folder, 'openapi.json')
    writeFileSync(file, text)
    const redocly = join(import.meta.dirname, '../../../node_modules/@redocly/cli/bin/cli.js')
    const env = commandEnvironment({ REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' })
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

  it('has every endpoint once, with a unique name and a described tag', () => {
    expect(Object.keys(document.paths)).toEqual(api.endpoints.map(({ path }) => path))
    const operations = Object.values(document.paths).map(({ get }) => get)
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
    const names = document.tags.map(({ name }) => name)
    expect(operations.flatMap(({ tags }) => tags).filter((tag) => !names.includes(tag))).toEqual([])
    expect(document.tags.filter(({ description }) => description.length < 10)).toEqual([])
  })

  it('has every parameter with its default, and examples only for parameters that do not filter', () => {
    for (const { path, params } of api.endpoints)
      for (const [name, { default: byDefault, required }] of Object.entries(params)) {
        if (name.endsWith('[*]')) continue
        const found = operationOf(path)?.parameters.find((one) => one.name === name && one.in === 'query')
        expect(found, `${path} ${name}`).toBeDefined()
        if (byDefault !== undefined) expect(found?.schema).toMatchObject({ default: byDefault })
        if (!required && !/^(page|limit|page_size|patch|branch|locale|condense|sort|format)$/.test(name))
          expect(found, `${path} ${name}`).not.toHaveProperty('example')
      }
  })

  it('describes every property, and has one schema for pages and one for problems', () => {
    const bare: string[] = []
    const look = (schema: unknown, path: string): void => {
      if (typeof schema !== 'object' || schema === null) return
      const { properties } = schema as { properties?: Record<string, { description?: string }> }
      for (const [name, one] of Object.entries(properties ?? {})) if (!one.description) bare.push(`${path}.${name}`)
      for (const [name, inside] of Object.entries(schema)) look(inside, `${path}.${name}`)
    }
    look(document.components.schemas, '')
    expect(bare).toEqual([])
    expect(text.split('"num_pages":{').length).toBe(2)
    expect(text).not.toContain('patternProperties')
  })

  it('declares the format of every instant', () => {
    const instants = [
      ...text.matchAll(/"((?:\w+_)?at|timestamp|begin|end)":(\{"(?:type|format|anyOf|description|examples?)".*?\})/g),
    ]
    expect(instants.length).toBeGreaterThan(20)
    for (const [, name, schema] of instants) expect(schema, name).toContain('"format":"date-time"')
  })

  it('explains every status that problems have, with an example of each of its codes', () => {
    const displayed = Object.values(document.components.responses).flatMap(({ content }) =>
      Object.entries(content?.['application/problem+json']?.examples ?? {}),
    )
    for (const [code, { value }] of displayed) {
      expect(value).toMatchObject({ code, status: problems[code as keyof typeof problems].status })
      expect(checker.errors({ $ref: '#/components/schemas/Problem' }, value), code).toBeUndefined()
    }
    expect(displayed.map(([code]) => code)).toEqual(expect.arrayContaining(['invalid_parameter', 'rate_limited']))
  })

  it('closes no object, so that fields can be added', () => {
    expect(text).not.toContain('"additionalProperties":false')
  })
})

describe('the examples of the document', () => {
  const urlOf = (path: string): string => {
    const parameters = operationOf(path)?.parameters ?? []
    const place = path.replace(/\{(\w+)\}/g, (_all, name: string) =>
      encodeURIComponent(String(parameters.find((one) => one.in === 'path' && one.name === name)?.example)),
    )
    const query = parameters
      .filter((one) => one.in === 'query' && (one.example ?? defaultOf(one)) !== undefined)
      .map((one) => [one.name ?? '', String(one.example ?? defaultOf(one))] as const)
    return query.length > 0
      ? `${place}?${new URLSearchParams(Object.fromEntries(query) as Record<string, string>).toString()}`
      : place
  }
  const defaultOf = ({ schema }: Parameter): unknown => schema?.default
  const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)

  it.each(api.endpoints)('are requests that are answered with rows: $id', async (endpoint) => {
    for (const one of operationOf(endpoint.path)?.parameters ?? [])
      if (one.required) expect(one.example, `${endpoint.path} ${one.name}`).toBeDefined()
    const url = urlOf(endpoint.path)
    const reply = await fetchApi(service, url, { headers: keyFor(endpoint, service) })
    expect([200, 302], `${url}: ${reply.text.slice(0, 300)}`).toContain(reply.status)
    expect(Object.hasOwn(reply.headers, 'x-data-age')).toBe(
      headersIn(document, endpoint.path, reply.status).includes('x-data-age'),
    )
    const { schema = {}, example } =
      operationOf(endpoint.path)?.responses['200']?.content?.[mediaTypeOf(endpoint)] ?? {}
    if (isMedia(endpoint) || endpoint.id === 'openapi') return
    expect(example).toBeDefined()
    expect(checker.errors(schema, example), 'the example').toBeUndefined()
    const answer = isText(endpoint) ? reply.text : reply.json
    expect(checker.errors(schema, answer), url).toBeUndefined()
    if (typeof answer !== 'object' || answer === null) return
    const { body, rows, entries } = answer as Record<string, unknown>
    expect(
      [body, rows, entries].filter((one) => one !== undefined && isEmpty(one)),
      url,
    ).toEqual([])
  })

  it.each(api.endpoints.filter(sendsBytes))('may be requested in parts: $id', async (endpoint) => {
    const url = urlOf(endpoint.path)
    for (const [range, status] of [
      ['bytes=0-9', 206],
      ['bytes=900000000-', 416],
    ] as const) {
      const reply = await fetchApi(service, url, { headers: { range } })
      expect(reply.status, range).toBe(status)
      expect(operationOf(endpoint.path)?.responses).toHaveProperty(String(status))
      const declared = headersIn(document, endpoint.path, status)
      expect(
        Object.keys(reply.headers).filter((name) => !undeclaredHeaders.test(name) && !declared.includes(name)),
      ).toEqual([])
      if (status === 206) expect(reply.bytes).toHaveLength(10)
      else expect(checker.errors({ $ref: '#/components/schemas/Problem' }, reply.json)).toBeUndefined()
    }
  })

  it.each(api.endpoints)('cover every other status that may be answered: $id', async (endpoint) => {
    const { responses = {} } = operationOf(endpoint.path) ?? {}
    // The answer of a service that is overloaded, or whose database is away.
    expect(responses).toHaveProperty('503')
    const url = urlOf(endpoint.path)
    const atUnknownPatch = Object.keys(endpoint.mode.params).map((name) => {
      const { pathname, searchParams } = new URL(url, 'http://localhost')
      searchParams.set(name, 'nothing')
      return `${pathname}?${searchParams.toString()}`
    })
    const known = isStream(endpoint) ? [] : [{ target: url, headers: { 'if-none-match': '*' } }]
    for (const { target, headers } of [...known, ...atUnknownPatch.map((target) => ({ target, headers: {} }))]) {
      const reply = await fetchApi(service, target, { headers: { ...keyFor(endpoint, service), ...headers } })
      expect(Object.keys(responses), target).toContain(String(reply.status))
      const declared = headersIn(document, endpoint.path, reply.status)
      const sent = Object.keys(reply.headers).filter((name) => !undeclaredHeaders.test(name))
      expect(
        sent.filter((name) => !declared.includes(name)),
        target,
      ).toEqual([])
    }
  })
})

describe('answers follow the document', () => {
  const views = ['', 'condense=false', 'locale=de', 'embed']
  it.each(api.endpoints.filter((endpoint) => !isMedia(endpoint) && endpoint.id !== 'openapi'))(
    '$id',
    async (endpoint) => {
      const { schema = {} } = operationOf(endpoint.path)?.responses['200']?.content?.[mediaTypeOf(endpoint)] ?? {}
      const scopes = endpoint.mode.column ? catalog.patches.all : [currentScopeOf(endpoint, catalog)]
      const urls = scopes.flatMap((scope) => validUrls(endpoint, catalog, scope, 8))
      const embed = endpoint.params.embed?.codec.read('nothing')
      const names = typeof embed === 'object' ? embed.allowed?.map((name) => `embed=${name}`) : []
      const asked = views.flatMap((view) =>
        view === 'embed' ? (names ?? []) : endpoint.params[view.split('=')[0] ?? ''] || view === '' ? [view] : [],
      )
      for (const url of urls.flatMap((one) =>
        asked.map((view) => `${one}${one.includes('?') ? '&' : '?'}${view}`.replace(/[?&]$/, '')),
      )) {
        const reply = await fetchApi(service, url, { headers: keyFor(endpoint, service) })
        const found = reply.status === 200 ? schema : { $ref: '#/components/schemas/Problem' }
        expect(
          checker.errors(found, isText(endpoint) && reply.status === 200 ? reply.text : reply.json),
          url,
        ).toBeUndefined()
        const declared = headersIn(document, endpoint.path, reply.status)
        expect(
          Object.keys(reply.headers).filter((name) => !undeclaredHeaders.test(name) && !declared.includes(name)),
          url,
        ).toEqual([])
      }
    },
  )
})

/** Headers of the connection, the content, CORS and browser protection. */
const undeclaredHeaders =
  /^(connection|keep-alive|transfer-encoding|content-.*|vary|date|access-control-.*|cross-origin-.*|referrer-policy|x-content-type-options)$/

type Responses = Readonly<Record<string, { readonly $ref?: string; readonly headers?: object } | undefined>>

/** Names of the headers that a status of an endpoint declares. */
function headersIn({ paths, components }: Document, path: string, status: number): string[] {
  const found = (paths[path]?.get.responses as Responses | undefined)?.[status]
  const shared = (components.responses as Responses)[found?.$ref?.split('/').at(-1) ?? '']
  return Object.keys({ ...shared?.headers, ...found?.headers }).map((name) => name.toLowerCase())
}
