// Every error that a request can cause, at every endpoint of the table.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../../data/api/model/endpoint.ts'
import { api } from '../../../data/api/table.ts'
import type { Catalog } from '../../../data/store/catalog/catalog.ts'
import { fetchApi, Reply, type RequestOptions } from '../fixtures/test-client.ts'
import { startAlteringProxy, type AlteringProxy } from '../fixtures/altering-proxy.ts'
import { liveAt, openSampleFixture, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'
import { noon, observeWorld } from '../fixtures/live-world.ts'
import { expectProblem } from '../fixtures/problem.ts'
import { inTurn, oneOfEachKind } from '../../../scripts/test/long-form.ts'
import { currentScopeOf, hasId, keyFor, requiredOf, validUrls, urlOf, type Query } from '../fixtures/targets.ts'

let fixture: Fixture
let catalog: Catalog
let service: ServedFixture
beforeAll(async () => {
  fixture = await openSampleFixture()
  catalog = fixture.catalog()
  service = await fixture.serve({ live: await liveAt(fixture, noon) })
  await observeWorld(service)
})
afterAll(() => fixture.close())

/** Parameters with a fixed name; families such as `primary[*]` have their own suites. */
const params = (endpoint: Endpoint) => Object.entries(endpoint.params).filter(([name]) => !name.includes('['))
const scoped = api.endpoints.filter(({ mode }) => mode.column)
const byPatch = scoped.filter(({ mode }) => mode.name === 'byPatch')
const atPatch = scoped.filter(({ mode }) => mode.name === 'atPatch')
const withParams = api.endpoints.filter((endpoint) => params(endpoint).length > 0)

/** Returns a URL of an endpoint for an existing row, with these parameters. */
function url(endpoint: Endpoint, query: Query | string = ''): string {
  const [valid = urlOf(endpoint)] = validUrls(endpoint, catalog, currentScopeOf(endpoint, catalog), 1)
  const path = valid.split('?')[0] ?? ''
  const text =
    typeof query === 'string'
      ? query
      : Object.entries(query)
          .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
          .join('&')
  const named = new Set(text.split('&').map((pair) => decodeURIComponent(pair.split('=')[0] ?? '')))
  const required = Object.entries(requiredOf(endpoint)).filter(([name]) => !named.has(name) && !named.has('cursor'))
  return `${path}?${[...required.map(([name, value]) => `${name}=${value}`), ...(text ? [text] : [])].join('&')}`
}

const get = (endpoint: Endpoint, query: Query | string = '', { headers, ...options }: RequestOptions = {}) =>
  fetchApi(service, url(endpoint, query), { ...options, headers: { ...keyFor(endpoint, service), ...headers } })

const parameters = withParams.flatMap((endpoint) => params(endpoint).map(([name]) => ({ endpoint, name })))
const kindOf = ({ endpoint, name }: (typeof parameters)[number]) =>
  JSON.stringify([name, endpoint.params[name]?.codec.schema])
const ofEachKind = new Set(oneOfEachKind(parameters, kindOf))

/**
 * The values to test. In the short form, the first endpoint with a kind of parameter tests all values, each other
 * endpoint one in turn.
 */
function tried<Value>(values: readonly Value[], endpoint: Endpoint, name: string): readonly Value[] {
  const at = parameters.findIndex((one) => one.endpoint === endpoint && one.name === name)
  return ofEachKind.has(parameters[at] as (typeof parameters)[number]) ? values : inTurn(values, at)
}

const refused: Readonly<Record<string, readonly string[]>> = {
  integer: ['x', '1.5', '01', '+1', ' 1', '1e3', '0x10', '-', '99999999999999999999', '１'],
  boolean: ['yes', 'TRUE', '2', ' true'],
  number: ['x', '-1', '1e3', '.5', '1,5'],
}

/** Values that the codec of the parameter must refuse. */
function invalidValues(endpoint: Endpoint, name: string): readonly string[] {
  const schema = endpoint.params[name]?.codec.schema ?? {}
  if (schema.enum) return ['nope', 'EN', ' en']
  if (schema.format === 'date-time') return ['yesterday', '2026-02-30', '2026-01-01T25:00:00Z']
  if (schema.pattern !== undefined && schema.maxLength === undefined) return ['nope', '0m', '15', '15M', '53w', '1.5h']
  const { minimum, maximum } = schema as { minimum?: number; maximum?: number }
  const bounds = [
    ...(minimum !== undefined && schema.type === 'integer' ? [String(minimum - 1)] : []),
    ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? [String(maximum + 1)] : []),
  ]
  const tooLong = schema.maxLength === undefined || name === 'cursor' ? [] : ['x'.repeat(Number(schema.maxLength) + 1)]
  const blank = schema.pattern === undefined ? [] : [' ', '\u3000']
  return [...(refused[String(schema.type)] ?? []), ...bounds, ...tooLong, ...blank]
}

