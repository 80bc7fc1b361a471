// Tests over HTTP that the answers of every endpoint follow its schema and envelope.
import { schemaOf } from '../../../data/api/test/test-store.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isStream, isText, type Endpoint } from '../../../data/api/model/endpoint.ts'
import { isImported } from '../../../data/api/model/resource.ts'
import { mediaTypeOf } from '../../../data/api/answer/respond.ts'
import { api } from '../../../data/api/table.ts'
import type { Catalog } from '../../../data/store/catalog/catalog.ts'
import { sha256 } from '../../../data/store/files/etag.ts'
import { fetchApi, paginate, type Row } from '../fixtures/test-client.ts'
import { openSampleFixture, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'
import { observeWorld } from '../fixtures/live-world.ts'
import { expectProblem } from '../fixtures/problem.ts'
import { currentScopeOf, hasId, idsOf, isMedia, keyFor, scopesOf, validUrls, urlOf } from '../fixtures/targets.ts'

let fixture: Fixture
let catalog: Catalog
let service: ServedFixture
beforeAll(async () => {
  fixture = await openSampleFixture()
  catalog = fixture.catalog()
  service = await fixture.serve()
  await observeWorld(service)
})
afterAll(() => fixture.close())

const jsonEndpoints = api.endpoints.filter((endpoint) => !isMedia(endpoint) && !isStream(endpoint))
const mediaEndpoints = api.endpoints.filter((endpoint) => isMedia(endpoint) && hasId(endpoint))
// Live lists are left out, because their order and columns have their own suites.
const lists = api.endpoints.filter(({ envelope, kind, resource }) => envelope && resource && kind !== 'live')
// Other lists have more rows than fit on their largest page.
const pageLists = api.endpoints.filter(
  ({ envelope, params }) => envelope?.kind === 'page' && params.limit && envelope.limits.max >= 250,
)
const cursorLists = lists.filter(({ envelope }) => envelope?.kind === 'cursor')

const isPatchless = ({ resource }: Endpoint) => resource !== undefined && !isImported(resource)

/** Identifies a row by all columns of its key, because some rows have no `id`. */
const keyOf = ({ resource }: Endpoint, row: Row) => (resource?.key ?? ['id']).map((name) => String(row[name])).join(' ')

describe('answers follow the schema of their endpoint', () => {
  it.each(jsonEndpoints)('$id', async (endpoint) => {
    let count = 0
    for (const scope of scopesOf(endpoint, catalog))
      for (const url of validUrls(endpoint, catalog, scope)) {
        const reply = await fetchApi(service, url, { headers: keyFor(endpoint, service) })
        if (reply.status === 404 && isPatchless(endpoint)) {
          expectProblem(reply, 'not_found')
          continue
        }
        expect(reply.status, `${url}: ${reply.text.slice(0, 300)}`).toBe(200)
        expect(reply.headers['content-type']).toBe(`${mediaTypeOf(endpoint)}; charset=utf-8`)
        const parsed = schemaOf(endpoint).safeParse(isText(endpoint) ? reply.text : reply.json)
        expect(parsed.success, `${url}: ${parsed.error?.message}`).toBe(true)
        expect(reply.headers['x-patch-id'], url).toBe(scope && String(scope.id))
        expect(reply.headers['x-patch-version'], url).toBe(scope?.version)
        count += 1
      }
    expect(count).toBeGreaterThan(0)
  })

  it('schemas refuse a number', () => {
    for (const endpoint of jsonEndpoints) expect(schemaOf(endpoint).safeParse(17).success, endpoint.id).toBe(false)
  })
})

describe('a picture, a model or an icon exists, or is reported to be missing', () => {
  it.each(mediaEndpoints)('$id', async (endpoint) => {
    const statuses = new Set<number>()
    for (const scope of scopesOf(endpoint, catalog))
      for (const url of validUrls(endpoint, catalog, scope)) {
        const reply = await fetchApi(service, url, { headers: keyFor(endpoint, service) })
        statuses.add(reply.status)
        if (reply.status === 404) {
          expectProblem(reply, 'not_found')
          continue
        }
        const asset = reply.status === 302 ? await fetchApi(service, String(reply.headers.location)) : reply
        expect(asset.status, url).toBe(200)
        expect(asset.headers['content-type'], url).toMatch(/^(image\/png|model\/gltf-binary)$/)
        expect(asset.bytes.length, url).toBeGreaterThan(0)
        if (reply.status === 302) {
          expect(reply.headers.location, url).toBe(`/v1/codex/assets/${sha256(asset.bytes)}`)
          expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
        }
      }
    expect(statuses.size).toBeGreaterThan(0)
  })
})

describe('rows', () => {
  it.each(lists)('of $id are complete, ordered by id and without nulls', async (endpoint) => {
    for (const scope of scopesOf(endpoint, catalog)) {
      const replies = await paginate(service, urlOf(endpoint, scope, { limit: 3 }))
      const rows = replies.flatMap((reply) => reply.rows)
      const filter = isPatchless(endpoint) ? rows.map((row) => keyOf(endpoint, row)) : idsOf(endpoint, catalog, scope)
      expect(rows.map((row) => keyOf(endpoint, row))).toEqual(filter)
      const sorted = [...filter].sort((a, b) => Number(a) - Number(b) || (a < b ? -1 : 1))
      expect(filter).toEqual(sorted)
      for (const row of rows) for (const [name, value] of Object.entries(row)) expect(value, name).not.toBeNull()
      for (const row of rows) if (endpoint.mode.column === 'patch_id') expect(row.patch_id ?? scope?.id).toBe(scope?.id)
    }
  })

  it.each(lists.filter(({ params }) => params.condense))(
    'of $id show every column with condense=false',
    async (endpoint) => {
      const { resource } = endpoint
      if (!resource) throw new Error(`${endpoint.id} lists rows of no resource`)
      const url = urlOf(endpoint, currentScopeOf(endpoint, catalog), { condense: false })
      const [condensed, full] = [
        await fetchApi(service, url.replace('condense=false', '')),
        await fetchApi(service, url),
      ]
      const columns = Object.entries(resource.columns).filter(
        ([name, { detail, asset }]) => !name.endsWith('*') && !detail && asset?.displayed !== 'bytes',
      )
      for (const row of full.rows)
        for (const [name, { asset }] of columns)
          expect(Object.keys(row), keyOf(endpoint, row)).toContain(asset?.displayed === 'url' ? `${name}_url` : name)
      const stripped = full.rows.map((row) =>
        Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
      )
      expect(stripped).toEqual(condensed.rows)
    },
  )

  it.each(
    jsonEndpoints.filter((endpoint) => hasId(endpoint) && endpoint.id.endsWith('.single') && endpoint.kind !== 'live'),
  )('of $id equal those of the list', async (endpoint) => {
    const list = lists.find(({ resource }) => resource === endpoint.resource)
    if (!list) throw new Error(`${endpoint.id} has no list`)
    const scope = currentScopeOf(endpoint, catalog)
    const rows = (await paginate(service, urlOf(list, scope))).flatMap((reply) => reply.rows)
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      const single = await fetchApi(service, urlOf(endpoint, scope, {}, keyOf(list, row)))
      const { body, ...bare } = single.object as { body?: Row }
      const held = (body ?? bare) as { loot_table?: Row }
      expect(keyOf(list, held.loot_table ?? (held as Row))).toBe(keyOf(list, row))
      if (held === body && !held.loot_table) expect(held).toMatchObject(row)
    }
  })
})

