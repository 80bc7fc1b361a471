// The complete setup: a builder publishes a tree, and two instances, started with a few variables, serve it behind
// nginx. They share Redis, and in runs for PostgreSQL the database.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { BusyError } from '../../../data/store/files/import-lock.ts'
import { publicFolder, publishTree, type PublishedRelease } from '../../../build/publish-tree/publish-tree.ts'
import { currentLink } from '../../../build/publish-tree/release.ts'
import { hashFile } from '../../../data/store/files/etag.ts'
import { readManifest } from '../../../data/store/files/tree.ts'
import { publishedCatalog } from '../../../data/api/static/manifest.ts'
import { serviceFlags } from '../../../scripts/command/service-flags.ts'
import { freePort } from '../../../scripts/test/free-port.ts'
import { inLongForm } from '../../../scripts/test/long-form.ts'
import { hasNginx, startNginxOn, type RunningNginx } from '../edge/nginx-service.ts'
import { fetchApi } from '../fixtures/test-client.ts'
import { openFixture, sampleBundles, type Fixture } from '../fixtures/test-service.ts'
import { kill, killAll, waitForOutput, startProcess } from '../live/service-process.ts'
import type { DisposableServer } from './disposable-server.ts'
import { hasRedis, startRedis } from './redis-server.ts'
import { serveTree, type TreeServer } from './tree-server.ts'

/**
 * Maximum number of seconds until an instance is ready. The long form uses the promised time; the short one allows
 * more, because many other suites run at the same time.
 */
const readyWithin = inLongForm(5, 30)

describe.skipIf(!hasNginx || !hasRedis)('a builder and two instances behind nginx', () => {
  let builder: Fixture
  let bundles: string[]
  let tree: TreeServer
  let redis: DisposableServer
  let nginx: RunningNginx
  let instances: Instance[]
  const folders = ['one', 'two'].map((name) => mkdtempSync(join(tmpdir(), `instance-${name}-`)))

  interface Instance {
    readonly child: ReturnType<typeof startProcess>
    readonly port: number
    readonly startSeconds: number
  }

  const publish = () => publishTree({ dataDir: builder.dataDir, to: join(builder.dataDir, 'publish') })
  const served = () => join(builder.dataDir, 'publish', currentLink, publicFolder)

  /** Starts an instance with one command and three variables; the others isolate suites and lift limits. */
  async function startInstance(dataDir: string, port: number): Promise<Instance> {
    const { DATABASE_URL } = await builder.store.settings()
    const began = performance.now()
    const child = startProcess([...serviceFlags, 'scripts/serve.ts'], {
      ...{ CATALOG_URL: tree.url, REDIS_URL: redis.url, ...(DATABASE_URL !== undefined && { DATABASE_URL }) },
      ...{ DATA_DIR: dataDir, PORT: String(port), OBSERVER_PORT: '0', TRUST_PROXY: '1' },
      ...{ RATE_LIMIT_ANONYMOUS: '100000000', LOG_LEVEL: 'silent' },
    })
    const [, found] = await waitForOutput(child, 'stderr', /Serving on http:\/\/[^:]+:(\d+)/)
    const instance = { child, port: Number(found) }
    const isReady = async () => expect((await fetchApi(instance, '/health/ready')).status).toBe(200)
    await vi.waitFor(isReady, { timeout: 60_000 })
    return { ...instance, startSeconds: (performance.now() - began) / 1000 }
  }

  beforeAll(async () => {
    builder = openFixture()
    bundles = await sampleBundles(builder)
    await builder.import(bundles.slice(0, 1))
    const { folder } = await publish()
    ;[tree, redis] = await Promise.all([serveTree(served()), startRedis()])
    instances = []
    for (const dataDir of folders) instances.push(await startInstance(dataDir, await freePort()))
    const ports = instances.map(({ port }) => port)
    // The release does not exist, so that every answer comes from an instance.
    nginx = await startNginxOn(builder, join(folder, 'none'), ports)
  })
  afterAll(async () => {
    await nginx.stop()
    killAll()
    await Promise.all([tree.close(), redis.close()])
    await builder.close()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  it('are ready a moment after their start', () => {
    const seconds = instances.map(({ startSeconds }) => startSeconds)
    console.log(`instances were ready after ${seconds.map((one) => one.toFixed(1)).join(' and ')} s`)
    // The faster of the two counts, because the machine may have been busy at the start of the other.
    expect(Math.min(...seconds)).toBeLessThan(readyWithin)
  })

  it('lose no GET when one of them is killed under load and comes back', async () => {
    const statuses = new Set<number>()
    let [nth, isOver] = [0, false]
    const client = async () => {
      while (!isOver) statuses.add((await fetchApi(nginx, `/v2/items?min_gear_score=${++nth}&limit=5`)).status)
    }
    const clients = Promise.all([client(), client(), client(), client()])
    const answered = (more: number) => {
      const goal = nth + more
      return expect.poll(() => nth, { timeout: 60_000 }).toBeGreaterThan(goal)
    }
    await answered(100)
    const [first] = instances as [Instance]
    await kill(first.child)
    await answered(200)
    instances[0] = await startInstance(folders[0] ?? '', first.port)
    await answered(100)
    isOver = true
    await clients
    expect([...statuses]).toEqual([200])
  })

  it('both switch to a new publish', async () => {
    await builder.import(bundles.slice(1, 2))
    await publish()
    const began = performance.now()
    const patches = async () =>
      Promise.all(instances.map(async (one) => (await fetchApi(one, '/health/ready')).object.patches))
    await expect.poll(patches, { timeout: 30_000 }).toEqual([2, 2])
    console.log(`both instances had switched after ${((performance.now() - began) / 1000).toFixed(1)} s`)
  })

  it('get one of two concurrent publishes completely', async () => {
    const results = await Promise.allSettled([publish(), publish()])
    const done = results.filter((one): one is PromiseFulfilledResult<PublishedRelease> => one.status === 'fulfilled')
    const refused = results.filter(({ status }) => status === 'rejected')
    expect([done.length, refused.length]).toEqual([1, 1])
    expect(refused[0]).toMatchObject({ reason: expect.any(BusyError) as Error })
    const manifest = readManifest(served())
    expect(await hashFile(join(served(), publishedCatalog(manifest ?? { catalog: '' })))).toBe(manifest?.catalog)
  })
})
