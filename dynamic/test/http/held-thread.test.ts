// Nothing that is asked holds the main thread longer than 25 ms: the costliest legal requests of every endpoint, one at a time, on
// 20,000 items. What is measured is what the thread computed between two turns of its event loop, in units of a fixed piece of work
// that takes 25 ms on an idle core and is timed beside them, so that a slow or busy machine makes both longer.
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../../data/api/table.ts'
import { Catalog } from '../../../data/store/catalog/catalog.ts'
import { TestStore } from '../../../data/store/test/test-store.ts'
import { copyLargeWorld } from '../../../scripts/test/large-world.ts'
import { canRun } from '../../../scripts/test/requirements.ts'
import { fetchApi } from '../fixtures/test-client.ts'
import { killAll, kill, said, startProcess } from '../live/service-process.ts'
import { costlyTargets, messages, otherTargets, type Message } from './costly-requests.ts'

const isMeasurable = canRun(
  'the time that requests hold the thread',
  'process.threadCpuUsage',
  'threadCpuUsage' in process,
)
/** What is over the budget is asked again, by a service that was just started: only what it does always counts. */
const attempts = 4
const requestsPerCalibration = 20

type Request = string | Message

/** One of each kind is not measured: it compiles code. */
const firstRequests: readonly Request[] = ['/v2/items?limit=2&locale=de', '/docs', { method: 'ping', params: {} }]

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

interface WatchedService {
  readonly port: number
  readonly probePort: number
}

async function withService<T>(use: (service: WatchedService) => Promise<T>): Promise<T> {
  const probe = new URL('./thread-probe.mjs', import.meta.url).href
  const child = startProcess(['--max-semi-space-size=4', '--import', probe, 'scripts/serve.ts'], {
    ...{ NODE_ENV: 'production', DATA_DIR: store.dataDir, PORT: '0', OBSERVER_PORT: '0', LOG_LEVEL: 'silent' },
    RATE_LIMIT_ANONYMOUS: '1000000',
  })
  const [[, probePort], [, port]] = await Promise.all([
    said(child, 'stderr', /probe on port (\d+)/),
    said(child, 'stderr', /Serving on http:\/\/[^:]+:(\d+)/),
  ])
  const service = { port: Number(port), probePort: Number(probePort) }
  try {
    for (const first of firstRequests) await ask(service, first)
    return await use(service)
  } finally {
    await kill(child)
  }
}

const ask = ({ port }: WatchedService, asked: Request): Promise<number> =>
  typeof asked === 'string'
    ? fetchApi({ port }, asked, { headers: { 'accept-encoding': 'br' } }).then(({ status }) => status)
    : send(port, asked)

function send(port: number, message: Message): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const sent = request({ host: '127.0.0.1', port, path: '/mcp', method: 'POST', headers, agent: false }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.once('error', reject)
    sent.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }))
  })
}

interface Held {
  readonly asked: Request
  readonly status: number
  /** In budgets. */
  readonly held: number
}

const probed = async ({ probePort }: WatchedService, path: string): Promise<Record<string, number>> =>
  (await fetchApi({ port: probePort }, path)).object as Record<string, number>

async function heldBy(service: WatchedService, asked: readonly Request[]): Promise<Held[]> {
  const all: Held[] = []
  for (let at = 0; at < asked.length; at += requestsPerCalibration) {
    const before = await probed(service, '/calibrate')
    const times: { asked: Request; status: number; held: number }[] = []
    for (const one of asked.slice(at, at + requestsPerCalibration)) {
      await probed(service, '/begin')
      const status = await ask(service, one)
      times.push({ asked: one, status, held: (await probed(service, '/end')).held ?? Infinity })
    }
    const after = await probed(service, '/calibrate')
    const budget = Math.max(before.budget ?? 0, after.budget ?? 0)
    all.push(...times.map((one) => ({ ...one, held: one.held / budget })))
  }
  return all
}

const named = (asked: Request) => (typeof asked === 'string' ? asked : JSON.stringify(asked)).slice(0, 200)

/** What is over the budget in every attempt. */
async function overBudget(asked: readonly Request[]): Promise<string[]> {
  let left = await withService((service) => heldBy(service, asked))
  const longest = left.toSorted((one, other) => other.held - one.held).slice(0, 5)
  console.log(
    `${asked.length} requests; in shares of the budget: ` +
      longest.map((one) => `${one.held.toFixed(2)} ${named(one.asked).slice(0, 90)}`).join(', '),
  )
  for (let attempt = 1; attempt < attempts; attempt += 1) {
    left = left.filter(({ held }) => held > 1)
    if (left.length === 0) return []
    const again = left.map((one) => one.asked)
    left = await withService((service) => heldBy(service, again))
  }
  return left.filter(({ held }) => held > 1).map((one) => `${one.held.toFixed(2)} ${named(one.asked)}`)
}

describe.runIf(isMeasurable)('the main thread is never held long', { timeout: 900_000 }, () => {
  it('by the API', async () => {
    const targets = api.endpoints.flatMap((endpoint) => costlyTargets(endpoint, catalog))
    expect(targets.length).toBeGreaterThan(4 * api.endpoints.length)
    expect(await overBudget(targets)).toEqual([])
  })

  it('by documents, pages of the reference, cards, and tools of assistants', async () => {
    expect(await overBudget([...otherTargets(catalog), ...messages])).toEqual([])
  })

  it('is measured: a piece of work as long as the budget is seen', async () => {
    const share = await withService(async (service) => {
      const { budget = Infinity } = await probed(service, '/calibrate')
      await probed(service, '/begin')
      await probed(service, '/calibrate')
      return ((await probed(service, '/end')).held ?? 0) / budget
    })
    expect(share).toBeGreaterThan(0.5)
  })
})
