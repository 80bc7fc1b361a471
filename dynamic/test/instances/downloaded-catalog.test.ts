// Instances that download their catalog from a published tree: what they answer, and what they refuse to switch to.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CatalogSource } from '../../../build/download/catalog-source.ts'
import { publicFolder, publishTree } from '../../../build/publish-tree/publish-tree.ts'
import { publishedCatalog } from '../../../data/api/static/manifest.ts'
import { api } from '../../../data/api/table.ts'
import type { Catalog } from '../../../data/store/catalog/catalog.ts'
import { sha256 } from '../../../data/store/files/etag.ts'
import { acquireImportLock } from '../../../data/store/files/import-lock.ts'
import { inLongForm } from '../../../scripts/test/long-form.ts'
import { isMedia, keyFor, validUrls } from '../fixtures/targets.ts'
import { expectProblem } from '../fixtures/problem.ts'
import { fetchApi, type Reply } from '../fixtures/test-client.ts'
import { openFixture, sampleBundles, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'
import { isCatalog, serveTree, type Harm, type TreeServer } from './tree-server.ts'

let builder: Fixture
let tree: TreeServer
let trees: readonly [old: string, current: string]
async function publish(name: string): Promise<string> {
  const { folder } = await publishTree({ dataDir: builder.dataDir, to: join(builder.dataDir, name) })
  return join(folder, publicFolder)
}
beforeAll(async () => {
  builder = openFixture()
  const bundles = await sampleBundles(builder)
  await builder.import(bundles.slice(0, 2))
  const old = await publish('old')
  await builder.import(bundles.slice(2, 3))
  trees = [old, await publish('current')]
  tree = await serveTree(old)
})
afterAll(async () => {
  await tree.close()
  await builder.close()
})

interface Instance {
  readonly fixture: Fixture
  readonly source: CatalogSource
  readonly lines: string[]
}

const instances: Instance[] = []
function newInstance(fixture = openFixture(), pollMilliseconds = 50): Instance {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const options = { api, url: tree.url, dataDir: fixture.dataDir, log, pollMilliseconds }
  const instance = { fixture, source: new CatalogSource(options), lines }
  instances.push(instance)
  return instance
}
beforeEach(() => {
  tree.folder = trees[0]
  tree.harm = undefined
  tree.asked.length = 0
})
afterEach(async () => {
  for (const { source } of instances) source.close()
  await Promise.all(instances.splice(0).map(({ fixture }) => fixture.close()))
})

const bytesOf = ({ status, headers, bytes }: Reply) => ({
  ...{ status, etag: headers.etag, type: headers['content-type'], location: headers.location },
  bytes: bytes.toString('base64'),
})

async function expectSameAnswers(one: ServedFixture, other: ServedFixture, catalog: Catalog): Promise<void> {
  const known = api.endpoints.filter(({ kind }) => kind !== 'live')
  for (const endpoint of known)
    for (const target of validUrls(endpoint, catalog, catalog.patches.current(), inLongForm(20, 2))) {
      const replies = await Promise.all(
        [one, other].map((service) => fetchApi(service, target, { headers: keyFor(endpoint, service) })),
      )
      const [expected, found] = replies.map(bytesOf)
      expect(found, target).toEqual(expected)
      if (isMedia(endpoint) && found?.location !== undefined) await expectSameFile(one, other, found.location)
    }
}

async function expectSameFile(one: ServedFixture, other: ServedFixture, location: string): Promise<void> {
  const [expected, found] = await Promise.all([one, other].map((service) => fetchApi(service, location)))
  expect(found && bytesOf(found), location).toEqual(expected && bytesOf(expected))
}

describe('an instance with the catalog of a published tree', () => {
  it('answers exactly like the builder, including pictures, models and bulk files', async () => {
    tree.folder = trees[1]
    const { fixture, source, lines } = newInstance()
    await source.start()
    const [one, other] = [await builder.serve(), await fixture.serve({ source })]
    const catalog = builder.catalog()
    await expectSameAnswers(one, other, catalog)
    const { rows } = await fetchApi(one, '/v2/bulk')
    expect(rows.length).toBeGreaterThan(0)
    for (const { url } of rows) await expectSameFile(one, other, String(url))
    const before = tree.asked.length
    await expectSameFile(one, other, String(rows[0]?.url))
    expect(tree.asked.slice(before).filter((name) => name !== 'manifest.json')).toEqual([])
    expect(readdirSync(fixture.dataDir)).not.toContain('catalog.previous.db')
    expect(lines).toEqual([])
  })

  it('switches to a newly published catalog, and counts it in its metrics', async () => {
    const { fixture, source } = newInstance()
    await source.start()
    const { port, observerPort = 0 } = await fixture.serve({ source })
    const patches = async () => Number((await fetchApi({ port }, '/health/ready')).object.patches)
    const metrics = async () => (await fetchApi({ port: observerPort }, '/metrics')).text
    const before = await patches()
    const { state } = builder.catalog()
    expect(await metrics()).not.toContain(state)
    tree.folder = trees[1]
    await expect.poll(patches, { timeout: 30_000 }).toBe(before + 1)
    expect(await metrics()).toContain(`catalog_info{state="${state}",`)
    expect(await metrics()).toMatch(/catalog_refreshes_total\{outcome="switched"\} [1-9]/)
  })

  const flip = (bytes: Buffer) => {
    const damaged = Buffer.from(bytes)
    const at = Math.floor(damaged.length / 2)
    damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at)
    return damaged
  }
  const harms: readonly [what: string, harm: Harm][] = [
    ['with a flipped bit', (name, bytes, res) => isCatalog(name) && Boolean(res.end(flip(bytes)))],
    ['that ends early', (name, bytes, res) => isCatalog(name) && Boolean(res.end(bytes.subarray(0, -4096)))],
    [
      'whose connection breaks',
      (name, bytes, res) => {
        if (!isCatalog(name)) return false
        res.writeHead(200, { 'content-length': bytes.length })
        res.write(bytes.subarray(0, 4096), () => res.destroy())
        return true
      },
    ],
    ['that is missing', (name, _, res) => isCatalog(name) && Boolean(res.writeHead(404).end())],
    [
      'whose bulk files are not listed',
      (name, _, res) => /^bulk\/.*json$/.test(name) && Boolean(res.writeHead(404).end()),
    ],
    ['of another state', (name, bytes, res) => name === 'manifest.json' && Boolean(res.end(otherState(bytes)))],
    ['whose manifest is a page', (name, _, res) => name === 'manifest.json' && Boolean(res.end('<html>'))],
    ['whose manifest names another catalog', (name, _, res) => name === 'manifest.json' && Boolean(res.end(elsewhere))],
  ]
  const otherState = (bytes: Buffer) => JSON.stringify({ ...(JSON.parse(bytes.toString()) as object), state: 'other' })
  const elsewhere = JSON.stringify({ format: 1, catalog: '../../etc/passwd', state: '', patches: [], scopes: {} })

  it.each(harms)(
    'keeps the old catalog instead of one %s, logs it once, and switches to an intact one later',
    async (_, harm) => {
      const { fixture, source, lines } = newInstance()
      await source.start()
      const { port } = await fixture.serve({ source })
      const patches = async () => Number((await fetchApi({ port }, '/health/ready')).object.patches)
      const before = await patches()
      tree.harm = harm
      tree.folder = trees[1]
      const { refused } = source.refreshes
      await expect.poll(() => source.refreshes.refused, { timeout: 30_000 }).toBeGreaterThanOrEqual(refused + 2)
      expect(await patches()).toBe(before)
      expect(lines).toHaveLength(1)
      expect(lines[0]).toContain('the published catalog is refused')
      const { switched } = source.refreshes
      tree.harm = undefined
      await expect.poll(() => source.refreshes.switched, { timeout: 30_000 }).toBe(switched + 1)
      await expect.poll(patches, { timeout: 30_000 }).not.toBe(before)
    },
  )

  /** Changes `user_version` in the header of a SQLite file. */
  const ofAnotherVersion = (catalog: Buffer) => {
    const other = Buffer.from(catalog)
    other.writeUInt32BE(other.readUInt32BE(60) ^ 1, 60)
    return other
  }

  it('keeps the old catalog instead of one of another schema version, logs it, and downloads that only once', async () => {
    const { fixture, source, lines } = newInstance()
    await source.start()
    const { port } = await fixture.serve({ source })
    const other = ofAnotherVersion(readFileSync(join(builder.dataDir, 'catalog.db')))
    const named = { catalog: sha256(other) }
    writeFileSync(join(trees[1], publishedCatalog(named)), other)
    tree.harm = (name, bytes, res) =>
      name === 'manifest.json' &&
      Boolean(res.end(JSON.stringify({ ...(JSON.parse(bytes.toString()) as object), ...named })))
    tree.folder = trees[1]
    await expect.poll(() => source.refreshes.refused, { timeout: 30_000 }).toBeGreaterThan(1)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('The published catalog was made by another version of this program')
    expect(tree.asked.filter(isCatalog).map((name) => name.includes(named.catalog))).toEqual([false, true])
    expect((await fetchApi({ port }, '/v2/items?rarity=epic')).status).toBe(200)
    expect(readdirSync(fixture.dataDir)).toContain('catalog.next.db')
    tree.harm = undefined
    tree.folder = trees[0]
    await expect.poll(() => readdirSync(fixture.dataDir)).not.toContain('catalog.next.db')
  })

  it('replaces a catalog of another schema version in its folder', async () => {
    const { fixture, source } = newInstance()
    const published = readFileSync(join(builder.dataDir, 'catalog.db'))
    tree.folder = trees[1]
    writeFileSync(join(fixture.dataDir, 'catalog.db'), ofAnotherVersion(published))
    await source.start()
    expect(sha256(readFileSync(join(fixture.dataDir, 'catalog.db')))).toBe(sha256(published))
  })

  it('keeps serving while the server of the tree is down, and can restart without it', async () => {
    const { fixture, source, lines } = newInstance()
    await source.start()
    const { port } = await fixture.serve({ source })
    const { url } = tree
    await tree.close()
    await expect.poll(() => source.refreshes.refused, { timeout: 30_000 }).toBeGreaterThan(1)
    expect((await fetchApi({ port }, '/v2/items?rarity=epic')).status).toBe(200)
    expect(lines).toHaveLength(1)
    const again = newInstance(fixture)
    await again.source.start()
    expect(again.source.refreshes.switched).toBe(0)
    tree = await serveTree(trees[0])
    expect(tree.url).not.toBe(url)
  })

  it('answers 503 for a picture that cannot be fetched, and the picture once it can', async () => {
    const { fixture, source } = newInstance()
    await source.start()
    const service = await fixture.serve({ source })
    const { rows } = await fetchApi(service, '/v2/items')
    const target = String(rows.find(({ icon_url }) => icon_url !== undefined)?.icon_url)
    tree.harm = (name, bytes, res) => name.startsWith('assets/') && Boolean(res.end(flip(bytes)))
    expectProblem(await fetchApi(service, target), 'unavailable')
    expect(existsSync(join(fixture.dataDir, 'assets'))).toBe(false)
    tree.harm = undefined
    expect((await fetchApi(service, target)).status).toBe(200)
  })

  it('waits until there is a first catalog', async () => {
    tree.harm = (name, _, res) => isCatalog(name) && Boolean(res.writeHead(404).end())
    const { fixture, source } = newInstance()
    const started = source.start()
    await expect.poll(() => source.refreshes.refused, { timeout: 30_000 }).toBeGreaterThan(1)
    expect(existsSync(join(fixture.dataDir, 'catalog.db'))).toBe(false)
    tree.harm = undefined
    await started
    const catalog = readFileSync(join(fixture.dataDir, 'catalog.db'))
    expect(catalog.equals(readFileSync(join(trees[0], publishedCatalog({ catalog: sha256(catalog) }))))).toBe(true)
  })

  it('stops waiting when it is closed', async () => {
    tree.harm = (name, _, res) => isCatalog(name) && Boolean(res.writeHead(404).end())
    const { fixture, source } = newInstance(openFixture(), 60_000)
    const started = source.start()
    await expect.poll(() => source.refreshes.refused, { timeout: 30_000 }).toBe(1)
    source.close()
    const timeout = sleep(5000, 'still waiting', { ref: false })
    expect(await Promise.race([started, timeout])).toBeUndefined()
    expect(existsSync(join(fixture.dataDir, 'catalog.db'))).toBe(false)
  })

  it('removes what a killed download left behind', async () => {
    const { fixture, source } = newInstance()
    await source.start()
    source.close()
    const { dataDir } = fixture
    const whole = readdirSync(dataDir).toSorted()
    for (const name of [
      '.import-tmp/half',
      'catalog.next.db',
      'catalog.previous.db',
      'catalog.previous.db.new',
      'manifest.json.7',
    ])
      writeFileSync(join(dataDir, name), 'of a killed one')
    const manifest = readFileSync(join(trees[1], 'manifest.json'))
    writeFileSync(join(dataDir, 'manifest.next.json'), manifest)
    const again = newInstance(fixture)
    expect(await again.source.refresh()).toBe('switched')
    expect(await again.source.refresh()).toBe('unchanged')
    expect(readdirSync(dataDir).toSorted()).toEqual(whole)
    expect(readdirSync(join(dataDir, '.import-tmp'))).toEqual([])
  })

  it('downloads nothing again after it was killed between catalog and manifest', async () => {
    const { fixture, source } = newInstance()
    await source.start()
    source.close()
    rmSync(join(fixture.dataDir, 'manifest.json'))
    tree.asked.length = 0
    expect(await newInstance(fixture).source.refresh()).toBe('switched')
    expect(tree.asked.filter(isCatalog)).toEqual([])
  })

  it('waits for another process that works in the folder, without using much processor time', async () => {
    const { fixture, source } = newInstance()
    const release = acquireImportLock(fixture.dataDir)
    const started = source.start()
    const before = process.cpuUsage()
    const began = performance.now()
    await sleep(500)
    const elapsed = performance.now() - began
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(elapsed / 2)
    expect(source.refreshes).toEqual({ switched: 0, unchanged: expect.any(Number) as unknown, refused: 0 })
    release?.()
    await started
    expect(source.refreshes.switched).toBe(1)
  })

  it.each([
    ['removed', (file: string) => rmSync(file)],
    ['damaged', (file: string) => writeFileSync(file, 'no database')],
  ])('downloads its catalog again after it was %s', async (_, harm) => {
    const { fixture, source } = newInstance()
    await source.start()
    source.close()
    const file = join(fixture.dataDir, 'catalog.db')
    const whole = readFileSync(file)
    harm(file)
    const again = newInstance(fixture)
    await again.source.start()
    expect(again.source.refreshes).toMatchObject({ switched: 1, refused: 0 })
    expect(readFileSync(file).equals(whole)).toBe(true)
  })
})
