import { isText } from '../../../../../data/api/model/endpoint.ts'
import { describe, expect, it } from 'vitest'
import { runSynchronously } from '../../../../../data/api/model/values/steps.ts'
import { documentSteps } from '../../../../../data/api/openapi/document.ts'
import { api } from '../../../../../data/api/table.ts'
import { responseFields, loadOpenApiDocument, type OpenApiDocument, type Field } from './fields.ts'

const document = JSON.parse(JSON.stringify(runSynchronously(documentSteps(api)))) as OpenApiDocument
const fieldsAt = (path: string, ...names: string[]): readonly Field[] =>
  names.reduce<readonly Field[]>(
    (fields, name) => fields.find((field) => field.name === name)?.fields ?? [],
    responseFields(document, path),
  )
const fieldAt = (path: string, ...names: string[]) =>
  fieldsAt(path, ...names.slice(0, -1)).find(({ name }) => name === names.at(-1))

describe('the fields of a response', () => {
  it('include those of the envelope and of its rows', () => {
    expect(responseFields(document, '/v2/items').map(({ name }) => name)).toEqual(['pagination', 'body', 'missing'])
    expect(fieldAt('/v2/items', 'body', 'id')).toMatchObject({ type: 'string', isNullable: false, isOptional: false })
    expect(fieldAt('/v2/items', 'body', 'gear_score')).toMatchObject({ type: 'integer', isNullable: true })
  })

  it('have the descriptions of their columns', () => {
    expect(fieldAt('/v2/items', 'body', 'id')?.description).toContain('id.item.<slug>')
    expect(fieldAt('/v2/monsters', 'body', 'loot_table_id')?.description).toContain('Names loot_tables.')
  })

  it('include dictionaries and the fields of both envelopes', () => {
    expect(fieldsAt('/v2/spawners').map(({ name }) => name)).toEqual(
      expect.arrayContaining(['rows', 'pagination', 'body']),
    )
    expect(fieldAt('/v2/monsters', 'body', 'resistances')).toMatchObject({ type: 'dictionary' })
  })

  it('list the values of an enumeration', () => {
    expect(fieldAt('/v2/patches/{id}/changelog', 'body', 'changes', 'change')?.type).toBe(
      'one of added, removed, changed',
    )
  })

  it('exist for every endpoint that responds with JSON', () => {
    const bare = api.endpoints.filter(
      (endpoint) =>
        endpoint.kind !== 'asset' && !isText(endpoint) && responseFields(document, endpoint.path).length === 0,
    )
    expect(bare.map(({ id }) => id)).toEqual([])
    expect(responseFields(document, '/v1/codex/assets/{hash}')).toEqual([])
  })
})

it('the OpenAPI document is requested once', async () => {
  let requested = 0
  const fetchApi = () => {
    requested += 1
    return Promise.resolve({ status: 200, target: '', headers: {}, json: document })
  }
  const locals = { fetchApi, pageCache: new Map<string, object>() }
  expect(await loadOpenApiDocument(locals)).toBe(document)
  await loadOpenApiDocument(locals)
  expect(requested).toBe(1)
})

it('the OpenAPI document is requested again after a failure', async () => {
  const pageCache = new Map<string, object>()
  const answered = (status: number) => () => Promise.resolve({ status, target: '', headers: {}, json: document })
  const refused = () => Promise.reject(new Error('not now'))
  await expect(loadOpenApiDocument({ pageCache, fetchApi: refused })).rejects.toThrow('not now')
  await expect(loadOpenApiDocument({ pageCache, fetchApi: answered(503) })).rejects.toThrow('503')
  expect(await loadOpenApiDocument({ pageCache, fetchApi: answered(200) })).toBe(document)
})
