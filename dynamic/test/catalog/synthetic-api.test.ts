// A new resource is one declaration: import, list, single rows, filters, files, errors and schema follow from it.
import { schemaOf } from '../../../data/api/test/test-store.ts'
import { renderedFilesOf } from '../../../data/api/model/endpoint.ts'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BundleValidationError } from '../../../build/import/validation-errors.ts'
import { defineApi } from '../../../data/api/define-api.ts'
import type { Api } from '../../../data/api/model/api.ts'
import * as column from '../../../data/api/model/columns.ts'
import { cursor, page } from '../../../data/api/model/envelopes.ts'
import { exact, substring } from '../../../data/api/model/filters.ts'
import { outputPath } from '../../../data/api/static/output-path.ts'
import { atPatch, byPatch } from '../../../data/api/model/patch-modes.ts'
import { resource } from '../../../data/api/model/resource.ts'
import { api as theApi } from '../../../data/api/table.ts'
import type { Service } from '../../service.ts'
import { fetchApi, paginate, type Row } from '../fixtures/test-client.ts'
import { openFixture, type Fixture } from '../fixtures/test-service.ts'
import { expectProblem } from '../fixtures/problem.ts'
import { scopesOf, staticRequestsOf, targetOf } from '../fixtures/targets.ts'

const flat = resource({
  name: 'contraptions',
  summary: 'Contraptions',
  specClause: '',
  path: '/v2/contraptions',
  mode: byPatch,
  envelope: page(),
  columns: { id: column.id('contraption'), name: column.text(), patch_id: column.patchId() },
  filters: [substring('name')],
})

const versioned = resource({
  name: 'incantations',
  summary: 'Incantations',
  specClause: '',
  path: '/v2/incantations',
  mode: atPatch,
  envelope: cursor({ default: 2, max: 4 }),
  columns: {
    id: column.id('incantation'),
    name: column.text(),
    school: column.checkedSlug(['ash']),
    patch_version: column.patchVersion(),
  },
  filters: [exact('school')],
})

const contraptions = Array.from({ length: 30 }, (_, nth) => ({
  id: `id.contraption.gear_${String(nth).padStart(2, '0')}`,
  name: nth % 3 === 0 ? `Brass Gear ${nth}` : `Iron Gear ${nth}`,
  ...(nth === 7 && { source_key: 'Odd-Key 7', cogs: 12 }),
}))
const incantations = ['ash', 'tide', 'ash', 'moth', 'tide'].map((school, nth) => ({
  id: `id.incantation.verse_${nth}`,
  name: `Verse ${nth}`,
  school,
}))

function writeBundle(fixture: Fixture, version: string, files: Readonly<Record<string, readonly Row[]>>): string {
  const folder = join(fixture.dataDir, 'bundles', version)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'patch.json'), JSON.stringify({ branch: 'main', version }))
  for (const [name, rows] of Object.entries(files))
    writeFileSync(join(folder, `${name}.ndjson`), rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  return folder
}

const tables: [what: string, api: Api][] = [
  ['alone', defineApi([flat, versioned])],
  ['beside all others', defineApi([...theApi.resources.values(), flat, versioned])],
]

