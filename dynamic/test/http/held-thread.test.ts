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
    expect((await askAll(store, asked)).over).toEqual([])
  })

  it('by requests with a great many wrong names', async () => {
    expect(await askAll(store, refusedTargets())).toEqual({ statuses: [400], over: [] })
  })

  it('by any route of the site, with documents, cards and feeds', async () => {
    const all = await withService(store, ({ port }) => costlyPages(catalog, `http://127.0.0.1:${port}`))
    const targets = [...new Set([...oneOfEachKind(all, routeOf), ...sampled(all, 8)])]
    const asked = new Set(targets.map(routeOf))
    expect(
      routes.map(({ name }) => name).filter((name) => !asked.has(name) && !answeredInstead.includes(name)),
    ).toEqual([])
    expect((await askAll(store, [...targets, '/tooltips.js', '/client.tgz'])).over).toEqual([])
  })

  it('by messages of assistants, what observers send, and streams of events that begin at the first change', async () => {
    const asked = [...messages, ...observations(), ...api.endpoints.flatMap(costlyStreams)]
    expect(await askAll(store, asked)).toEqual({ statuses: [200], over: [] })
  })

  it('is measured: a piece of work is seen', async () => {
    expect(await withService(store, heldByCalibration)).toBeGreaterThan(0.5)
  })
})
