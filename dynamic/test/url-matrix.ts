// For suites: one matrix of URLs, which Express alone and whatever stands before files and Express answer alike.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../data/api/endpoint.ts'
import { api } from '../../data/api/table.ts'
import type { Catalog } from '../../data/store/catalog.ts'
import { ask, type AskOptions, type Reply } from './ask.ts'
import type { House, ServedHouse } from './house.ts'
import { currentScopeOf, hasId, keyFor, soundUrls, urlOf } from './targets.ts'

const leastUrls = 400

/** A service alone, and another behind something that answers for it. */
export interface FrontedHouse {
  readonly house: House
  readonly alone: ServedHouse
  readonly origin: ServedHouse
  readonly edge: { readonly port: number; readonly key: string }
  close(): Promise<void>
}

export interface MatrixOptions {
  readonly name: string
  readonly open: () => Promise<FrontedHouse>
  /** Targets that what stands before refuses by itself: status and code are the same, the sentence is not. */
  readonly refusesItself?: (target: string) => boolean
}

let houses: FrontedHouse
let catalog: Catalog
let refusesItself: NonNullable<MatrixOptions['refusesItself']> = () => false
const asked = new Set<string>()

/** Of the connection, of one request, of a quota, of the way to an answer; the platform packs bodies by itself. */
const passing =
  /^(date|connection|keep-alive|transfer-encoding|content-length|content-encoding|server|age|netlify-vary|x-request-id|x-ratelimit-.*|ratelimit.*)$/

const lasting = ({ headers }: Reply) =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !passing.test(name))
      .sort(),
  )

function bodyOf(reply: Reply): unknown {
  if (reply.bytes.length === 0) return ''
  if (!String(reply.headers['content-type']).includes('json')) return reply.identity.toString('base64')
  const { request_id, ...body } = reply.json as { request_id?: string }
  if (request_id !== undefined) expect(request_id).toBe(reply.headers['x-request-id'])
  return request_id === undefined ? reply.text : body
}

/** Asks both, the edge once more for what it may have kept; returns its first answer. */
async function expectAlike(target: string, options: AskOptions = {}): Promise<Reply> {
  const [alone, edge] = [await ask(houses.alone, target, options), await ask(houses.edge, target, options)]
  expectSame(alone, edge, target, options)
  expectSame(alone, await ask(houses.edge, target, options), target, options)
  return edge
}

function expectSame(alone: Reply, edge: Reply, target: string, options: AskOptions): void {
  if (refusesItself(target)) return expectSameCode(alone, edge, target)
  const about = `${options.method ?? 'GET'} ${target} ${JSON.stringify(options.headers ?? {})}`
  asked.add(about)
  expect(edge.status, `${about}: ${edge.text.slice(0, 300)} but alone ${alone.text.slice(0, 300)}`).toBe(alone.status)
  expect(lasting(edge), about).toEqual(lasting(alone))
  expect(bodyOf(edge), about).toEqual(bodyOf(alone))
  expect('x-ratelimit-limit' in edge.headers, about).toBe('x-ratelimit-limit' in alone.headers)
}

function expectSameCode(alone: Reply, edge: Reply, target: string): void {
  asked.add(`GET ${target} {}`)
  const code = ({ status, headers, object }: Reply) => [status, headers['content-type'], object.code]
  expect(code(edge), target).toEqual(code(alone))
}

const pathOf = (url: string) => url.split('?')[0] ?? ''
const withQuery = (url: string, query: string) => `${url}${url.includes('?') ? '&' : '?'}${query}`
const encoded = (path: string) =>
  path.replace(/[^/]+$/, (last) =>
    [...new TextEncoder().encode(decodeURIComponent(last))]
      .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
      .join(''),
  )

/** A sound value and an ill one for a parameter, as its codec tells them. */
function valuesOf({ codec }: Endpoint['params'][string]): [sound: string, ill: string] {
  const { type, enum: values, minimum } = codec.schema as { type: string; enum?: readonly string[]; minimum?: number }
  if (values) return [values[0] ?? '', 'nope']
  if (type === 'integer' || type === 'number') return [String(Math.max(2, minimum ?? 0)), 'x']
  return type === 'boolean' ? ['true', 'maybe'] : ['ember', 'x'.repeat(201)]
}

/** What is asked of every endpoint. */
function* targetsOf(endpoint: Endpoint): Generator<string> {
  const scope = currentScopeOf(endpoint, catalog)
  const urls = [
    ...soundUrls(endpoint, catalog, undefined, 2),
    ...soundUrls(endpoint, catalog, scope, 1),
    ...(endpoint.mode.column ? soundUrls(endpoint, catalog, catalog.patches.all[0], 1) : []),
  ]
  yield* urls
  const [url = urlOf(endpoint)] = urls
  const path = pathOf(url)
  yield `${path}?`
  yield `${path}/`
  // Below the version: what is beyond it is not on the function's paths.
  yield path.replace(/^\/v\d(.*)$/, (all, rest: string) => all.slice(0, 3) + rest.toUpperCase())
  yield path.replace(/^\/v\d/, '/v1')
  yield encoded(path)
  yield withQuery(path, '_=1700000000')
  yield withQuery(path, 'utm_source=x&bogus=1')
  yield withQuery(path, 'locale=de')
  if (hasId(endpoint)) yield urlOf(endpoint, undefined, {}, 'id.none.such')
  for (const mode of Object.keys({ patch: 1, at_patch: 1, branch: 1 }))
    for (const text of ['current', '1', '1.0.0.2101', '9.9.9', 'ptr', '']) yield withQuery(path, `${mode}=${text}`)
  for (const [name, param] of Object.entries(endpoint.params).filter(([name]) => !name.includes('['))) {
    const [sound, ill] = valuesOf(param)
    yield withQuery(path, `${name}=${sound}`)
    yield withQuery(path, `${name}=${ill}`)
    yield withQuery(path, `${name}=${sound}&${name}=${sound}`)
  }
}

