// The package follows from the declarations of the table: nothing is declared twice.
import { runSynchronously } from '../../data/api/model/values/steps.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineApi } from '../../data/api/define-api.ts'
import * as column from '../../data/api/model/columns.ts'
import { assetEndpoint, catalogEndpoint, liveEndpoint, type Endpoint } from '../../data/api/model/endpoint.ts'
import { page } from '../../data/api/model/envelopes.ts'
import { exact } from '../../data/api/model/filters.ts'
import { byPatch, unscoped } from '../../data/api/model/patch-modes.ts'
import { resource } from '../../data/api/model/resource.ts'
import { listSchema } from '../../data/api/model/schemas.ts'
import { integer, listOf, oneOf } from '../../data/api/model/values/codecs.ts'
import { api } from '../../data/api/table.ts'
import { describeApi } from './operations.ts'
import { packageFiles } from './package-files.ts'

const answer = () => ({ body: '{}' })
const endpoint = (id: string, schema: z.ZodType, params: Endpoint['params'] = {}, path = `/v2/${id}`): Endpoint =>
  catalogEndpoint({ id, path, summary: `About ${id}.`, mode: unscoped, rows: false, schema, params, answer })
const declarationsOf = async (endpoints: Parameters<typeof defineApi>[0]) =>
  (await packageFiles(defineApi(endpoints))).get('index.d.ts') ?? ''
const nameOf = (one: Endpoint) =>
  runSynchronously(describeApi(defineApi([one]))).operations.map(({ name, result }) => [...name, result])

describe('a declaration in the table', () => {
  it('of a resource yields its list, its rows and its changes', async () => {
    const lanterns = resource({
      name: 'brass_lanterns',
      summary: 'Lanterns',
      specClause: '',
      path: '/v2/brass-lanterns',
      mode: byPatch,
      envelope: page(),
      columns: { id: column.id('lantern'), hue: column.text(), 'glow_*': column.number(), patch_id: column.patchId() },
      filters: [exact('hue')],
    })
    const types = await declarationsOf([lanterns])
    expect(types).toContain('  readonly brassLanterns: {')
    expect(types).toContain('List<BrassLanternsRow, BrassLanternsListAnswer>')
    expect(types).toMatch(
      /interface BrassLanternsRow \{[^]*? {2}id: string\n[^]*? {2}\[name: `glow_\$\{string\}`\]: number/,
    )
    expect(types).toMatch(/interface BrassLanternsListParams \{[^]*? {2}readonly hue\?: string/)
    expect((await packageFiles(defineApi([lanterns]))).get('index.js')).toContain('/v2/brass-lanterns')
  })

  it('of a parameter yields a parameter with its values and description', async () => {
    const params = {
      sort: { codec: oneOf(['name', '-name']), summary: 'Order.' },
      embed: { codec: listOf(['parts', 'whole']), summary: 'With these.' },
      after: { codec: integer({ min: 0 }), required: true as const, summary: 'Number of the last change.' },
    }
    const types = await declarationsOf([endpoint('things', z.object({ total: z.number() }), params)])
    expect(types).toContain('  /** Order. */\n  readonly sort?: "name" | "-name" | undefined')
    expect(types).toContain('  readonly embed?: ("parts" | "whole") | readonly ("parts" | "whole")[] | undefined')
    expect(types).toContain('  readonly after: number\n')
    expect(types).toContain('things(params: ThingsParams, options?: RequestOptions): Promise<ThingsAnswer>')
  })

  it('of a list without a resource yields a list, whatever other fields its envelope has', () => {
    const row = z.union([z.object({ id: z.string() }), z.object({ kind: z.string() })])
    const found = { pagination: z.object({}), missing: z.array(z.string()), body: z.array(row) }
    const declared = { summary: 'Search.', mode: unscoped, rows: false, answer } as const
    const one = { id: 'search', path: '/v2/search', ...declared }
    const envelope = page()
    expect(nameOf(catalogEndpoint({ ...one, envelope, schema: z.object(found) }))).toEqual([['search', 'list']])
    expect(nameOf(catalogEndpoint({ ...one, envelope, schema: listSchema(envelope, row) }))).toEqual([
      ['search', 'list'],
    ])
    expect(nameOf(catalogEndpoint({ ...one, id: 'found.list', schema: z.object({ body: z.array(row) }) }))).toEqual([
      ['found', 'list', 'list'],
    ])
  })

  it('of an answer with only a body yields the body; of bytes, the response; of text, a string', () => {
    const live = { path: '/v2/line', summary: 'A line.', mode: unscoped, rows: false, schema: z.string() } as const
    const reply = () => Promise.resolve({ body: '' })
    expect(nameOf(endpoint('things.best-one', z.object({ body: z.object({}) })))).toEqual([
      ['things', 'bestOne', 'body'],
    ])
    expect(nameOf(endpoint('bulk', z.object({ body: z.object({}), more: z.string() })))).toEqual([['bulk', 'json']])
    expect(nameOf(liveEndpoint({ id: 'line', ...live, isText: true, answer: reply }))).toEqual([['line', 'text']])
    const bytes = { id: 'files.single', path: '/v2/files/{hash}', summary: 'A file.', mode: unscoped }
    expect(nameOf(assetEndpoint(bytes))).toEqual([['files', 'get', 'response']])
  })
})

describe('a client', () => {
  it('has every operation of the table, each under its own name', () => {
    const { operations } = runSynchronously(describeApi(api))
    expect(operations.map(({ path }) => path)).toEqual(api.endpoints.map(({ path }) => path))
    expect(new Set(operations.map(({ name }) => name.join('.'))).size).toBe(operations.length)
  })

  it('is not generated if two operations would have the same name', () => {
    const none = z.object({})
    const twice =
      (...ids: readonly string[]) =>
      () =>
        runSynchronously(describeApi(defineApi(ids.map((id) => endpoint(id, none)))))
    expect(twice('loot_a.list', 'loot-a.list')).toThrow('another operation of the client has the name lootA.list')
    expect(twice('things', 'things.list')).toThrow('another operation of the client has the name things')
    expect(twice('things.list', 'things.single')).not.toThrow()
  })
})
