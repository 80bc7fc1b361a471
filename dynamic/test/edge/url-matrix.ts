// For suites: a matrix of URLs that the service alone and a proxy in front of files and a service must answer alike.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assetOf, renderedFilesOf, type Endpoint } from '../../../data/api/model/endpoint.ts'
import { api } from '../../../data/api/table.ts'
import type { Catalog } from '../../../data/store/catalog/catalog.ts'
import { fetchApi, type Reply, type RequestOptions } from '../fixtures/test-client.ts'
import type { Fixture, ServedFixture } from '../fixtures/test-service.ts'
import { currentScopeOf, hasId, keyFor, validUrls, urlOf } from '../fixtures/targets.ts'
import { chosenRows } from './chosen-rows.ts'
import { malformedUrls } from './malformed-urls.ts'
import { lastingBody, lastingHeaders } from './same-answer.ts'
import { valuesOf } from './parameter-values.ts'
import { kindOf, waysToAsk } from './ways-to-ask.ts'
import { wrongAnswers } from './wrong-answers.ts'
import { inTurn, oneOfEachKind, sampled } from '../../../scripts/test/long-form.ts'

const minUrls = 400

/** A service alone, and another behind a proxy that may answer for it. */
interface ProxiedFixture {
  readonly fixture: Fixture
  readonly alone: ServedFixture
  readonly origin: ServedFixture
  readonly edge: { readonly port: number; readonly key: string }
  close(): Promise<void>
}

interface MatrixOptions {
  readonly name: string
  readonly open: () => Promise<ProxiedFixture>
  /** Whether the proxy refuses the target itself, with the same status and code but another text. */
  readonly refusesItself?: (target: string) => boolean
}

let fixtures: ProxiedFixture
let catalog: Catalog
let refusesItself: NonNullable<MatrixOptions['refusesItself']>
const requested = new Set<string>()

function bodyOf(reply: Reply): unknown {
  const id = reply.bytes.length > 0 && /[/+]json/.test(String(reply.headers['content-type'])) && reply.object.request_id
  if (typeof id === 'string') expect(id).toBe(reply.headers['x-request-id'])
  return lastingBody(reply)
}

/**
 * Compares the answers of both, from the proxy twice because it may have cached the first; returns its first answer.
 */
async function expectAlike(target: string, options: RequestOptions = {}): Promise<Reply> {
  const [alone, edge] = [
    await fetchApi(fixtures.alone, target, options),
    await fetchApi(fixtures.edge, target, options),
  ]
  expectSame(alone, edge, target, options)
  expectSame(alone, await fetchApi(fixtures.edge, target, options), target, options)
  return edge
}

function expectSame(alone: Reply, edge: Reply, target: string, options: RequestOptions): void {
  if (refusesItself(target)) return expectSameCode(alone, edge, target)
  const about = `${options.method ?? 'GET'} ${target} ${JSON.stringify(options.headers ?? {})}`
  requested.add(about)
  expect(edge.status, `${about}: ${edge.text.slice(0, 300)} but alone ${alone.text.slice(0, 300)}`).toBe(alone.status)
  expect(lastingHeaders(edge), about).toEqual(lastingHeaders(alone))
  expect(bodyOf(edge), about).toEqual(bodyOf(alone))
  expect('x-ratelimit-limit' in edge.headers, about).toBe('x-ratelimit-limit' in alone.headers)
}

function expectSameCode(alone: Reply, edge: Reply, target: string): void {
  requested.add(`GET ${target} {}`)
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

/** The requests made to every endpoint. */
function* targetsOf(endpoint: Endpoint): Generator<string> {
  const scope = currentScopeOf(endpoint, catalog)
  const urls = [
    ...validUrls(endpoint, catalog, undefined, 2),
    ...validUrls(endpoint, catalog, scope, 1),
    ...(endpoint.mode.column ? validUrls(endpoint, catalog, catalog.patches.all[0], 1) : []),
  ]
  yield* urls
  const [url = urlOf(endpoint)] = urls
  const path = pathOf(url)
  yield `${path}?`
  yield `${path}/`
  // Only below the version, because other paths do not reach the function.
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
    const [valid, invalid] = valuesOf(param)
    yield withQuery(path, `${name}=${valid}`)
    yield withQuery(path, `${name}=${invalid}`)
    yield withQuery(path, `${name}=${valid}&${name}=${valid}`)
  }
}

/** Declares the suites of the matrix. */
export function describeMatrix({ name, open, refusesItself: refused }: MatrixOptions): void {
  // A worker runs several suites, one after another, which share this module's state.
  beforeAll(async () => {
    refusesItself = refused ?? (() => false)
    requested.clear()
    fixtures = await open()
    catalog = fixtures.fixture.catalog()
  })
  afterAll(() => fixtures.close())
  everyEndpoint()
  everyWay()
  rowsByChoice()
  partsOfFiles()
  malformedTargets(name)
  negativeControls()
}

function everyEndpoint(): void {
  describe('answers alike at every endpoint', () => {
    it.each(api.endpoints)('$id', async (endpoint) => {
      const headers = keyFor(endpoint, fixtures.origin)
      // Keys are stored in the one data folder that both services read.
      for (const target of sampled([...new Set(targetsOf(endpoint))], 5)) await expectAlike(target, { headers })
    })
  })
}

