// Searches for the most expensive valid request by varying the most expensive one so far (hill climbing), and floods
// the service with unknown ids.
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Resource } from '../../../../data/api/model/resource.ts'
import { fieldNames } from '../../../../data/api/model/row-params.ts'
import { api } from '../../../../data/api/table.ts'
import { observeWorld } from '../../fixtures/live-world.ts'
import { fetchApi } from '../../fixtures/test-client.ts'
import { openSampleFixture } from '../../fixtures/test-service.ts'
import { kill, observerKey, serveProcess } from '../../live/service-process.ts'
import type { FaultRow, Rig } from '../fault-row.ts'
import { mainThreadMilliseconds } from '../process-figures.ts'
import { sampleRequests, validTarget } from '../requests/generated-requests.ts'

/** Maximum time of a request on the sample world, without work that is shared by several requests. */
const maxMilliseconds = 25
/** Maximum cost of an unknown id relative to a known one. */
const maxRatio = 1.2
/** Number of requests before the measured ones. */
const warmUp = 100

interface Target {
  readonly port: number
  readonly pid: number
}

/** A header that requests the default, but whose answers are not cached. */
const uncached = { prefer: 'handling=strict' }

async function costOf({ port, pid }: Target, target: string): Promise<number> {
  const before = mainThreadMilliseconds(pid)
  await fetchApi({ port }, target, { undeclared: 'allowed', headers: uncached })
  return mainThreadMilliseconds(pid) - before
}

/**
 * Returns the smaller of two measurements, to leave out compilation and garbage collection. Cheap requests are measured
 * once.
 */
const steadyCost = async (at: Target, target: string) => {
  const first = await costOf(at, target)
  return first < maxMilliseconds / 10 ? first : Math.min(first, await costOf(at, target))
}

/** Adds the parameters of `worst` to `other` if both have the same path. */
function crossed(worst: string, other: string): string {
  const [path = '', query = ''] = worst.split('?')
  const [otherPath, added = ''] = other.split('?')
  if (path !== otherPath) return other
  const joined = new URLSearchParams(query)
  for (const [name, value] of new URLSearchParams(added)) joined.set(name, value)
  return `${path}?${joined.toString()}`
}

async function climb(rig: Rig, at: Target, targets: readonly string[]): Promise<void> {
  let [worst, highest] = ['', 0]
  for (const [nth, target] of targets.entries()) {
    const tried = nth % 2 && worst !== '' ? crossed(worst, target) : target
    const cost = await steadyCost(at, tried)
    rig.check(cost <= maxMilliseconds, () => `GET ${tried} takes ${cost.toFixed(0)} ms of the main thread`)
    if (cost > highest) [worst, highest] = [tried, cost]
  }
  rig.note(`the most expensive of ${targets.length} takes ${highest.toFixed(1)} ms: ${worst.slice(0, 160)}`)
}

/** Selects columns by the bits of a number. */
const someOf = (columns: readonly string[], bits: number) => columns.filter((_, nth) => (bits >> nth) & 1).join()

/**
 * Compares the cost of unknown and of known ids. Each target is requested once, so that no answer comes from a cache.
 */
async function flood(rig: Rig, at: Target, items: Resource, ids: readonly string[]): Promise<void> {
  const amount = Math.max(200, Math.floor(rig.amount / 2))
  const columns = fieldNames(items.columns).slice(0, 20)
  const total = async (expected: number, idOf: (nth: number) => string, round: number) => {
    const before = mainThreadMilliseconds(at.pid)
    for (let nth = 0; nth < amount; nth += 1) {
      const fields = someOf(columns, 1 + round * amount + nth)
      const target = `/v2/items/${idOf(nth)}?fields=${fields}`
      const { status } = await fetchApi(at, target, { undeclared: 'allowed' })
      if (status !== expected) rig.check(false, `GET ${target}: ${status} instead of ${expected}`)
    }
    return mainThreadMilliseconds(at.pid) - before
  }
  const hits = (nth: number) => ids[nth % ids.length] ?? ''
  const misses = (nth: number) => `id.item.nobody_${rig.seed}_${nth}`
  await total(200, hits, 0)
  await total(404, misses, 0)
  const [known, unknown] = [await total(200, hits, 1), await total(404, misses, 1)]
  const ratio = `unknown ids cost ${(unknown / known).toFixed(2)} times as much as known ones`
  rig.note(`${amount} ${ratio}`)
  rig.check(unknown <= known * maxRatio, ratio)
}

async function run(rig: Rig): Promise<void> {
  const fixture = await openSampleFixture()
  const catalog = fixture.catalog()
  const service = await serveProcess(fixture.store, await observerKey(fixture.store))
  try {
    await observeWorld(service)
    const at = { port: service.port, pid: service.child.pid ?? 0 }
    const targets = [...sampleRequests(validTarget(api, catalog), rig.amount, rig.seed)]
    const others = sampleRequests(validTarget(api, catalog), warmUp, rig.seed + 1)
    for (const target of others) await costOf(at, target)
    await climb(rig, at, targets)
    const items = api.resources.get('items')
    if (items) await flood(rig, at, items, catalog.ids(items, catalog.patches.current()?.id ?? 0))
  } finally {
    await kill(service.child)
    await fixture.close()
  }
}

/** Runs against a server that searches all its text for every character of the target. */
async function runNegativeControl(rig: Rig): Promise<void> {
  const text = 'x'.repeat(2_000_000)
  const server = createServer((req, res) => {
    let found = 0
    for (const character of `${req.url}`.repeat(4))
      for (let from = 0; (from = text.indexOf(character, from) + 1) > 0;) found += from
    res.end(String(found))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const at = { port: (server.address() as AddressInfo).port, pid: process.pid }
    await climb(
      rig,
      at,
      Array.from({ length: rig.amount }, (_, nth) => `/${'x'.repeat(nth + 1)}`),
    )
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

export const worstQueries: Pick<FaultRow, 'run' | 'negativeControl'> = {
  run,
  negativeControl: {
    what: 'a server that searches all its text for every character',
    amount: 3,
    finds: [/ takes \d+ ms of the main thread$/],
    run: runNegativeControl,
  },
}
