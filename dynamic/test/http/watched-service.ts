// For suites: a service whose main thread is measured. The measure is the processor time of a turn of its event loop,
// in units of the budget: 25 ms, or on a slow or busy machine the time of a fixed piece of work that is measured
// alongside.
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestStore } from '../../../data/store/test/test-store.ts'
import { serviceFlags } from '../../../scripts/command/service-flags.ts'
import { EventClient } from '../fixtures/event-client.ts'
import { fetchApi } from '../fixtures/test-client.ts'
import { kill, observerKey, waitForOutput, startProcess } from '../live/service-process.ts'

/**
 * Number of times that a request over the budget is repeated, each time with a new service. It fails if it is always
 * over.
 */
const attempts = 4
const requestsPerCalibration = 20
/** Time for which a stream is read. */
const followedMilliseconds = 500

/** A POST request, to the observer's listener if `isObserved`. */
export interface Posted {
  readonly what: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
  readonly isObserved?: boolean
}

/** The target of an event stream, which is read from the first change on. */
interface Followed {
  readonly stream: string
}

/** A target to get, or another kind of request. */
type Asked = string | Posted | Followed

interface WatchedService {
  readonly port: number
  readonly observerPort: number
  readonly probePort: number
  /** The key of an observer. */
  readonly key: string
}

/**
 * Requests that are not measured, because the first of each kind compiles code: of the API, of docs, of an explorer, of a
 * thing, of a live list.
 */
const firstRequests: readonly string[] = [
  ...['/v2/items?limit=2&locale=de', '/docs'],
  ...['/quests?locale=de', '/monsters/id.monster.bog_wight_common', '/market'],
]

/** Starts a service with a probe, calls `use` and kills the service. */
export async function withWatchedService<T>(
  store: TestStore,
  use: (service: WatchedService) => Promise<T>,
): Promise<T> {
  const key = await observerKey(store)
  const probe = new URL('./thread-probe.mjs', import.meta.url).href
  const child = startProcess([...serviceFlags, '--import', probe, 'scripts/serve.ts'], {
    ...{ NODE_ENV: 'production', DATA_DIR: store.dataDir, PORT: '0', OBSERVER_PORT: '0', LOG_LEVEL: 'silent' },
    RATE_LIMIT_ANONYMOUS: '1000000',
  })
  const [[, probePort], [, port, observerPort]] = await Promise.all([
    waitForOutput(child, 'stderr', /probe on port (\d+)/),
    waitForOutput(child, 'stderr', /Serving on http:\/\/[^:]+:(\d+).*on port (\d+)/),
  ])
  const service = { port: Number(port), observerPort: Number(observerPort), probePort: Number(probePort), key }
  try {
    for (const first of firstRequests) await ask(service, first)
    await ask(service, { what: 'ping', ...toMcp({ method: 'ping', params: {} }) })
    return await use(service)
  } finally {
    await kill(child)
  }
}

/** Returns the request that posts a message to `/mcp`. */
export const toMcp = (message: object): Omit<Posted, 'what'> => ({
  path: '/mcp',
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
})

async function ask(service: WatchedService, asked: Asked): Promise<number> {
  if (typeof asked !== 'string') return 'stream' in asked ? follow(service, asked) : post(service, asked)
  return (await fetchApi(service, asked, { headers: { 'accept-encoding': 'br' } })).status
}

function post(
  { port, observerPort, key }: WatchedService,
  { path, headers, body, isObserved }: Posted,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const to = { host: '127.0.0.1', port: isObserved ? observerPort : port, path, method: 'POST', agent: false }
    const sent = request({ ...to, headers: isObserved ? { ...headers, 'x-api-key': key } : headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

async function follow(service: WatchedService, { stream }: Followed): Promise<number> {
  const client = await EventClient.open(service, stream, { headers: { 'last-event-id': '0' } })
  await sleep(followedMilliseconds)
  client.close()
  return 200
}

const probed = async ({ probePort }: WatchedService, path: string): Promise<Record<string, number>> =>
  (await fetchApi({ port: probePort }, path)).object as Record<string, number>

/** Returns the share of the fixed piece of work that the probe measures, ideally 1. */
export async function measuredShare(service: WatchedService): Promise<number> {
  await probed(service, '/begin-turns')
  const { took = Infinity } = await probed(service, '/calibrate')
  return ((await probed(service, '/end')).held ?? 0) / took
}

interface Held {
  readonly asked: Asked
  readonly status: number
  /** Time for which the main thread was blocked, in units of the budget. */
  readonly held: number
}

type Begin = '/begin' | '/begin-turns'

async function heldBy(service: WatchedService, asked: readonly Asked[], begin: Begin): Promise<Held[]> {
  const all: Held[] = []
  let before = await probed(service, '/calibrate')
  for (let at = 0; at < asked.length; at += requestsPerCalibration) {
    const times: Held[] = []
    for (const one of asked.slice(at, at + requestsPerCalibration)) {
      await probed(service, begin)
      const status = await ask(service, one)
      times.push({ asked: one, status, held: (await probed(service, '/end')).held ?? Infinity })
    }
    const after = await probed(service, '/calibrate')
    const budget = Math.max(before.budget ?? 0, after.budget ?? 0)
    all.push(...times.map((one) => ({ ...one, held: one.held / budget })))
    before = after
  }
  return all
}

const named = (asked: Asked) =>
  (typeof asked === 'string' ? asked : 'stream' in asked ? asked.stream : `${asked.path}: ${asked.what}`).slice(0, 200)

interface Outcome {
  /** Requests that were answered with another status than expected, and so perhaps without the work. */
  readonly unexpected: readonly string[]
  /** Requests that exceeded the budget in every attempt. */
  readonly over: readonly string[]
}

/**
 * First measures each request as a whole: if it is within the budget, so is each of its turns. The others are repeated
 * and measured turn by turn.
 */
export async function measureAll(store: TestStore, asked: readonly Asked[], expectedStatus = 200): Promise<Outcome> {
  const first = await withWatchedService(store, (service) => heldBy(service, asked, '/begin'))
  console.log(`${asked.length} requests; as a whole, in shares of the budget: ${longestOf(first)}`)
  let left = first.filter(({ held }) => held > 1)
  for (let attempt = 1; attempt <= attempts && left.length > 0; attempt += 1) {
    const again = left.map((one) => one.asked)
    const held = await withWatchedService(store, (service) => heldBy(service, again, '/begin-turns'))
    console.log(`${again.length} of them turn by turn: ${longestOf(held)}`)
    left = held.filter((one) => one.held > 1)
  }
  return {
    unexpected: first
      .filter(({ status }) => status !== expectedStatus)
      .map(({ status, asked }) => `${status} ${named(asked)}`),
    over: left.map((one) => `${one.held.toFixed(2)} ${named(one.asked)}`),
  }
}

const longestOf = (all: readonly Held[]) =>
  all
    .toSorted((one, other) => other.held - one.held)
    .slice(0, 5)
    .map((one) => `${one.held.toFixed(2)} ${named(one.asked).slice(0, 90)}`)
    .join(', ')
