// Two real instances behind a real nginx: readers do not notice when one of them fails.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { quickSeconds } from '../../../build/publish-tree/nginx-config.ts'
import { publishTree } from '../../../build/publish-tree/publish-tree.ts'
import { freePort } from '../../../scripts/test/free-port.ts'
import { hasNginx, startNginxOn, type RunningNginx } from '../edge/nginx-service.ts'
import { fetchApi } from '../fixtures/test-client.ts'
import { openSampleFixture, type Fixture } from '../fixtures/test-service.ts'
import { kill, killAll, observerKey, serveProcess, type ServiceProcess } from '../live/service-process.ts'

describe.skipIf(!hasNginx)('two instances behind nginx', () => {
  let fixture: Fixture
  let nginx: RunningNginx
  let instances: ServiceProcess[]
  let key: string
  let asked = 0
  beforeAll(async () => {
    fixture = await openSampleFixture()
    key = await observerKey(fixture.store)
    const serve = async () => serveProcess(fixture.store, key, await freePort())
    instances = await Promise.all([serve(), serve()])
    const { folder } = await publishTree({ dataDir: fixture.dataDir, to: join(fixture.dataDir, 'publish') })
    nginx = await startNginxOn(
      fixture,
      folder,
      instances.map(({ port }) => port),
    )
  })
  afterAll(async () => {
    await nginx.stop()
    killAll()
    await fixture.close()
  })

  it('lose no GET when one is killed under load, nor when it comes back', async () => {
    const statuses: Record<number, number> = {}
    let nth = 0
    let isOver = false
    const client = async () => {
      while (!isOver) {
        nth += 1
        // Each target is new, so that nginx has none of them in its cache.
        const { status } = await fetchApi(nginx, `/v2/items?min_gear_score=${nth}&limit=5`)
        statuses[status] = (statuses[status] ?? 0) + 1
      }
    }
    const clients = Promise.all(Array.from({ length: 8 }, client))
    const answered = (count: number) => expect.poll(() => nth, { timeout: 60_000 }).toBeGreaterThan(count)
    await answered(200)
    const [dead] = instances
    if (!dead) throw new Error('no instance')
    await kill(dead.child)
    await answered(nth + 400)
    instances[0] = await serveProcess(fixture.store, key, dead.port)
    await answered(nth + 400)
    isOver = true
    await clients
    expect(Object.keys(statuses)).toEqual(['200'])
  })

  it('delay few readers while one is frozen, and these not for long', async () => {
    const usual = Math.max(...(await steadily(20)))
    const [frozen] = instances
    frozen?.child.kill('SIGSTOP')
    const times = await steadily(80)
    frozen?.child.kill('SIGCONT')
    const held = times.filter((milliseconds) => milliseconds > usual + 1500)
    const longest = Math.max(...times)
    const figures = [longest, usual].map((milliseconds) => Math.round(milliseconds)).join(' ms, usually up to ')
    console.log(`one of two frozen: ${held.length} of ${times.length} readers held up, the longest ${figures} ms`)
    expect(held.length).toBeLessThan(times.length / 5)
    expect(longest).toBeLessThan(usual + 1000 * quickSeconds + 3000)
  })

  it('stay in use if both stop for a moment', async () => {
    for (const { child } of instances) child.kill('SIGSTOP')
    const times = steadily(20)
    await sleep(2000)
    for (const { child } of instances) child.kill('SIGCONT')
    expect(await times).toHaveLength(20)
    expect(await steadily(5)).toHaveLength(5)
  })

  /** Sends `count` requests, one every 50 ms without waiting for answers; returns the time that each took. */
  async function steadily(count: number): Promise<number[]> {
    const running: Promise<number>[] = []
    for (let nth = 0; nth < count; nth += 1) {
      running.push(timed(`/v2/items?min_gear_score=${(asked += 1)}&limit=3`))
      await sleep(50)
    }
    return Promise.all(running)
  }

  async function timed(target: string): Promise<number> {
    const began = performance.now()
    expect((await fetchApi(nginx, target)).status).toBe(200)
    return performance.now() - began
  }

  it('both stay in use if answers have long headers', async () => {
    const ids = Array.from({ length: 100 }, (_, nth) => `id.item.a_name_as_long_as_items_may_have_${nth}`)
    const many = `/v2/items?limit=5&ids=${ids.join()}&fields=${'name,'.repeat(200)}id`
    const preflight = { method: 'OPTIONS', headers: { 'access-control-request-headers': 'x-a,'.repeat(2500) } }
    const statuses: number[] = []
    for (let nth = 0; nth < 3; nth += 1) {
      statuses.push((await fetchApi(nginx, many)).status, (await fetchApi(nginx, '/v2/items', preflight)).status)
      statuses.push((await fetchApi(nginx, `//items/..?q=${'a'.repeat(7000)}`)).status)
      statuses.push((await fetchApi(nginx, `/v2/items?min_gear_score=${nth}&limit=4`)).status)
    }
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(6)
  })
})
