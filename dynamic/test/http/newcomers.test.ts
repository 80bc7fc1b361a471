// Clients that connect while a crowd keeps the service busy.
import { request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestStore } from '../../../data/store/test/test-store.ts'
import { copyLargeWorld } from '../../../scripts/test/large-world.ts'
import { Crowd } from '../fixtures/crowd.ts'
import { kill, serveProcess, type ServiceProcess } from '../live/service-process.ts'

const crowded = 120
const newcomers = 60

let store: TestStore
let service: ServiceProcess
let crowd: Crowd
beforeAll(async () => {
  store = new TestStore()
  await copyLargeWorld(store.dataDir)
  service = await serveProcess(store, '')
  crowd = new Crowd(service.port)
  let price = 0
  const nextPage = () => `/v2/items?limit=50&max_vendor_price=${(price += 1)}`
  // Warms up the process, which would otherwise be slow enough to refuse requests of the crowd.
  for (let nth = 0; nth < 2 * crowded; nth += 1) await ask(nextPage())
  crowd.join(crowded, nextPage)
})
afterAll(async () => {
  crowd.leave()
  await kill(service.child)
  await store.remove()
})

/** Sends a request on a new connection; resolves to the status. */
const ask = (path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    request({ port: service.port, host: '127.0.0.1', path, agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
      .on('error', reject)
      .end()
  })

it('the crowd is answered', async () => {
  await expect.poll(() => crowd.total).toBeGreaterThan(2 * crowded)
  expect([...crowd.answers.keys()]).toEqual([200])
})

it.each(['/health/live', '/v2/items', '/v2/items?rarity=rare'])(
  'newcomers that all request %s at once are answered before the crowd has been answered ten times',
  async (path) => {
    const before = crowd.total
    const statuses = await Promise.all(Array.from({ length: newcomers }, () => ask(path)))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(crowd.total - before).toBeLessThan(10 * crowded)
  },
)