describe('a page list counts its rows', () => {
  it.each(pageLists)('$id', async (endpoint) => {
    const scope = currentScopeOf(endpoint, catalog)
    const all = (await fetchApi(service, urlOf(endpoint, scope, { limit: 250 }))).total
    for (const limit of [1, 3, all, all + 1]) {
      const replies = await paginate(service, urlOf(endpoint, scope, { limit }))
      expect(replies).toHaveLength(Math.ceil(all / limit))
      for (const [nth, reply] of replies.entries()) {
        const { pagination } = reply.json as { pagination: Row }
        expect(pagination).toEqual({
          count: reply.rows.length,
          limit,
          page: nth + 1,
          num_pages: Math.ceil(all / limit),
          total: all,
          next: reply.next ?? null,
        })
        if (nth < replies.length - 1) {
          expect(reply.rows).toHaveLength(limit)
          expect(reply.next).toContain(`page=${nth + 2}`)
          const byCursor = await fetchApi(service, urlOf(endpoint, undefined, { cursor: String(pagination.next) }))
          expect(byCursor.text).toBe(replies[nth + 1]?.text)
        }
      }
    }
  })

  it.each(pageLists)('$id: a page past the end is empty', async (endpoint) => {
    const scope = currentScopeOf(endpoint, catalog)
    for (const page of [99, 1_000_000_007, Number.MAX_SAFE_INTEGER]) {
      const reply = await fetchApi(service, urlOf(endpoint, scope, { page }))
      expect(reply.status).toBe(200)
      expect(reply.rows).toEqual([])
      expect(reply.object.pagination).toMatchObject({ count: 0, page, next: null })
      expect(reply.total).toBeGreaterThan(0)
      expect(reply.next).toBeUndefined()
    }
  })
})

