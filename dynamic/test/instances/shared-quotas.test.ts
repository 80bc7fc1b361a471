// Two instances and a real Redis: they share quotas and revocations, and while Redis is away each counts by itself.
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Accounts } from '../../../data/store/accounts/accounts.ts'
import { connectRedis, type SharedRedis } from '../../redis/connect-redis.ts'
import { fetchApi } from '../fixtures/test-client.ts'
import { openSampleFixture, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'
import { waitForOutput, startProcess } from '../live/service-process.ts'
import type { DisposableServer } from './disposable-server.ts'
import { hasRedis, startRedis } from './redis-server.ts'

const quota = 30
const target = '/v2/items?rarity=epic'

describe.skipIf(!hasRedis)('instances that share a Redis', () => {
  let fixture: Fixture
  let server: DisposableServer
  let instances: readonly [Instance, Instance]
  let address = 0

  interface Instance {
    readonly service: ServedFixture
    readonly redis: SharedRedis
    readonly lines: string[]
  }

  async function startInstance(prefix = 'suite:'): Promise<Instance> {
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
    const redis = connectRedis({ url: server.url, prefix }, log)
    const rateLimits = { anonymous: quota, key: quota, tiers: {} }
    return { service: await fixture.serve({ redis, rateLimits, trustProxy: 1 }), redis, lines }
  }

  beforeAll(async () => {
    fixture = await openSampleFixture()
    server = await startRedis()
    instances = [await startInstance(), await startInstance()]
  })
  afterAll(async () => {
    await fixture.close()
    await server.close()
  })
  const areUp = (isUp: boolean) =>
    expect.poll(() => instances.map(({ redis }) => redis.isUp), { timeout: 15_000 }).toEqual([isUp, isUp])
  afterEach(() => areUp(true))

  /** Headers of a client that has not sent any request yet. */
  const newClient = () => ({ 'x-forwarded-for': `203.0.113.${(address += 1)}` })
  const ask = ({ service: { port } }: Instance, headers: Record<string, string>) =>
    fetchApi({ port }, target, { headers })
  const accepted = async (count: number, headers: Record<string, string>, among: readonly Instance[] = instances) => {
    const replies = await Promise.all(
      Array.from({ length: count }, (_, nth) => ask(among[nth % among.length] ?? instances[0], headers)),
    )
    for (const { status } of replies) expect([200, 429]).toContain(status)
    return replies.filter(({ status }) => status === 200).length
  }
  const metric = async ({ service: { observerPort = 0 } }: Instance) =>
    /^redis_up (\d)$/m.exec((await fetchApi({ port: observerPort }, '/metrics')).text)?.[1]

  it('share one quota and report what is left of it', async () => {
    await areUp(true)
    const headers = newClient()
    const left = []
    for (const instance of [...instances, ...instances])
      left.push((await ask(instance, headers)).headers['x-ratelimit-remaining'])
    expect(left).toEqual([29, 28, 27, 26].map(String))
    expect(await accepted(quota * 2, headers)).toBe(quota - 4)
    expect(await accepted(5, newClient())).toBe(5)
  })

  it('share nothing with instances of another prefix', async () => {
    const stranger = await startInstance('stranger:')
    await expect.poll(() => stranger.redis.isUp).toBe(true)
    const headers = newClient()
    expect(await accepted(quota + 5, headers)).toBe(quota)
    expect(await accepted(quota + 5, headers, [stranger])).toBe(quota)
  })

  it.each(['killed', 'frozen'])(
    'count by themselves while it is %s, log it once, and share again afterwards',
    async (fault) => {
      for (const { lines } of instances) lines.length = 0
      await (fault === 'killed' ? server.kill() : server.freeze())
      const headers = newClient()
      expect(await accepted(quota * 4, headers)).toBe(quota * 2)
      await areUp(false)
      expect(await accepted(quota * 4, newClient())).toBe(quota * 2)
      expect(await Promise.all(instances.map(metric))).toEqual(['0', '0'])
      await (fault === 'killed' ? server.start() : server.thaw())
      await areUp(true)
      expect(await accepted(quota * 4, newClient())).toBe(quota)
      expect(await Promise.all(instances.map(metric))).toEqual(['1', '1'])
      for (const { lines } of instances) {
        expect(lines.filter((line) => line.includes('Redis is away'))).toHaveLength(1)
        expect(lines.filter((line) => line.includes('Redis is back'))).toHaveLength(1)
      }
    },
  )

  it('lose no request when it dies under load', async () => {
    const headers = newClient()
    const load = accepted(400, headers)
    await server.kill()
    expect(await load).toBeGreaterThanOrEqual(quota)
    await server.start()
  })

  it('are ready without it, and connect later', async () => {
    await server.kill()
    const early = await startInstance()
    expect((await fetchApi({ port: early.service.port }, '/health/ready')).status).toBe(200)
    expect(await accepted(quota + 5, newClient(), [early])).toBe(quota)
    await server.start()
    await areUp(true)
    await expect.poll(() => early.redis.isUp, { timeout: 15_000 }).toBe(true)
    expect(await accepted(quota * 2, newClient(), [early, ...instances])).toBe(quota)
  })

  it('refuse a key that a command has revoked', async () => {
    const accounts = await Accounts.open(await fixture.store.location())
    const { id } = await accounts.owners.grant('owner', [])
    const { prefix } = await accounts.keys.create(id, { name: 'owner', scopes: [] })
    await accounts.close()
    let heard = 0
    instances[0].redis.onKeyChange(() => (heard += 1))
    await expect.poll(() => heard).toBe(1)
    const settings = { DATA_DIR: fixture.dataDir, REDIS_URL: server.url, REDIS_PREFIX: 'suite:' }
    await waitForOutput(startProcess(['scripts/keys.ts', 'revoke', prefix], settings), 'stdout', /is revoked since/)
    await expect.poll(() => heard, { timeout: 15_000 }).toBe(2)
  })

  it('are notified of each change of keys, and after an outage of possible changes', async () => {
    const [{ redis }, other] = instances
    let heard = 0
    other.redis.onKeyChange(() => (heard += 1))
    await expect.poll(() => heard).toBe(1)
    await redis.announceKeyChange()
    await expect.poll(() => heard).toBe(2)
    await server.kill()
    await expect(redis.announceKeyChange()).rejects.toThrow()
    await server.start()
    await expect.poll(() => heard, { timeout: 15_000 }).toBeGreaterThanOrEqual(3)
  })
})
