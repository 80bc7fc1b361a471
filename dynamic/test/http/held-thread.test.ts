// No request blocks the main thread for longer than 25 ms: tested one at a time on 20,000 items are the most expensive
// valid requests to every endpoint, requests with many unknown names, every route of the site, long bodies, and
// streams.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../../data/api/table.ts'
import { Catalog } from '../../../data/store/catalog/catalog.ts'
import { TestStore } from '../../../data/store/test/test-store.ts'
import { copyLargeWorld } from '../../../scripts/test/large-world.ts'
import { oneOfEachKind, sampled } from '../../../scripts/test/long-form.ts'
import { canRun } from '../../../scripts/test/requirements.ts'
import { killAll } from '../live/service-process.ts'
import { assistantMessages, observationBodies } from './costly-bodies.ts'
import { fallbackRoutes, costlyPages, routeOf, routes } from './costly-pages.ts'
import { costlyStreams, costlyTargets, refusedTargets } from './costly-requests.ts'
import { measureAll, measuredShare, withWatchedService } from './watched-service.ts'

const isMeasurable = canRun(
  'the time that requests hold the thread',
  'process.threadCpuUsage',
  'threadCpuUsage' in process,
)

const nothingWrong = { unexpected: [], over: [] }
/**
 * Targets that do not exist because the large world has no pictures, no live data, and nothing before its first patch.
 */
const absentTargets =
  /^404 \/v2\/(patches\/1\/changelog|market\/\d|leaderboards\/|[\w-]+\/[^/]+\/(icon|portrait|model)(\?|$))/
/** Pages that redirect, pages about errors, and pages of things that the first patch did not have. */
const expectedPages =
  /^(302 \/(docs\/send\/|docs\/endpoints$|live$)|404 \/(development-sign-in|unknown-patch)$|404 .*[?&]patch=(77|1)\b|400 \/market\?min_price=cheap)/

let store: TestStore
let catalog: Catalog
beforeAll(async () => {
  store = new TestStore()
  await copyLargeWorld(store.dataDir)
  catalog = new Catalog(`${store.dataDir}/catalog.db`, api)
})
afterAll(async () => {
  catalog.close()
  killAll()
  await store.remove()
})

describe.runIf(isMeasurable)('the main thread is never blocked for long', { timeout: 900_000 }, () => {
  it('by the API', async () => {
    const targets = api.endpoints.map((endpoint) => costlyTargets(endpoint, catalog))
    expect(targets.flat().length).toBeGreaterThan(4 * api.endpoints.length)
    const asked = targets.flatMap((ofEndpoint) => sampled(ofEndpoint, 2))
    const { unexpected, over } = await measureAll(store, asked)
    expect({ unexpected: unexpected.filter((one) => !absentTargets.test(one)), over }).toEqual(nothingWrong)
  })

  it('by requests with many unknown names', async () => {
    expect(await measureAll(store, refusedTargets(), 400)).toEqual(nothingWrong)
  })

  it('by any route of the site, with documents, cards and feeds', async () => {
    const all = await withWatchedService(store, ({ port }) => costlyPages(catalog, `http://127.0.0.1:${port}`))
    const targets = [...new Set([...oneOfEachKind(all, routeOf), ...sampled(all, 8)])]
    const asked = new Set(targets.map(routeOf))
    expect(routes.map(({ name }) => name).filter((name) => !asked.has(name) && !fallbackRoutes.includes(name))).toEqual(
      [],
    )
    const { unexpected, over } = await measureAll(store, [...targets, '/tooltips.js', '/client.tgz'])
    expect({ unexpected: unexpected.filter((one) => !expectedPages.test(one)), over }).toEqual(nothingWrong)
  })

  it('by messages of assistants, observations, and event streams that begin at the first change', async () => {
    const asked = [...assistantMessages, ...observationBodies(), ...api.endpoints.flatMap(costlyStreams)]
    expect(await measureAll(store, asked)).toEqual(nothingWrong)
  })

  it('according to a probe that detects a known piece of work', async () => {
    expect(await withWatchedService(store, measuredShare)).toBeGreaterThan(0.5)
  })
})
