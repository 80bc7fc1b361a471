// Without the origin, everything in the tree is answered as before, and the rest with a 503. The deployed bundle runs
// in Deno.
import { assetOf, renderedFilesOf } from '../../../data/api/model/endpoint.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assetUrl, pictureFormats, pictureSizes } from '../../../data/api/model/values/asset-names.ts'
import { Problem } from '../../../data/api/model/values/errors.ts'
import { readRequest } from '../../../data/api/request/request.ts'
import { respond } from '../../../data/api/answer/respond.ts'
import { api } from '../../../data/api/table.ts'
import { parseTarget } from '../../../data/api/request/target.ts'
import type { Catalog } from '../../../data/store/catalog/catalog.ts'
import { fetchApi, type Reply } from '../fixtures/test-client.ts'
import { openEdgeFixture, type EdgeFixture } from './edge-service.ts'
import { expectProblem } from '../fixtures/problem.ts'
import { idsOf, scopesOf, staticRequestsOf, targetOf, urlOf } from '../fixtures/targets.ts'

const warmed = '/v2/items?rarity=rare'
let fixtures: EdgeFixture
let catalog: Catalog
let before: Reply
beforeAll(async () => {
  fixtures = await openEdgeFixture()
  catalog = fixtures.fixture.catalog()
  before = await fetchApi(fixtures.edge, warmed)
  await fixtures.origin.close()
})
afterAll(() => fixtures.close())

const at = (target: string, headers: Record<string, string> = {}) => fetchApi(fixtures.edge, target, { headers })

/** Returns the status with which the catalog answers a target, also for problems such as a missing icon. */
function statusOf(target: string): number {
  try {
    return respond(readRequest(api, parseTarget(target), catalog), catalog).status
  } catch (problem) {
    if (problem instanceof Problem) return problem.status
    throw problem
  }
}

function staticPaths(): Map<string, string[]> {
  const paths = new Map<string, string[]>()
  for (const endpoint of api.endpoints.filter((one) => renderedFilesOf(one) ?? assetOf(one))) {
    const targets = scopesOf(endpoint, catalog).flatMap((scope) =>
      assetOf(endpoint)
        ? idsOf(endpoint, catalog, scope).map((id) => urlOf(endpoint, scope, {}, id))
        : staticRequestsOf(endpoint, catalog, scope).map(targetOf),
    )
    paths.set(endpoint.id, targets)
  }
  const variants = [
    '',
    ...pictureFormats.flatMap((format) => pictureSizes.map((size) => `?size=${size}&format=${format}`)),
  ]
  for (const [hash, media] of Object.entries(catalog.assets()))
    for (const query of media.startsWith('image/') ? variants : [''])
      paths.set('assets', [...(paths.get('assets') ?? []), assetUrl(hash) + query])
  return paths
}

async function expectAnswered(target: string): Promise<number> {
  const expected = statusOf(target)
  const reply = await at(target)
  expect(reply.status, `${target} ${reply.text.slice(0, 200)}`).toBe(expected)
  return expected
}

describe('with the origin stopped', () => {
  it('every static path is answered: lists, rows, facets, changelogs, icons, portraits, models, assets', async () => {
    const counts: Record<string, number> = {}
    for (const [id, targets] of staticPaths()) {
      for (const target of targets) {
        const status = await expectAnswered(target)
        if (status < 400) counts[id] = (counts[id] ?? 0) + 1
      }
      expect(counts[id], id).toBeGreaterThan(0)
    }
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
    console.log(`answered with the origin stopped: ${total} static paths of ${Object.keys(counts).length} kinds`)
    expect(total).toBeGreaterThan(1000)
  })

  it.each([
    ['/v2/items?bogus=1', 'invalid_parameter'],
    ['/v2/items?page=x', 'invalid_parameter'],
    ['/v2/items/id.item.lost', 'not_found'],
    ['/v2/items/id.item.lost/icon', 'not_found'],
    ['/v2/nothing', 'not_found'],
    ['/v2/items?patch=99', 'unknown_patch'],
    ['/v2/patches/1/changelog', 'not_found'],
  ] as const)('the error in %s is reported: %s', async (target, code) => {
    expectProblem(await at(target), code)
  })

  it.each([
    '/v2/items?name=ember',
    '/v2/meta',
    '/v2/items/id.item.ember_lantern_5001/tooltip',
    '/account/keys',
    '/health/ready',
    '/tooltips.js',
    '/client.tgz',
  ])('%s is unavailable', async (target) => {
    const reply = await at(target)
    expectProblem(reply, 'unavailable')
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('keys are not verified, so only files are answered', async () => {
    expect((await at('/v2/items', { 'x-api-key': 'nonsense' })).status).toBe(200)
    expectProblem(await at('/v2/items?bogus=1', { 'x-api-key': 'nonsense' }), 'unavailable')
  })
})

describe('a cached answer', () => {
  const minutes = (count: number) => fixtures.platform(`clock?add=${count * 60_000}`)

  it('is served as long as it is fresh', async () => {
    const reply = await at(warmed)
    expect([reply.status, reply.text]).toEqual([200, before.text])
    expect(reply.headers.age).toMatch(/^\d+$/)
    expect(reply.headers['cache-control']).toBe(before.headers['cache-control'])
  })

  it('is served stale as long as it allows', async () => {
    await minutes(5)
    const reply = await at(warmed)
    expect([reply.status, reply.text]).toEqual([200, before.text])
    expect(Number(reply.headers.age)).toBeGreaterThanOrEqual(300)
    await minutes(10)
    expectProblem(await at(warmed), 'unavailable')
  })
})

describe('when the files are unavailable too', () => {
  it('negative control: a list is not answered', async () => {
    await fixtures.platform('files?fail=true')
    await fixtures.platform('clock?add=60000')
    await expect(expectAnswered('/v2/monsters')).rejects.toThrow()
    await fixtures.platform('files?fail=false')
  })

  it('the edge answers with a problem, and requests for files by their own names fail in the platform', async () => {
    await fixtures.platform('files?fail=true')
    await fixtures.platform('clock?add=60000')
    expectProblem(await at('/v2/monsters'), 'unavailable')
    expect((await at('/_static/4/items/list/25/1.json')).status).toBe(200)
    await fixtures.platform('files?fail=false')
    expect((await at('/v2/monsters')).status).toBe(200)
  })
})
