// A patch is published while clients poll through caches: each client gets the new patch within the maximum age that
// responses state, and never the old one again.
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeTestBundle } from '../../../../build/test/test-bundle.ts'
import { startNginxOn } from '../../edge/nginx-service.ts'
import { liveAt, openSampleFixture, type Fixture } from '../../fixtures/test-service.ts'
import { noon } from '../../fixtures/live-world.ts'
import { fetchApi } from '../../fixtures/test-client.ts'
import type { FaultRow, Rig } from '../fault-row.ts'
import { bundleRows } from '../storage/data-folder.ts'
import { startSquid, startVarnish } from './caches.ts'
import { cacheOfEverything } from './careless-caches.ts'

/** The maximum age that responses state, and the time of a poll. */
const maxSeconds = 62
const pollMilliseconds = 500

/** Targets that refer to the current patch without its id. */
const aliases = [
  '/v2/items',
  '/v2/items?patch=current',
  '/v2/monsters',
  '/v2/patches',
  '/v2/patches/current',
  '/v2/facets?counts=true',
]

interface Front {
  readonly name: string
  readonly port: number
}

/**
 * Polls each alias through each front from before a publish until all have the new patch, or the time is up. Returns
 * the seconds that the slowest took.
 */
async function watchPublish(
  rig: Rig,
  origin: { port: number },
  fronts: readonly Front[],
  publish: () => Promise<void>,
) {
  const bodyOf = async (port: number, target: string) => {
    const headers = { 'accept-encoding': 'identity' }
    const { text, headers: answered } = await fetchApi({ port }, target, { headers, undeclared: 'allowed' })
    return { text, patch: Number(answered['x-patch-id'] ?? 0) }
  }
  const before = new Map<string, string>()
  for (const target of aliases) before.set(target, (await bodyOf(origin.port, target)).text)
  for (const { port } of fronts) for (const target of aliases) await bodyOf(port, target)
  await publish()
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1000
  let latest = 0
  const watch = async ({ name, port }: Front, target: string) => {
    let [seen, isNew] = [0, false]
    for (; !isNew && seconds() <= maxSeconds; await sleep(pollMilliseconds)) {
      const { text, patch } = await bodyOf(port, target)
      if (patch < seen) return rig.check(false, `${name}: ${target} goes back from patch ${seen} to ${patch}`)
      seen = patch
      isNew = text !== before.get(target)
    }
    latest = Math.max(latest, seconds())
    const again = await bodyOf(port, target)
    const isCurrent = isNew && again.text === (await bodyOf(origin.port, target)).text
    rig.check(isCurrent, `${name}: ${target} is not the new answer after ${seconds().toFixed(0)} s`)
  }
  await Promise.all(fronts.flatMap((front) => aliases.map((target) => watch(front, target))))
  return latest
}

const publisher = (rig: Rig, fixture: Fixture, origin: { port: number }) => async (nth: number) => {
  const bundle = writeTestBundle(join(rig.folder, `patch-${nth}`), `90.${nth}.0`, {
    items: bundleRows(nth % 2 ? 'rare' : 'epic'),
  })
  const old = (await fetchApi(origin, '/v2/items')).headers['x-patch-id']
  await fixture.import([bundle], { acceptAnomalies: true })
  while ((await fetchApi(origin, '/v2/items')).headers['x-patch-id'] === old) await sleep(100)
}

async function run(rig: Rig): Promise<void> {
  const fixture = await openSampleFixture()
  const origin = await fixture.serve({ live: await liveAt(fixture, noon), trustProxy: 1 })
  // There is no release, so that nginx answers only from its cache.
  const empty = join(rig.folder, 'no-release')
  mkdirSync(empty)
  const nginx = await startNginxOn(fixture, empty, [origin.port])
  const caches = [await startVarnish(rig.folder, origin.port), await startSquid(rig.folder, origin.port)]
  const fronts = [{ name: 'nginx', port: nginx.port }, ...caches]
  const publish = publisher(rig, fixture, origin)
  try {
    let slowest = 0
    for (let nth = 1; nth <= rig.amount; nth += 1)
      slowest = Math.max(slowest, await watchPublish(rig, origin, fronts, () => publish(nth)))
    rig.note(`every client had the new patch ${slowest.toFixed(0)} s after a publish at the latest`)
  } finally {
    for (const cache of caches) await cache.stop()
    await nginx.stop()
    await fixture.close()
  }
}

async function runNegativeControl(rig: Rig): Promise<void> {
  const fixture = await openSampleFixture()
  const origin = await fixture.serve({ live: await liveAt(fixture, noon) })
  const cache = cacheOfEverything(origin.port).listen(0, '127.0.0.1')
  await once(cache, 'listening')
  try {
    const fronts = [{ name: 'the negative control', port: (cache.address() as AddressInfo).port }]
    await watchPublish(rig, origin, fronts, () => publisher(rig, fixture, origin)(1))
  } finally {
    cache.close()
    cache.closeAllConnections()
    await fixture.close()
  }
}

export const staleCaches: Pick<FaultRow, 'run' | 'negativeControl'> = {
  run,
  negativeControl: {
    what: 'a cache that stores every response under its path',
    amount: 1,
    finds: [/ is not the new answer after \d+ s$/],
    run: runNegativeControl,
  },
}
