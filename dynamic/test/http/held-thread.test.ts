// Nothing that is asked holds the main thread longer than 25 ms: the costliest legal requests of every endpoint, those
// with a great many wrong names, every route of the site, long bodies, and streams, one at a time, on 20,000 items.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../../data/api/table.ts'
import { Catalog } from '../../../data/store/catalog/catalog.ts'
import { TestStore } from '../../../data/store/test/test-store.ts'
import { copyLargeWorld } from '../../../scripts/test/large-world.ts'
import { oneOfEachKind, sampled } from '../../../scripts/test/long-form.ts'
import { canRun } from '../../../scripts/test/requirements.ts'
import { killAll } from '../live/service-process.ts'
import { messages, observations } from './costly-bodies.ts'
import { answeredInstead, costlyPages, routeOf, routes } from './costly-pages.ts'
import { costlyStreams, costlyTargets, refusedTargets } from './costly-requests.ts'
import { askAll, heldByCalibration, withService } from './watched-service.ts'

const isMeasurable = canRun(
  'the time that requests hold the thread',
  'process.threadCpuUsage',
  'threadCpuUsage' in process,
)

const allWell = { undue: [], over: [] }
/** The large world has no pictures, no live data, and nothing before its first patch. */
const notThere =
  /^404 \/v2\/(patches\/1\/changelog|market\/\d|leaderboards\/|[\w-]+\/[^/]+\/(icon|portrait|model)(\?|$))/
/** Pages that lead elsewhere, that are about errors, and of things that the first patch had not. */
const meantPages =
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

describe.runIf(isMeasurable)('the main thread is never held long', { timeout: 900_000 }, () => {
  it('by the API', async () => {
    const targets = api.endpoints.map((endpoint) => costlyTargets(endpoint, catalog))
    expect(targets.flat().length).toBeGreaterThan(4 * api.endpoints.length)
    const asked = targets.flatMap((ofEndpoint) => sampled(ofEndpoint, 2))
    const { undue, over } = await askAll(store, asked)
    expect({ undue: undue.filter((one) => !notThere.test(one)), over }).toEqual(allWell)
  })

  it('by requests with a great many wrong names', async () => {
    expect(await askAll(store, refusedTargets(), 400)).toEqual(allWell)
  })

  it('by any route of the site, with documents, cards and feeds', async () => {
    const all = await withService(store, ({ port }) => costlyPages(catalog, `http://127.0.0.1:${port}`))
    const targets = [...new Set([...oneOfEachKind(all, routeOf), ...sampled(all, 8)])]
    const asked = new Set(targets.map(routeOf))
    expect(
      routes.map(({ name }) => name).filter((name) => !asked.has(name) && !answeredInstead.includes(name)),
    ).toEqual([])
    const { undue, over } = await askAll(store, [...targets, '/tooltips.js', '/client.tgz'])
    expect({ undue: undue.filter((one) => !meantPages.test(one)), over }).toEqual(allWell)
  })

  it('by messages of assistants, what observers send, and streams of events that begin at the first change', async () => {
    const asked = [...messages, ...observations(), ...api.endpoints.flatMap(costlyStreams)]
    expect(await askAll(store, asked)).toEqual(allWell)
  })

  it('is measured: a piece of work is seen', async () => {
    expect(await withService(store, heldByCalibration)).toBeGreaterThan(0.5)
  })
})