async function expectUnknownRefused(endpoint: Endpoint): Promise<void> {
  const errors = expectProblem(await get(endpoint, { zzz_unknown: 1 }), 'invalid_parameter')
  expect(errors).toEqual([{ parameter: 'zzz_unknown', message: 'is not a parameter of this endpoint' }])
  for (const name of inTurn(['__proto__', 'constructor', 'toString'], api.endpoints.indexOf(endpoint))) {
    const [error] = expectProblem(await get(endpoint, { [name]: 1 }), 'invalid_parameter')
    expect(error?.parameter).toBe(name)
  }
}

describe('an unknown parameter is refused', () => {
  it.each(api.endpoints)('$id', expectUnknownRefused)

  it.each(withParams)('with a suggestion: $id', async (endpoint) => {
    const own = parameters.filter((one) => one.endpoint === endpoint && one.name.length > 3)
    const chosen = new Set([
      ...inTurn(own, api.endpoints.indexOf(endpoint)),
      ...own.filter((one) => ofEachKind.has(one)),
    ])
    for (const { name } of chosen) {
      const typo = `${name}${name.at(-1)}`
      const [error] = expectProblem(await get(endpoint, { [typo]: 1 }), 'invalid_parameter')
      expect(error).toMatchObject({ parameter: typo, did_you_mean: name })
    }
  })
})

describe('a malformed value is refused with the allowed values', () => {
  it.each(withParams)('$id', async (endpoint) => {
    for (const [name, { codec }] of params(endpoint))
      for (const value of tried(invalidValues(endpoint, name), endpoint, name)) {
        const reply = await get(endpoint, { [name]: value })
        const errors = expectProblem(reply, 'invalid_parameter')
        expect(
          errors.map(({ parameter }) => parameter),
          `${name}=${value}`,
        ).toEqual([name])
        if (codec.schema.enum) expect(errors[0]?.allowed).toEqual(codec.schema.enum)
        if (codec.schema.type === 'boolean') expect(errors[0]?.allowed).toEqual(['true', 'false'])
        if (codec.schema.type === 'integer') expect(errors[0]?.allowed).toHaveLength(1)
      }
  })
})

describe('an empty value and a parameter given twice are refused', () => {
  it.each(withParams)('$id', async (endpoint) => {
    for (const [name, { codec }] of params(endpoint)) {
      for (const query of tried([`${name}=`, name], endpoint, name)) {
        const errors = expectProblem(await get(endpoint, query), 'invalid_parameter')
        expect(errors.map(({ parameter }) => parameter)).toEqual([name])
      }
      const twice = expectProblem(await get(endpoint, `${name}=1&${name}=1&${name}=1`), 'invalid_parameter')
      expect(twice.filter(({ message }) => message === 'is given twice')).toEqual([
        {
          parameter: name,
          message: 'is given twice',
          ...(codec.isList && { allowed: ['values with commas between them'] }),
        },
      ])
    }
  })
})

