// A page requests the API several times. A switch of catalogs in between does not affect it, and its catalog is closed
// after it has ended.
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { rollBack } from '../../../build/roll-back.ts'
import { Catalog } from '../../../data/store/catalog/catalog.ts'
import { Generation } from '../../catalog/generation.ts'
import type { Site } from '../../../site/server/site-interface.ts'
import { fetchApi } from '../fixtures/test-client.ts'
import { openFixture, sampleBundles, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'

let fixture: Fixture
let service: ServedFixture

/** Functions that resume the pages that wait in their middle. */
const waiting: (() => void)[] = []
const areWaiting = (count: number) => expect.poll(() => waiting.length).toBe(count)
const resumeAll = () => {
  for (const resume of waiting.splice(0)) resume()
}

const site: Site = (_req, res, next, { fetchApi: askApi, patches }) => {
  const versionOf = async () =>
    ((await askApi('/v2/patches/current')).json as { body: { version: string } }).body.version
  const page = async () => {
    const first = await versionOf()
    await new Promise<void>((resolve) => void waiting.push(resolve))
    const { json } = await askApi('/v2/items?rarity=rare&limit=250')
    res.json({ versions: [first, await versionOf(), patches.current()?.version], items: json })
  }
  page().catch(next)
}

const current = async () => String((await fetchApi(service, '/v2/patches/current')).row.version)
const closed = vi.spyOn(Catalog.prototype, 'close')
const timesClosed = (version: string) =>
  closed.mock.contexts.filter((one) => one instanceof Catalog && one.patches.current()?.version === version).length

/** Switches to the previous catalog, or back again, with a rollback; resolves once it is served. */
async function switchCatalog(from: string): Promise<void> {
  await rollBack({ api: fixture.api, dataDir: fixture.dataDir, patches: 'none' })
  closed.mockClear()
  await expect.poll(current).not.toBe(from)
}

beforeAll(async () => {
  fixture = openFixture()
  const [first = '', second = ''] = await sampleBundles(fixture)
  await fixture.import([first])
  await fixture.import([second])
  service = await fixture.serve({ site })
})
afterAll(() => fixture.close())

it('a page finishes on the catalog that it began with, which is closed after the last such page', async () => {
  const version = await current()
  const pages = [fetchApi(service, '/one'), fetchApi(service, '/two')]
  await areWaiting(2)
  await switchCatalog(version)
  expect(timesClosed(version)).toBe(0)
  resumeAll()
  for (const { status, object } of await Promise.all(pages)) {
    expect([status, object.versions]).toEqual([200, [version, version, version]])
    expect(object.items).toHaveProperty('body.0')
  }
  await expect.poll(() => timesClosed(version)).toBe(1)
})

it('negative control: a catalog that pages do not keep open is closed while they read it', async () => {
  const version = await current()
  const retain = vi.spyOn(Generation.prototype, 'retain').mockReturnValue(() => undefined)
  const page = fetchApi(service, '/one')
  await areWaiting(1)
  await switchCatalog(version)
  await expect.poll(() => timesClosed(version)).toBe(1)
  retain.mockRestore()
  resumeAll()
  await page
})

const request = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`

it.each([
  ['one page', [request('/one')]],
  ['a page behind another', [request('/one'), request('/two')]],
])('a client that disconnects while it waits for %s keeps no catalog open', async (_, requests) => {
  const version = await current()
  const client = connect(service.port, '127.0.0.1')
  client.write(requests.join(''))
  await areWaiting(requests.length)
  await switchCatalog(version)
  expect(timesClosed(version)).toBe(0)
  client.destroy()
  await expect.poll(() => timesClosed(version)).toBe(1)
  resumeAll()
})
