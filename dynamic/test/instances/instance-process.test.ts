// An instance as a process of its own: started by one command, killed while it downloads, and the commands that it refuses.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicFolder, publishTree } from '../../../build/publish-tree/publish-tree.ts'
import { currentLink } from '../../../build/publish-tree/release.ts'
import { fetchApi } from '../fixtures/test-client.ts'
import { openFixture, sampleBundles, type Fixture } from '../fixtures/test-service.ts'
import { kill, killAll, said, startProcess } from '../live/service-process.ts'
import { isCatalog, serveTree, type TreeServer } from './tree-server.ts'

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
  startProcess(['scripts/serve.ts'], {
    ...{ CATALOG_URL: tree.url, DATA_DIR: dataDir, PORT: '0', OBSERVER_PORT: '0', LOG_LEVEL: 'silent' },
  })
const portOf = async (child: ReturnType<typeof serve>) =>
  Number((await said(child, 'stderr', /Serving on http:\/\/[^:]+:(\d+)/))[1])

describe('an instance', () => {
  it('that is killed while it downloads starts the next time, and follows what is published', async () => {
    tree.harm = (name, bytes, res) => {
      if (isCatalog(name)) res.write(bytes.subarray(0, 65_536))
      return isCatalog(name)
    }
    const killed = serve()
    await expect
      .poll(() => readdirSync(dataDir).includes('tmp') && readdirSync(join(dataDir, 'tmp')).length, { timeout: 60_000 })
      .toBe(1)
    await kill(killed)
    tree.harm = undefined
    const child = serve()
    const port = await portOf(child)
    expect(readdirSync(join(dataDir, 'tmp'))).toEqual([])
    expect((await fetchApi({ port }, '/v2/items')).status).toBe(200)
    const patches = async () => Number((await fetchApi({ port }, '/health/ready')).object.patches)
    const before = await patches()
    await builder.import(bundles.slice(2, 3))
    await publish()
    await expect.poll(patches, { timeout: 30_000 }).toBe(before + 1)
    await kill(child)
  })

  it.each([['import.ts', '/none'], ['render.ts'], ['rollback.ts'], ['publish/tree.ts'], ['deploy.ts']])(
    'does not %s, and says why',
    async (...args) => {
      const [script = '', ...others] = args
      const child = startProcess([`scripts/${script}`, ...others], { CATALOG_URL: tree.url, DATA_DIR: dataDir })
      await said(child, 'stderr', /CATALOG_URL is set: this instance downloads its catalog/)
    },
  )
})