describe('all validation errors are reported at once', () => {
  it.each(withParams)('$id', async (endpoint) => {
    const invalid = params(endpoint).flatMap(([name]) =>
      invalidValues(endpoint, name)
        .slice(0, 1)
        .map((value) => [name, value]),
    )
    const query = [...invalid, ['zzz_unknown', '1'], ['yyy_unknown', '']]
      .map(([name = '', value = '']) => `${name}=${encodeURIComponent(value)}`)
      .join('&')
    const errors = expectProblem(await get(endpoint, query), 'invalid_parameter')
    expect(errors.map(({ parameter }) => parameter).sort()).toEqual(
      [...invalid.map(([name]) => name), 'zzz_unknown', 'yyy_unknown'].sort(),
    )
  })
})

describe('a value that no row of the patch has', () => {
  const checked = api.endpoints.flatMap((endpoint) =>
    endpoint.filters.flatMap((filter) =>
      filter.checked ? [{ ...endpoint, endpoint, filter, name: filter.param }] : [],
    ),
  )
  it.each(checked)('is refused with the existing values: $id, $name', async ({ endpoint, filter, name }) => {
    const [error] = expectProblem(await get(endpoint, { [name]: 'nonesuch' }), 'invalid_parameter')
    expect(error).toMatchObject({ parameter: name })
    const usual = endpoint.resource?.columns[filter.column]?.usual ?? []
    expect(error?.allowed).toEqual(expect.arrayContaining([...usual]))
    expect(error?.allowed?.length).toBeGreaterThan(0)
    for (const value of tried(error?.allowed ?? [], endpoint, name))
      expect((await get(endpoint, { [name]: value })).status, value).toBe(200)
  })

  const unchecked = api.endpoints
    .filter(({ kind }) => kind === 'catalog')
    .flatMap((endpoint) =>
      endpoint.filters
        .filter(({ checked, codec }) => !checked && codec.schema.type === 'string')
        .map(({ param: name }) => ({ ...endpoint, endpoint, name })),
    )
  it.each(unchecked)('gives an empty list if values are not checked: $id, $name', async ({ endpoint, name }) => {
    for (const value of tried(['nonesuch', "' OR 1=1 --", '%', '"'], endpoint, name)) {
      const reply = await get(endpoint, { [name]: value })
      expect(reply.status).toBe(200)
      expect(reply.rows, `${name}=${value}`).toEqual([])
    }
  })
})

describe('the patch', () => {
  it.each(byPatch)('unknown: $id', async (endpoint) => {
    for (const patch of inTurn(['99', '0', '9.9.9', 'main', '-1', '1e0'], byPatch.indexOf(endpoint)))
      expectProblem(await get(endpoint, { patch }), 'unknown_patch')
  })

  it.each(atPatch)('unknown: $id', async (endpoint) => {
    for (const at_patch of inTurn(['99', '1', 'current', '9.9.9'], atPatch.indexOf(endpoint)))
      expectProblem(await get(endpoint, { at_patch }), 'unknown_patch')
    expectProblem(await get(endpoint, { branch: 'nonesuch' }), 'unknown_patch')
    const ofOther = catalog.patches.all.find(({ branch }) => branch !== 'main')
    if (!ofOther) throw new Error('the sample world has one branch only')
    expectProblem(await get(endpoint, { at_patch: ofOther.version }), 'unknown_patch')
  })

  it.each(byPatch)('given by the parameter of versioned catalogs: $id', async (endpoint) => {
    const lenient = { headers: { prefer: 'handling=lenient' } }
    for (const name of ['at_patch', 'branch'])
      for (const options of [{}, lenient]) {
        const [error] = expectProblem(await get(endpoint, { [name]: 'x' }, options), 'invalid_parameter')
        expect(error).toMatchObject({ parameter: name, did_you_mean: 'patch' })
        expect(error?.message).toContain('use patch')
      }
  })

  it.each(atPatch)('given by the parameter of flat catalogs: $id', async (endpoint) => {
    const [error] = expectProblem(await get(endpoint, { patch: '1' }), 'invalid_parameter')
    expect(error).toMatchObject({ parameter: 'patch', did_you_mean: 'at_patch' })
  })
})

