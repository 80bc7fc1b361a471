// A rollback while a service runs: each answer during the switch comes completely from one of the two states.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rollBack } from '../../../build/roll-back.ts'
import { fetchApi, type Reply } from '../fixtures/test-client.ts'
import { openFixture, sampleBundles, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'

let fixture: Fixture
let service: ServedFixture
beforeAll(async () => {
  fixture = openFixture()
  const bundles = await sampleBundles(fixture)
  await fixture.import(bundles.slice(0, 2))
  await fixture.import(bundles.slice(2))
  service = await fixture.serve()
})
afterAll(() => fixture.close())

const currentId = async () => (await fetchApi(service, '/v2/items')).headers['x-patch-id']
const back = () => rollBack({ api: fixture.api, dataDir: fixture.dataDir, patches: 'all' })

async function whenCurrentIs(id: string): Promise<void> {
  for (let nth = 0; nth < 100 && (await currentId()) !== id; nth += 1) await sleep(20)
  expect(await currentId()).toBe(id)
}

it('is visible at once, and every answer during two rollbacks is intact', async () => {
  await whenCurrentIs('4')
  const replies: Reply[] = []
  let isOver = false
  const visitor = (async () => {
    while (!isOver) {
      for (const target of ['/v2/items', '/v2/items?rarity=rare', '/v2/patches'])
        replies.push(await fetchApi(service, target))
      await sleep(2)
    }
  })()
  const pinned = await fetchApi(service, '/v2/items?patch=2')
  await back()
  await whenCurrentIs('2')
  expect((await fetchApi(service, '/v2/items?patch=4')).status).toBe(404)
  expect((await fetchApi(service, '/v2/patches')).total).toBe(2)
  await back()
  await whenCurrentIs('4')
  isOver = true
  await visitor
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  const seen = new Set(replies.flatMap(({ headers }) => headers['x-patch-id'] ?? []))
  expect([...seen].every((id) => id === '2' || id === '4')).toBe(true)
  expect((await fetchApi(service, '/v2/items?patch=2')).text).toBe(pinned.text)
})