describe('a cursor list can be paged by its cursor', () => {
  it.each(cursorLists)('$id', async (endpoint) => {
    const scope = currentScopeOf(endpoint, catalog)
    const ids = idsOf(endpoint, catalog, scope)
    for (const sort of ['asc', 'desc'])
      for (const limit of [1, 3, ids.length]) {
        const replies = await paginate(service, urlOf(endpoint, scope, { sort, limit }))
        expect(replies).toHaveLength(Math.ceil(ids.length / limit))
        const rows = replies.flatMap((reply) => reply.rows)
        expect(rows.map((row) => row.id)).toEqual(sort === 'asc' ? ids : [...ids].reverse())
        for (const [nth, reply] of replies.entries()) {
          const isLast = nth === replies.length - 1
          const { next, ...others } = reply.json as { next: unknown }
          expect(others).toEqual({ count: reply.rows.length, limit, sort, rows: reply.rows })
          expect(next === null).toBe(isLast)
          if (isLast) expect(reply.next).toBeUndefined()
          else {
            expect(next).toMatch(/^[\w-]+$/)
            const byCursor = await fetchApi(service, urlOf(endpoint, undefined, { cursor: String(next) }))
            expect(byCursor.text).toBe(replies[nth + 1]?.text)
            const wider = await fetchApi(
              service,
              urlOf(endpoint, undefined, { cursor: String(next), limit: ids.length }),
            )
            expect(wider.rows).toEqual(rows.slice((nth + 1) * limit))
          }
        }
      }
  })
})

describe('paging stays on one patch', () => {
  it.each(lists.filter(({ mode }) => mode.column))('$id', async (endpoint) => {
    for (const scope of scopesOf(endpoint, catalog)) {
      const replies = await paginate(service, urlOf(endpoint, scope, { limit: 1 }))
      expect(replies.length).toBeGreaterThan(1)
      for (const { headers } of replies) expect(headers['x-patch-id']).toBe(String(scope?.id))
    }
    const [first] = await paginate(service, urlOf(endpoint, undefined, { limit: 1 }))
    expect(first?.headers['x-patch-id']).toBe(String(catalog.patches.current()?.id))
  })
})

describe('texts', () => {
  it.each(lists.filter(({ params }) => params.locale))(
    'of $id exist in every language, or are left as they are',
    async (endpoint) => {
      const { resource, params } = endpoint
      const localizable = Object.keys(resource?.columns ?? {}).filter((name) => resource?.columns[name]?.localizable)
      const scope = currentScopeOf(endpoint, catalog)
      const locales = params.locale?.codec.schema.enum as string[]
      const rowsIn = async (query: Record<string, string>) =>
        (await paginate(service, urlOf(endpoint, scope, query))).flatMap((reply) => reply.rows)
      const byDefault = await rowsIn({})
      for (const locale of locales) {
        const rows = await rowsIn({ locale })
        const bare = (row: Row) =>
          Object.fromEntries(Object.entries(row).filter(([name]) => !localizable.includes(name)))
        expect(rows.map(bare)).toEqual(byDefault.map(bare))
        if (locale === params.locale?.default) expect(rows).toEqual(byDefault)
        const texts = rows.flatMap((row) =>
          localizable.flatMap((name) => (typeof row[name] === 'string' ? [row[name]] : [])),
        )
        const keys = texts.filter((text) => text.startsWith('Reach_'))
        expect(keys.filter((key) => catalog.texts(scope?.id ?? 0, 'en')?.get(key) !== undefined)).toEqual([])
      }
    },
  )
})