describe('not found', () => {
  const long = 'x'.repeat(500)
  const strange = [long, '%E2%98%83', 'Id_Item_', "'", '0', '-1', 'null', '__proto__', 'toString', '%25']

  it.each(api.endpoints.filter((endpoint) => endpoint.kind === 'live' && endpoint.path.includes('{')))(
    '$id, by each name in its path',
    async (endpoint) => {
      const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
      for (const name of names)
        for (const id of ['nonesuch', ...inTurn(strange, api.endpoints.indexOf(endpoint))]) {
          const valid = { ...endpoint, path: endpoint.path.replace(`{${name}}`, id) }
          const reply = await fetchApi(service, urlOf(valid))
          expectProblem(reply, 'not_found')
          expect(reply.text.length).toBeLessThan(1000)
        }
    },
  )

  it.each(api.endpoints.filter(hasId))('$id', async (endpoint) => {
    for (const id of ['id.none.none', ...inTurn(strange, api.endpoints.indexOf(endpoint))]) {
      const target = endpoint.path.replace('{id}', id)
      const reply = await fetchApi(service, target, { headers: keyFor(endpoint, service) })
      // Patches are not rows, so an id without a patch is an unknown patch.
      expectProblem(reply, endpoint.identify ? 'unknown_patch' : 'not_found')
      expect(reply.text.length).toBeLessThan(1000)
    }
  })

  it.each([
    '/',
    '/v2',
    '/v2/',
    '/v2/nonesuch',
    '/v2/items/',
    '/v2/items/a/b/c/d',
    '/V2/items',
    '/v2/Items',
    '/v3/items',
    '/v1/nonesuch',
    '/_static/1/items/list/25/1.json',
    '/manifest.json',
    '/catalog.db',
    '/health',
    '/health/nonesuch',
  ])('%s', async (target) => {
    expectProblem(await fetchApi(service, target), 'not_found')
  })
})