const tricks = [
  '/v2',
  '/v2/',
  '/v2/nothing',
  '/v1/nothing',
  '/v2//items',
  '/v2/items//',
  '/v2/items%2Flist',
  '/v2/items/%5C',
  '/v2/items/%00',
  '/v2/items/%zz',
  '/v2/items?%zz=1',
  '/v2/items?name=%ff',
  '/v2/items?name=a+b&name=c',
  '/v2/items?=1',
  '/v2/items?&&',
  '/v2/items?page',
  '/v2/items?page=1&limit=25',
  '/v2/items?limit=250&page=1',
  '/v2/items?page=9999',
  '/v2/items?rarity=nope&page=x',
  '/v2/items?rarity=nope',
  '/v2/items?cursor=/v2/items%3Fpage%3D2',
  '/v2/items?cursor=/v2/items%3Frarity%3Dnope',
  '/v2/spawners?cursor=zzz',
  '/v2/items/__proto__',
  '/v2/items/constructor/icon',
  '/v2/items/hasOwnProperty',
  '/v2/items?__proto__=1',
  '/v2/items?constructor=1',
  `/v2/items/${'x'.repeat(300)}`,
  `/v2/items?name=${'x'.repeat(8200)}`,
  `/v2/items?${'x'.repeat(100)}=1`,
  `/v2/items?${Array.from({ length: 200 }, (_, at) => `k${at}=1`).join('&')}`,
  '/v1/codex/assets/nothing',
  `/v1/codex/assets/${'0'.repeat(64)}`,
  '/v2/_static/4/items/index.json',
  '/v2/items/..%2f..%2fmanifest.json',
  '/account/keys',
  '/account',
  '/tooltips.js',
  '/health/live',
]

/** Declares the suites of the matrix. */
export function describeMatrix({ name, open, refusesItself: refused }: MatrixOptions): void {
  refusesItself = refused ?? refusesItself
  beforeAll(async () => {
    houses = await open()
    catalog = houses.house.catalog()
  })
  afterAll(() => houses.close())
  everyEndpoint()
  everyWay()
  allTricks(name)
}

function everyEndpoint(): void {
  describe('every endpoint answers alike', () => {
    it.each(api.endpoints)('$id', async (endpoint) => {
      const headers = keyFor(endpoint, houses.origin)
      // Keys are kept in the one data folder that both services read.
      for (const target of new Set(targetsOf(endpoint))) await expectAlike(target, { headers })
    })
  })
}

function everyWay(): void {
  describe('and to every way of asking', () => {
    const reading = api.endpoints.filter(({ keyScope }) => !keyScope)

    it.each(reading)('$id: HEAD, validators, encodings, preferences', async (endpoint) => {
      const [url = urlOf(endpoint)] = soundUrls(endpoint, catalog, undefined, 1)
      const { headers } = await expectAlike(url, { method: 'HEAD' })
      const etag = headers.etag ?? '"none"'
      for (const validator of [etag, `W/${etag}`, `"x", ${etag}`, '*', '"x"', 'nonsense'])
        await expectAlike(url, { headers: { 'if-none-match': validator } })
      await expectAlike(url, { headers: { 'if-none-match': etag, 'cache-control': 'no-cache' } })
      for (const encoding of ['br', 'gzip', 'identity', 'br;q=0, gzip;q=0.5', '*'])
        await expectAlike(url, { headers: { 'accept-encoding': encoding } })
      await expectAlike(withQuery(url, 'bogus=1'), { headers: { prefer: 'handling=lenient' } })
      await expectAlike(url, { headers: { prefer: 'handling=lenient' } })
      await expectAlike(url, { method: 'OPTIONS' })
      await expectAlike(url, { method: 'DELETE' })
    })

    // Few, since who guesses keys is soon turned away.
    const passed = reading.filter(({ files, linked }) => !files && !linked).slice(0, 8)
    it.each(passed)('$id: with an invalid key', async (endpoint) => {
      const [url = urlOf(endpoint)] = soundUrls(endpoint, catalog, undefined, 1)
      await expectAlike(url, { headers: { 'x-api-key': 'nonsense' } })
    })
  })
}

function allTricks(name: string): void {
  describe('and tricks', () => {
    it.each(tricks)('%s', async (target) => {
      await expectAlike(target)
    })

    it('every asset in every size, format and wrong of them', async () => {
      const assets = Object.entries(catalog.assets())
      for (const [hash, media] of [assets[0], assets.find(([, type]) => type.startsWith('model'))].flatMap((x) =>
        x ? [x] : [],
      ))
        for (const query of [
          '',
          '?size=64',
          '?size=64&format=webp',
          '?format=png',
          '?size=63',
          '?format=gif',
          '?size=32&size=32',
        ])
          expect((await expectAlike(`/v1/codex/assets/${hash}${query}`)).status, media).toBeLessThan(500)
    })

    it('icons, portraits and models of every row', async () => {
      for (const endpoint of api.endpoints.filter(({ linked }) => linked))
        for (const url of soundUrls(endpoint, catalog, undefined, 5)) await expectAlike(url)
    })

    it(`at least ${leastUrls} URLs were asked`, () => {
      console.log(
        `${name} matrix: ${asked.size} requests, ${new Set([...asked].map((one) => one.split(' ')[1])).size} URLs`,
      )
      expect(new Set([...asked].map((one) => one.split(' ')[1])).size).toBeGreaterThanOrEqual(leastUrls)
    })
  })
}