describe.each(tables)('an invented resource %s', (_what, api) => {
  let fixture: Fixture
  let service: Service
  beforeAll(async () => {
    fixture = openFixture(api)
    const first = writeBundle(fixture, '1.0', { contraptions, incantations })
    const changed = incantations.map((row) => (row.id.endsWith('_1') ? { ...row, name: 'Verse, sung anew' } : row))
    const second = writeBundle(fixture, '1.1', { incantations: changed })
    await fixture.import([first, second])
    service = await fixture.serve()
  })
  afterAll(() => fixture.close())

  it('is listed, page by page', async () => {
    const replies = await paginate(service, '/v2/contraptions')
    expect(replies.map(({ rows }) => rows.length)).toEqual([25, 5])
    const rows = replies.flatMap((reply) => reply.rows)
    expect(rows[0]).toEqual({ id: 'id.contraption.gear_00', name: 'Brass Gear 0', patch_id: 2 })
    expect(rows.map((row) => row.id)).toEqual(contraptions.map(({ id }) => id))
    expect(replies[0]?.next).toBe('/v2/contraptions?page=2&patch=2')
  })

  it('is listed by cursor, with the declared limits', async () => {
    const replies = await paginate(service, '/v2/incantations')
    expect(replies.map(({ rows }) => rows.length)).toEqual([2, 2, 1])
    expect(replies[0]?.object).toMatchObject({ count: 2, limit: 2, sort: 'asc' })
    const [error] = expectProblem(await fetchApi(service, '/v2/incantations?limit=5'), 'invalid_parameter')
    expect(error?.allowed).toEqual(['1 to 4'])
  })

  it('has single rows by id and by raw key, with undeclared columns', async () => {
    const row = { id: 'id.contraption.gear_07', name: 'Iron Gear 7', source_key: 'Odd-Key 7', cogs: 12, patch_id: 2 }
    expect((await fetchApi(service, '/v2/contraptions/id.contraption.gear_07')).object).toEqual({ body: row })
    expect((await fetchApi(service, '/v2/contraptions/Odd-Key%207')).object).toEqual({ body: row })
    expect((await fetchApi(service, '/v2/contraptions/Id_Contraption_Gear_07?patch=1')).row).toEqual({
      ...row,
      patch_id: 1,
    })
  })

  it('has the patch that introduced a row', async () => {
    const at = async (query: string) => (await fetchApi(service, `/v2/incantations/id.incantation.verse_1${query}`)).row
    expect(await at('')).toMatchObject({ name: 'Verse, sung anew', patch_version: '1.1' })
    expect(await at('?at_patch=1.0')).toMatchObject({ name: 'Verse 1', patch_version: '1.0' })
    expect((await fetchApi(service, '/v2/incantations/id.incantation.verse_2')).row).toMatchObject({
      patch_version: '1.0',
    })
  })

  it('is filtered', async () => {
    const brass = await fetchApi(service, '/v2/contraptions?name=BRASS')
    expect(brass.total).toBe(10)
    for (const row of brass.rows) expect(row.name).toMatch(/^Brass/)
    expect((await fetchApi(service, '/v2/incantations?school=tide&limit=4')).rows.map((row) => row.id)).toEqual([
      'id.incantation.verse_1',
      'id.incantation.verse_4',
    ])
  })

  it('refuses invalid values with the allowed ones of its declaration', async () => {
    const [school] = expectProblem(await fetchApi(service, '/v2/incantations?school=brine'), 'invalid_parameter')
    expect(school).toMatchObject({ parameter: 'school', allowed: ['ash', 'moth', 'tide'] })
    const [typo] = expectProblem(await fetchApi(service, '/v2/contraptions?nmae=x'), 'invalid_parameter')
    expect(typo?.parameter).toBe('nmae')
    expectProblem(await fetchApi(service, '/v2/contraptions/id.contraption.none'), 'not_found')
    expectProblem(await fetchApi(service, '/v2/contraptions?patch=9'), 'unknown_patch')
    const [mode] = expectProblem(await fetchApi(service, '/v2/contraptions?at_patch=1.0'), 'invalid_parameter')
    expect(mode).toMatchObject({ did_you_mean: 'patch' })
  })

  it('follows its own schema', async () => {
    for (const endpoint of api.endpoints.filter(({ resource: one }) => one === flat || one === versioned)) {
      const { id, path } = endpoint
      const of = path.includes('contraptions') ? 'id.contraption.gear_07' : 'id.incantation.verse_1'
      const reply = await fetchApi(service, path.replace('{id}', of))
      expect(reply.status, id).toBe(200)
      expect(schemaOf(endpoint).safeParse(reply.json).error, id).toBeUndefined()
    }
  })

  it('has files that equal the answers of the service', async () => {
    const catalog = fixture.catalog()
    let count = 0
    for (const endpoint of api.endpoints.filter(
      (endpoint) => renderedFilesOf(endpoint) && (endpoint.resource === flat || endpoint.resource === versioned),
    ))
      for (const scope of scopesOf(endpoint, catalog))
        for (const request of staticRequestsOf(endpoint, catalog, scope)) {
          const { folder, name } = outputPath(request) ?? { folder: '', name: '' }
          const file = readFileSync(join(fixture.dataDir, folder, `${name}.json`))
          expect((await fetchApi(service, targetOf(request))).bytes.equals(file), targetOf(request)).toBe(true)
          count += 1
        }
    // Pages of 25 and 250, pages of 2 and 4, and single rows, at two patches.
    expect(count).toBe(2 * (2 + 1 + 3 + 2 + 30 + 5))
  })

  it('reports all validation errors of a bundle and imports nothing of it', async () => {
    const wrong = writeBundle(fixture, '1.2', {
      contraptions: [
        { id: 'id.incantation.x', name: 7 },
        { name: 'Nameless' },
        contraptions[0] ?? {},
        contraptions[0] ?? {},
      ],
      incantations: [{ id: 'id.incantation.y', patch_version: '1.0' }],
    })
    const error = await fixture.import([wrong]).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(BundleValidationError)
    const { errors } = error as BundleValidationError
    expect(errors).toHaveLength(5)
    for (const [nth, start] of [
      'contraptions.ndjson:1: id: expected',
      'contraptions.ndjson:1: name: expected',
      'contraptions.ndjson:2: id: expected',
      'contraptions.ndjson:4: id: expected',
      'incantations.ndjson:1: patch_version: expected',
    ].entries())
      expect(errors[nth]).toContain(start)
    expect((await fetchApi(service, '/v2/contraptions')).headers['x-patch-version']).toBe('1.1')
  })
})

describe('the table', () => {
  it('refuses duplicate names and paths', () => {
    expect(() => defineApi([flat, flat])).toThrow(/contraptions/)
    const other = resource({ ...flat, filters: [], name: 'gadgets' })
    expect(() => defineApi([flat, other])).toThrow(/\/v2\/contraptions/)
  })

  it('refuses a filter on an undeclared column', () => {
    expect(() => resource({ ...flat, filters: [exact('colour')] })).toThrow(/colour/)
  })
})
