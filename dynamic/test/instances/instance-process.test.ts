// An instance as a separate process: started by one command, killed while it downloads, and commands that it refuses.
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicFolder, publishTree } from '../../../build/publish-tree/publish-tree.ts'
import { currentLink } from '../../../build/publish-tree/release.ts'
import type { Manifest } from '../../../data/api/static/manifest.ts'
import { sha256 } from '../../../data/store/files/etag.ts'
import { serviceFlags } from '../../../scripts/command/service-flags.ts'
import { inLongForm } from '../../../scripts/test/long-form.ts'
import { randomMoments } from '../../../scripts/test/random-moments.ts'
import { fetchApi } from '../fixtures/test-client.ts'
import { openFixture, sampleBundles, type Fixture } from '../fixtures/test-service.ts'
import { kill, killAll, waitForOutput, startProcess } from '../live/service-process.ts'
import { isCatalog, serveTree, type Harm, type TreeServer } from './tree-server.ts'

const kills = inLongForm(40, 4)
const moment = randomMoments('kills of instances that take over a catalog')

let builder: Fixture
let bundles: string[]
let tree: TreeServer
const dataDir = mkdtempSync(join(tmpdir(), 'instance-'))
const publish = () => publishTree({ dataDir: builder.dataDir, to: join(builder.dataDir, 'publish') })
beforeAll(async () => {
  builder = openFixture()
  bundles = await sampleBundles(builder)
  await builder.import(bundles.slice(0, 2))
  await publish()
  tree = await serveTree(join(builder.dataDir, 'publish', currentLink, publicFolder))
})
afterAll(async () => {
  killAll()
  await tree.close()
  await builder.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const serve = () =>
  startProcess([...serviceFlags, 'scripts/serve.ts'], {
    ...{ CATALOG_URL: tree.url, DATA_DIR: dataDir, PORT: '0', OBSERVER_PORT: '0', LOG_LEVEL: 'silent' },
  })
const manifestIn = (folder: string) => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest
/** Whether the file only exists during a switch. */
const isTemporary = (name: string) => /next|previous|manifest\.json\./.test(name)

const slowMilliseconds = 400
const pieces = 20
/** Sends catalogs slowly, in pieces. */
const slowly: Harm = (name, bytes, res) => {
  if (!isCatalog(name)) return false
  const size = Math.ceil(bytes.length / pieces)
  const send = (at: number) => {
    if (at >= bytes.length) return void res.end()
    res.write(bytes.subarray(at, at + size))
    setTimeout(() => send(at + size), slowMilliseconds / pieces)
  }
  send(0)
  return true
}
const portOf = async (child: ReturnType<typeof serve>) =>
  Number((await waitForOutput(child, 'stderr', /Serving on http:\/\/[^:]+:(\d+)/))[1])

describe('an instance', () => {
  it('that is killed while it downloads can start again, and follows new publishes', async () => {
    tree.harm = (name, bytes, res) => {
      if (isCatalog(name)) res.write(bytes.subarray(0, 65_536))
      return isCatalog(name)
    }
    const killed = serve()
    await expect
      .poll(() => readdirSync(dataDir).includes('.import-tmp') && readdirSync(join(dataDir, '.import-tmp')).length, {
        timeout: 60_000,
      })
      .toBe(1)
    await kill(killed)
    tree.harm = undefined
    const child = serve()
    const port = await portOf(child)
    expect(readdirSync(join(dataDir, '.import-tmp'))).toEqual([])
    expect((await fetchApi({ port }, '/v2/items')).status).toBe(200)
    const patches = async () => Number((await fetchApi({ port }, '/health/ready')).object.patches)
    const before = await patches()
    await builder.import(bundles.slice(2, 3))
    await publish()
    await expect.poll(patches, { timeout: 30_000 }).toBe(before + 1)
    await kill(child)
  })

  it(
    `that is killed while it switches to another catalog has one of the two completely, in ${kills} kills`,
    { timeout: 120_000 + kills * 60_000 },
    async () => {
      const served = join(builder.dataDir, 'publish', currentLink, publicFolder)
      const folders = [realpathSync(served)]
      await builder.import(bundles.slice(3, 4))
      await publish()
      folders.push(realpathSync(served))
      const patchesIn = new Map(folders.map(manifestIn).map(({ catalog, patches }) => [catalog, patches]))
      expect(patchesIn.size).toBe(2)
      const catalogHere = () => sha256(readFileSync(join(dataDir, 'catalog.db')))
      const seen = new Set<string>()
      for (let nth = 0; nth < kills; nth += 1) {
        tree.folder = folders.find((folder) => manifestIn(folder).catalog !== catalogHere()) ?? served
        tree.harm = slowly
        tree.asked.length = 0
        const killed = serve()
        await expect.poll(() => tree.asked.some(isCatalog), { timeout: 60_000 }).toBe(true)
        await sleep(moment(5 * slowMilliseconds))
        await kill(killed)
        // Without the tree, the instance can only serve the catalog in its folder.
        tree.harm = (_name, _bytes, res) => Boolean(res.writeHead(503).end())
        const again = serve()
        const port = await portOf(again)
        const catalog = catalogHere()
        seen.add(catalog)
        const patches = patchesIn.get(catalog) ?? []
        expect(patches.length).toBeGreaterThan(0)
        expect((await fetchApi({ port }, '/health/ready')).object.patches).toBe(patches.length)
        for (const { id } of patches) expect((await fetchApi({ port }, `/v2/items?patch=${id}`)).status).toBe(200)
        await kill(again)
      }
      tree.harm = undefined
      tree.folder = served
      const last = serve()
      await portOf(last)
      await expect.poll(() => manifestIn(dataDir).catalog, { timeout: 60_000 }).toBe(manifestIn(served).catalog)
      await expect.poll(() => readdirSync(dataDir).filter(isTemporary), { timeout: 10_000 }).toEqual([])
      expect(readdirSync(join(dataDir, '.import-tmp'))).toEqual([])
      await kill(last)
      console.log(`${kills} kills while a catalog is taken over: one of both each time, ${seen.size} of them seen`)
    },
  )

  it.each([['import.ts', '/none'], ['render.ts'], ['rollback.ts'], ['publish/tree.ts'], ['deploy.ts']])(
    'refuses %s, and says why',
    async (...args) => {
      const [script = '', ...others] = args
      const child = startProcess([`scripts/${script}`, ...others], { CATALOG_URL: tree.url, DATA_DIR: dataDir })
      await waitForOutput(child, 'stderr', /CATALOG_URL is set: this instance downloads its catalog/)
    },
  )
})
