// Instances switch to a new patch one after the other: a client that pages through both sees one patch and no errors.
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CatalogSource } from '../../../build/download/catalog-source.ts'
import { publicFolder, publishTree } from '../../../build/publish-tree/publish-tree.ts'
import { api } from '../../../data/api/table.ts'
import type { Site } from '../../../site/server/site-interface.ts'
import { hasNginx, startNginxOn } from '../edge/nginx-service.ts'
import { expectProblem } from '../fixtures/problem.ts'
import { fetchApi, type Reply, type Row } from '../fixtures/test-client.ts'
import { openFixture, sampleBundles, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'
import { isCatalog, serveTree, type TreeServer } from './tree-server.ts'

const day = 86_400_000

let builder: Fixture
let tree: TreeServer
let trees: readonly [old: string, current: string]
/** The patch that only the current tree has. */
let newest: number

interface Instance extends ServedFixture {
  readonly fixture: Fixture
  readonly source: CatalogSource
}
const instances: Instance[] = []

/** Starts an instance on the old tree that does not poll for a new one. */
async function startInstance(): Promise<Instance> {
  const fixture = openFixture()
  const log = pino({ level: 'silent' })
  const source = new CatalogSource({ api, url: tree.url, dataDir: fixture.dataDir, log, pollMilliseconds: day })
  await source.start()
  await expect.poll(() => source.refreshes.unchanged).toBe(1)
  const instance = { ...(await fixture.serve({ source, trustProxy: 1 })), fixture, source }
  instances.push(instance)
  return instance
}

const publish = async (name: string): Promise<string> => {
  const { folder } = await publishTree({ dataDir: builder.dataDir, to: join(builder.dataDir, name) })
  return join(folder, publicFolder)
}

beforeAll(async () => {
  builder = openFixture()
  const bundles = await sampleBundles(builder)
  await builder.import(bundles.slice(0, 1))
  const old = await publish('old')
  await builder.import(bundles.slice(1, 2))
  trees = [old, await publish('current')]
  tree = await serveTree(old)
  newest = builder.catalog().patches.current()?.id ?? 0
})
afterAll(async () => {
  await tree.close()
  await builder.close()
})
beforeEach(() => {
  tree.folder = trees[0]
  tree.harm = undefined
})
afterEach(async () => {
  for (const { source } of instances) source.close()
  await Promise.all(instances.splice(0).map(({ fixture }) => fixture.close()))
})

/** Returns the target of the next page, if there is one. */
function nextOf(list: string, { object }: Reply): string | undefined {
  const { next = (object.pagination as Row | undefined)?.next } = object
  if (typeof next !== 'string') return undefined
  return next.startsWith('/') ? next : `${list}&cursor=${next}`
}

describe.skipIf(!hasNginx)('two instances behind nginx that switch one after the other', () => {
  it.each(['/v2/items?limit=4', '/v2/spawners?limit=4'])(
    'paging through %s that begins on the newer one stays on its patch',
    async (list) => {
      const [newer, older] = [await startInstance(), await startInstance()]
      tree.folder = trees[1]
      await newer.source.refresh()
      await expect.poll(async () => (await fetchApi(newer, '/health/ready')).object.patches).toBe(2)
      expect((await fetchApi(older, '/health/ready')).object.patches).toBe(1)
      const nginx = await startNginxOn(newer.fixture, join(newer.fixture.dataDir, 'none'), [newer.port, older.port])
      try {
        const first = await fetchApi(newer, list)
        const ids = first.rows.map(({ id }) => id)
        for (let at = nextOf(list, first); at !== undefined;) {
          const reply = await fetchApi(nginx, at)
          expect(reply.status, `${at}: ${reply.text.slice(0, 200)}`).toBe(200)
          expect(reply.headers['x-patch-id']).toBe(first.headers['x-patch-id'])
          ids.push(...reply.rows.map(({ id }) => id))
          at = nextOf(list, reply)
        }
        expect(ids.length).toBeGreaterThan(12)
        const whole = await fetchApi(newer, list.replace('limit=4', `limit=100&patch=${newest}`))
        expect(ids).toEqual(whole.rows.map(({ id }) => id))
      } finally {
        await nginx.stop()
      }
    },
  )
})

describe('an instance that gets requests for a patch that it does not have', () => {
  it('answers every endpoint with the patch if it is published', async () => {
    const older = await startInstance()
    const expected = await builder.serve()
    tree.folder = trees[1]
    const targets = [`/v2/patches/${newest}`, `/v2/items?patch=${newest}`, `/v2/patches/diff?from=1&to=${newest}`]
    for (const target of targets) {
      const [one, other] = [await fetchApi(older, target), await fetchApi(expected, target)]
      expect([one.status, one.text], target).toEqual([200, other.text])
    }
    expect(older.source.refreshes.switched).toBe(2)
  })

  it('shows pages of the patch', async () => {
    const older = await startInstance()
    const site: Site = (_, res, __, { patches }) => void res.end(JSON.stringify(patches.all.map(({ id }) => id)))
    const { port } = await older.fixture.serve({ source: older.source, site })
    tree.folder = trees[1]
    expect((await fetchApi({ port }, '/items')).json).toEqual([1])
    expect((await fetchApi({ port }, '/items?patch=1000')).json).toEqual([1])
    expect((await fetchApi({ port }, `/items?patch=${newest}`)).json).toEqual([1, newest])
  })

  it('answers 404 if the patch does not exist, and checks the tree a few times a second, however many requests there are', async () => {
    const older = await startInstance()
    tree.asked.length = 0
    const began = performance.now()
    const ask = async (nth: number) =>
      expectProblem(await fetchApi(older, `/v2/items?patch=${1000 + nth}`), 'unknown_patch')
    await Promise.all(Array.from({ length: 200 }, (_, nth) => ask(nth)))
    const looks = (performance.now() - began) / 250 + 2
    expect(tree.asked.length).toBeGreaterThan(0)
    expect(tree.asked.length).toBeLessThanOrEqual(looks)
    expect(new Set(tree.asked)).toEqual(new Set(['manifest.json']))
  })

  it('answers 503 during the download and with the patch afterwards, without delaying other requests', async () => {
    const older = await startInstance()
    tree.folder = trees[1]
    let release: (() => void) | undefined
    tree.harm = (name, bytes, res) => isCatalog(name) && Boolean((release = () => void res.end(bytes)))
    const reply = await fetchApi(older, `/v2/items?patch=${newest}`)
    expectProblem(reply, 'unavailable')
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    expectProblem(await fetchApi(older, '/v2/items?patch=1000'), 'unknown_patch')
    const waiting = fetchApi(older, `/v2/items?patch=${newest}&limit=5`)
    await expect.poll(() => release).toBeDefined()
    release?.()
    expect((await waiting).status).toBe(200)
  })

  it('answers 503 if it has refused the published catalog, which it does not download again', async () => {
    const older = await startInstance()
    tree.folder = trees[1]
    tree.asked.length = 0
    tree.harm = (name, bytes, res) => isCatalog(name) && Boolean(res.end(bytes.subarray(0, -4096)))
    for (let nth = 0; nth < 5; nth += 1)
      expectProblem(await fetchApi(older, `/v2/items?patch=${newest}&limit=${nth + 1}`), 'unavailable')
    expect(tree.asked.filter(isCatalog)).toHaveLength(1)
    expectProblem(await fetchApi(older, '/v2/items?patch=1000'), 'unknown_patch')
  })

  it('answers 503 if it cannot find out whether the patch exists', async () => {
    const older = await startInstance()
    tree.harm = (_, __, res) => Boolean(res.writeHead(500).end())
    expectProblem(await fetchApi(older, '/v2/items?patch=1000'), 'unavailable')
    expect((await fetchApi(older, '/v2/items?patch=1')).status).toBe(200)
  })

  it('answers 404 at once if it does not download its catalog', async () => {
    expectProblem(await fetchApi(await builder.serve(), '/v2/items?patch=1000'), 'unknown_patch')
  })
})
