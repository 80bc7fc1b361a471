// A page asks the API several times. A switch between two of these changes nothing of it, and its catalog is closed
// after it.
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

/** Pages that wait in their middle until they are let go on. */
const waiting: (() => void)[] = []
const areWaiting = (count: number) => expect.poll(() => waiting.length).toBe(count)
const letGo = () => {
  for (const goOn of waiting.splice(0)) goOn()
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

/** To the catalog before this one, or back again, as an import switches; resolves once it is served. */
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

it('a page ends on the catalog that it began with, which is closed after the last such page', async () => {
  const version = await current()
  const pages = [fetchApi(service, '/one'), fetchApi(service, '/two')]
  await areWaiting(2)
  await switchCatalog(version)
  expect(timesClosed(version)).toBe(0)
  letGo()
  for (const { status, object } of await Promise.all(pages)) {
    expect([status, object.versions]).toEqual([200, [version, version, version]])
    expect(object.items).toHaveProperty('body.0')
  }
  await expect.poll(() => timesClosed(version)).toBe(1)
})

it('negative control: a catalog that pages do not hold is closed under them', async () => {
  const version = await current()
  const held = vi.spyOn(Generation.prototype, 'hold').mockReturnValue(() => undefined)
  const page = fetchApi(service, '/one')
  await areWaiting(1)
  await switchCatalog(version)
  await expect.poll(() => timesClosed(version)).toBe(1)
  held.mockRestore()
  letGo()
  await page
})

const request = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`

it.each([
  ['one page', [request('/one')]],
  ['a page behind another', [request('/one'), request('/two')]],
])('a client that goes while it waits for %s keeps no catalog open', async (_, requests) => {
  const version = await current()
  const client = connect(service.port, '127.0.0.1')
  client.write(requests.join(''))
  await areWaiting(requests.length)
  await switchCatalog(version)
  expect(timesClosed(version)).toBe(0)
  client.destroy()
  await expect.poll(() => timesClosed(version)).toBe(1)
  letGo()
})