function everyWay(): void {
  describe('answers alike with various methods and headers', () => {
    const reading = api.endpoints.filter(({ keyScope }) => !keyScope)
    const inFull = new Set(oneOfEachKind(reading, kindOf))

    it.each(reading)('$id: HEAD, validators, encodings, preferences', async (endpoint) => {
      const [url = urlOf(endpoint)] = validUrls(endpoint, catalog, undefined, 1)
      const { headers } = await expectAlike(url, { method: 'HEAD' })
      // In the short form, the endpoints of a kind share the variants among them.
      for (const ways of waysToAsk(url, headers.etag ?? '"none"'))
        for (const [target, options] of inFull.has(endpoint) ? ways : inTurn(ways, reading.indexOf(endpoint)))
          await expectAlike(target, options)
    })

    // Only a few, because an address that sends invalid keys is soon refused.
    const passed = reading.filter((endpoint) => !renderedFilesOf(endpoint) && !assetOf(endpoint)).slice(0, 8)
    it.each(passed)('$id: with an invalid key', async (endpoint) => {
      const [url = urlOf(endpoint)] = validUrls(endpoint, catalog, undefined, 1)
      await expectAlike(url, { headers: { 'x-api-key': 'nonsense' } })
    })
  })
}

/** Declares the suite of lists with parameters, valid in various spellings, and invalid. */
function rowsByChoice(): void {
  describe('answers alike with parameters of lists', () => {
    it.each(chosenRows)('%s', async (target) => {
      const [plain, ...refusals] = ['', '&limit=0', '&sort=no_such', '&format=xml']
      for (const more of [plain, ...inTurn(refusals, chosenRows.indexOf(target))]) await expectAlike(`${target}${more}`)
      await expectAlike(target, { method: 'HEAD' })
      await expectAlike(target, { headers: { 'accept-encoding': 'gzip' } })
    })
  })
}

function malformedTargets(name: string): void {
  describe('answers alike to malformed targets', () => {
    it.each(malformedUrls)('%s', async (target) => {
      await expectAlike(target)
    })

    it('assets in every valid and invalid size and format', async () => {
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
      for (const endpoint of api.endpoints.filter(assetOf))
        for (const url of validUrls(endpoint, catalog, undefined, 5)) await expectAlike(url)
    })

    it(`at least ${minUrls} URLs were requested`, () => {
      console.log(
        `${name} matrix: ${requested.size} requests, ${new Set([...requested].map((one) => one.split(' ')[1])).size} URLs`,
      )
      expect(new Set([...requested].map((one) => one.split(' ')[1])).size).toBeGreaterThanOrEqual(minUrls)
    })
  })
}

function partsOfFiles(): void {
  describe('answers alike to requests for parts of files', () => {
    it('parts of an asset', async () => {
      const [hash = ''] = Object.keys(catalog.assets())
      const conditions: Record<string, string>[] = [{}, { 'if-range': `"${hash}"` }, { 'if-range': '"other"' }]
      for (const range of ['bytes=0-9', 'bytes=-7', 'bytes=5-', 'bytes=0-1,3-4', 'bytes=99999999-', 'lines=1-2'])
        for (const condition of conditions)
          await expectAlike(`/v1/codex/assets/${hash}`, { headers: { range, ...condition } })
    })

    it('bulk files, whole and in parts', async () => {
      const [name = ''] = Object.keys(catalog.bulk.mediaTypes())
      const url = `/v2/bulk/${name}`
      for (const target of [
        '/v2/bulk',
        '/v2/bulk?patch=3',
        '/v2/bulk?patch=3&branch=ptr',
        `${url}?x=1`,
        `${url}x`,
        url,
      ])
        for (const method of ['GET', 'HEAD']) await expectAlike(target, { method })
      const conditions: Record<string, string>[] = [{}, { 'if-range': `"${name}"` }, { 'if-range': '"other"' }]
      for (const range of ['bytes=0-9', 'bytes=-7', 'bytes=5-', 'bytes=0-1,3-4', 'lines=1-2'])
        for (const condition of conditions) await expectAlike(url, { headers: { range, ...condition } })
      const beyond = await fetchApi(fixtures.edge, url, { headers: { range: 'bytes=99999999-' } })
      expect([beyond.status, beyond.headers['content-range']]).toEqual([416, expect.stringMatching(/^bytes \*\/\d+$/)])
      expect(beyond.json).toMatchObject({ code: 'range_not_satisfiable' })
      for (const known of [`"${name}"`, '*', '"other"']) await expectAlike(url, { headers: { 'if-none-match': known } })
    })
  })
}

function negativeControls(): void {
  it.each(wrongAnswers)('negative control: a cache that answers with %s', async (_what, isToValidator, spoil) => {
    const target = '/v2/items?rarity=rare'
    const whole = await fetchApi(fixtures.alone, target)
    const validator = { headers: { 'if-none-match': String(whole.headers.etag) } }
    const right = isToValidator ? await fetchApi(fixtures.alone, target, validator) : whole
    expectSame(right, right, target, {})
    expect(() => expectSame(right, spoil(right), target, {})).toThrow()
  })
}