describe('a read-only method', () => {
  const paths = [...api.endpoints.map(({ path }) => path.replace(/\{\w+\}/g, 'x')), '/health/live', '/nonesuch', '/']
  it.each(paths)('is required at %s', async (path) => {
    for (const method of inTurn(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'], paths.indexOf(path))) {
      const reply = await fetchApi(service, path, { method })
      expectProblem(reply, 'method_not_allowed')
      expect(reply.headers.allow).toBe('GET, HEAD, OPTIONS')
    }
  })
})

describe('a lenient request', () => {
  const prefer = { headers: { prefer: 'handling=lenient' } }

  it.each(api.endpoints)('ignores unknown parameters and reports them: $id', async (endpoint) => {
    const valid = url(endpoint)
    const keyed = keyFor(endpoint, service)
    const strict = await fetchApi(service, valid, { headers: keyed })
    const reply = await fetchApi(service, `${valid}&zzz=1&zzz=2&y%20y=`, { headers: { ...keyed, ...prefer.headers } })
    expect(reply.status, reply.text.slice(0, 300)).toBe(strict.status)
    if (reply.status >= 400) {
      expectProblem(reply, 'not_found')
      return
    }
    expect(reply.bytes.equals(strict.bytes)).toBe(true)
    expect(reply.headers['x-ignored-parameters']).toMatch(/^zzz(, zzz)?, y%20y$/)
    expect(reply.headers.vary).toMatch(/\bPrefer\b/)
    expect(reply.headers['cache-control']).toBe('no-store')
    expectProblem(await get(endpoint, { zzz: 1 }), 'invalid_parameter')
  })

  it.each(withParams)('with malformed values is refused like any other: $id', async (endpoint) => {
    const [name] = params(endpoint)[0] ?? ['']
    const errors = expectProblem(await get(endpoint, `${name}=&zzz=1`, prefer), 'invalid_parameter')
    expect(errors.map(({ parameter }) => parameter)).toEqual([name])
  })

  it.each(['handling=lenient', 'respond-async, handling=lenient', 'HANDLING = lenient', 'handling="lenient"; a=b'])(
    'has the header Prefer: %s',
    async (given) => {
      const target = url(api.endpoints[0] as Endpoint, { zzz: 1 })
      expect((await fetchApi(service, target, { headers: { prefer: given } })).status).toBe(200)
    },
  )

  it.each(['handling=strict', 'handling=lenientish', 'return=minimal', 'x-handling=lenient'])(
    'does not have the header Prefer: %s',
    async (given) => {
      const target = url(api.endpoints[0] as Endpoint, { zzz: 1 })
      expectProblem(await fetchApi(service, target, { headers: { prefer: given } }), 'invalid_parameter')
    },
  )

  it('that has nothing to ignore is answered like any other', async () => {
    const target = url(api.endpoints[0] as Endpoint)
    const [plain, reply] = [await fetchApi(service, target), await fetchApi(service, target, prefer)]
    expect(reply.headers.etag).toBe(plain.headers.etag)
    expect(reply.headers['cache-control']).toBe(plain.headers['cache-control'])
    expect(reply.headers).not.toHaveProperty('x-ignored-parameters')
  })
})

describe('a cursor', () => {
  const lists = api.endpoints.filter(({ params }) => params.cursor)
  const malformed = ['x', '1', '....', 'e30', '/v2/nonesuch?page=2', 'cGFnZT14', '%2Fv2']

  it.each(lists)('is refused if it is malformed: $id', async (endpoint) => {
    for (const cursor of inTurn(malformed, lists.indexOf(endpoint)))
      expect(
        expectProblem(await get(endpoint, { cursor }), 'invalid_parameter').map(({ parameter }) => parameter),
      ).toEqual(['cursor'])
  })

  it.each(lists)('cannot be combined with parameters that differ from its own: $id', async (endpoint) => {
    const first = await get(endpoint, { limit: 1 })
    const { next, pagination } = first.json as { next?: string; pagination?: { next: string } }
    const cursor = next ?? pagination?.next ?? ''
    const other = { patch: '1', at_patch: catalog.patches.all[0]?.version ?? '', branch: 'ptr' }
    for (const [name, value] of Object.entries({
      ...other,
      locale: 'ko',
      condense: 'false',
      sort: 'desc',
      page: '7',
    })) {
      if (!Object.hasOwn(endpoint.params, name)) continue
      const errors = expectProblem(await get(endpoint, { cursor, [name]: value }), 'invalid_parameter')
      expect(errors.map(({ parameter }) => parameter)).toEqual([name])
    }
    expect((await get(endpoint, { cursor })).status).toBe(200)
  })
})

describe('negative control:', () => {
  const [endpoint] = withParams as [Endpoint]

  /** Checks that the test of unknown parameters detects a faulty service. */
  async function expectDetected(answer: Parameters<typeof startAlteringProxy>[1], why: RegExp): Promise<void> {
    const [right, twin]: [ServedFixture, AlteringProxy] = [service, await startAlteringProxy(service, answer)]
    try {
      service = { ...right, port: twin.port }
      await expect(expectUnknownRefused(endpoint)).rejects.toThrow(why)
    } finally {
      service = right
      await twin.close()
    }
  }

  it('a service that looks up parameters in a plain object', async () => {
    await expectDetected((target, ask) => {
      const { pathname, searchParams } = new URL(target, 'http://twin')
      const known = Object.fromEntries([...searchParams].filter(([name]) => !(name in {})))
      return ask(`${pathname}?${new URLSearchParams(known).toString()}`)
    }, /expected/)
  })

  it('a service that discloses where it failed', async () => {
    await expectDetected(async (target, ask) => {
      const { status, headers, object } = await ask(target)
      const detail = `${String(object.detail)}\n    at readRequest (request.ts:12:3)`
      return new Reply(status, headers, Buffer.from(JSON.stringify({ ...object, detail })))
    }, /not to match/)
  })
})
