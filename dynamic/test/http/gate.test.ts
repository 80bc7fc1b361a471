// Tests keys, origins and quotas over HTTP.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import pino from 'pino'
import { waitForKeyCaches } from '../../../data/store/test/test-store.ts'
import { Accounts, type Scope } from '../../../data/store/accounts/accounts.ts'
import type { Methods } from '../fixtures/methods.ts'
import { fetchApi, type Reply } from '../fixtures/test-client.ts'
import { openSampleFixture, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'
import { expectProblem } from '../fixtures/problem.ts'

const tooltip = '/v2/items/id.item.ember_lantern_5001/tooltip'
const quota = 60

let fixture: Fixture
let service: ServedFixture
let accounts: Accounts
beforeAll(async () => {
  fixture = await openSampleFixture()
  service = await fixture.serve()
  accounts = await Accounts.open(await fixture.store.location())
})
afterAll(async () => {
  await accounts.close()
  await fixture.close()
})

async function keyOf(
  owner: string,
  scopes: readonly Scope[],
  input: { origins?: string[]; expiresInDays?: number } = {},
) {
  const { id } = await accounts.owners.grant(owner, scopes)
  return accounts.keys.create(id, { name: owner, scopes, ...input })
}

const requestTooltip = (headers: Record<string, string>, target = tooltip) =>
  fetchApi({ port: service.port }, target, { headers })

const hasLimits = ({ headers }: Reply) =>
  ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'].every((name) =>
    /^\d+$/.test(String(headers[name])),
  )

describe('the tooltip', () => {
  it('with a good key is answered and not cached', async () => {
    const { key } = await keyOf('good', ['tooltips'])
    const reply = await requestTooltip({ 'x-api-key': key })
    expect(reply.status).toBe(200)
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(hasLimits(reply)).toBe(true)
  })

  it('without a key is 401 and says how to send one', async () => {
    const reply = await requestTooltip({})
    expectProblem(reply, 'unauthenticated')
    expect(reply.headers['www-authenticate']).toContain('X-Api-Key')
    expect(hasLimits(reply)).toBe(true)
  })

  it.each(['', 'nonsense', 'dl_aaaaaaaa_bbbbbbbb'])('with the malformed key %j is 401', async (key) => {
    expectProblem(await requestTooltip({ 'x-api-key': key }), 'unauthenticated')
  })

  const expectRevokedAtOnce = async () => {
    const { key, prefix } = await keyOf('revoked', ['tooltips'])
    expect((await requestTooltip({ 'x-api-key': key })).status).toBe(200)
    await accounts.keys.revoke(prefix)
    await waitForKeyCaches()
    expectProblem(await requestTooltip({ 'x-api-key': key }), 'unauthenticated')
  }

  it('with a revoked key is 401 at once', expectRevokedAtOnce)

  it('negative control: a gate that checks a key only once', async () => {
    const { authenticate } = Accounts.prototype as Pick<Methods<Accounts>, 'authenticate'>
    const judged = new Map<string, ReturnType<Accounts['authenticate']>>()
    const once = vi.spyOn(Accounts.prototype, 'authenticate').mockImplementation(function (this: Accounts, key) {
      const state = judged.get(key) ?? authenticate.call(this, key)
      judged.set(key, state)
      return state
    })
    await expect(expectRevokedAtOnce()).rejects.toThrow()
    once.mockRestore()
  })

  it('with an expired key is 401', async () => {
    const { key, prefix } = await keyOf('expired', ['tooltips'], { expiresInDays: 1 })
    expect((await requestTooltip({ 'x-api-key': key })).status).toBe(200)
    const past = '2020-01-01T00:00:00.000Z'
    await fixture.store.query('accounts', `UPDATE api_keys SET expires_at = '${past}' WHERE prefix = '${prefix}'`)
    await waitForKeyCaches()
    expectProblem(await requestTooltip({ 'x-api-key': key }), 'unauthenticated')
  })

  it('with a key whose owner lost the permission is 403 at once', async () => {
    const { key } = await keyOf('demoted', ['tooltips'])
    expect((await requestTooltip({ 'x-api-key': key })).status).toBe(200)
    const owner = await accounts.owners.byName('demoted')
    await accounts.owners.restrict(owner?.id ?? 0, ['observe'])
    await waitForKeyCaches()
    expectProblem(await requestTooltip({ 'x-api-key': key }), 'insufficient_scope')
  })

  it('with a key of another scope is 403', async () => {
    const { key } = await keyOf('observer', ['observe'])
    expectProblem(await requestTooltip({ 'x-api-key': key }), 'insufficient_scope')
  })

  it('with a key for one origin is 200 from there, and a readable 403 from another origin or from none', async () => {
    const { key } = await keyOf('fan', ['tooltips'], { origins: ['https://fan.example'] })
    expect((await requestTooltip({ 'x-api-key': key, origin: 'https://fan.example' })).status).toBe(200)
    const refused = await requestTooltip({ 'x-api-key': key, origin: 'https://evil.example' })
    expectProblem(refused, 'origin_not_allowed')
    expect(refused.headers['access-control-allow-origin']).toBe('*')
    expectProblem(await requestTooltip({ 'x-api-key': key }), 'origin_not_allowed')
  })

  it.each([
    tooltip.replace('tooltip', '%74ooltip'),
    tooltip.replace('items', '%69tems'),
    tooltip.replace('/v2', '/v1'),
    `/%762${tooltip.slice(3)}`,
  ])('without a key is 401 under another spelling of its path: %s', async (target) => {
    expectProblem(await requestTooltip({}, target), 'unauthenticated')
  })

  it('is never cached for the next client', async () => {
    const { key } = await keyOf('first', ['tooltips'])
    expect((await requestTooltip({ 'x-api-key': key })).status).toBe(200)
    expectProblem(await requestTooltip({}), 'unauthenticated')
  })
})

describe('an invalid key', () => {
  it.each(['/v2/items', '/v2/items/id.item.none', '/v2/items?rarity=epic', '/v2/nowhere'])(
    'is 401 at %s',
    async (target) => {
      expectProblem(await fetchApi(service, target, { headers: { 'x-api-key': 'nonsense' } }), 'unauthenticated')
    },
  )

  it('is reported after errors of the method and the target', async () => {
    const headers = { 'x-api-key': 'nonsense' }
    expectProblem(await fetchApi(service, '/v2/items', { method: 'POST', headers }), 'method_not_allowed')
    expectProblem(await fetchApi(service, '/v2/items/%2e%2e/x', { headers }), 'bad_request')
  })

  it('is 429 after many attempts', async () => {
    const strict = await fixture.serve({ rateLimits: { anonymous: 1000, key: 1000, tiers: {} } })
    const replies: Reply[] = []
    for (let nth = 0; nth < 40; nth += 1)
      replies.push(await fetchApi({ port: strict.port }, '/v2/meta', { headers: { 'x-api-key': 'nonsense' } }))
    for (const reply of replies.slice(0, 20)) expectProblem(reply, 'unauthenticated')
    for (const reply of replies.slice(20)) {
      expectProblem(reply, 'rate_limited')
      const seconds = reply.headers['retry-after']
      const detail = `This address has sent too many invalid API keys: send a valid one or none, or wait ${seconds} seconds.`
      expect(reply.json).toMatchObject({ detail })
    }
  })
})

describe('quotas', () => {
  const strict = () =>
    fixture.serve({ rateLimits: { anonymous: quota, key: 100, tiers: { partner: 150 } }, trustProxy: 1 })
  const burst = async (
    port: number,
    count: number,
    headers: Record<string, string>,
    target = '/v2/items?rarity=epic',
  ) => {
    const replies = await Promise.all(Array.from({ length: count }, () => fetchApi({ port }, target, { headers })))
    return { replies, good: replies.filter(({ status }) => status === 200).length }
  }

  const expectExact = async ({ port }: ServedFixture) => {
    const { replies, good } = await burst(port, 200, { 'x-forwarded-for': '203.0.113.7' })
    expect(good).toBe(quota)
    const refused = replies.filter(({ status }) => status !== 200)
    for (const reply of refused) {
      expectProblem(reply, 'rate_limited')
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
      expect(reply.headers['x-ratelimit-remaining']).toBe('0')
    }
    expect((await burst(port, 10, { 'x-forwarded-for': '203.0.113.8' })).good).toBe(10)
  }

  it('of an address allow exactly as many requests as they say, then answer 429 with Retry-After', async () =>
    expectExact(await strict()))

  it.each([-1, 1])('negative control: %i more than the quota', async (more) => {
    const rateLimits = { anonymous: quota + more, key: 100, tiers: {} }
    await expect(expectExact(await fixture.serve({ rateLimits, trustProxy: 1 }))).rejects.toThrow()
  })

  it('treat a /64 of IPv6 addresses as one address', async () => {
    const { port } = await strict()
    await burst(port, quota, { 'x-forwarded-for': '2001:db8:1:2::1' })
    expect((await burst(port, 5, { 'x-forwarded-for': '2001:db8:1:2:ffff::9' })).good).toBe(0)
    expect((await burst(port, 5, { 'x-forwarded-for': '2001:db8:1:3::1' })).good).toBe(5)
  })

  it('ignore X-Forwarded-For unless a proxy is trusted', async () => {
    const { port } = await fixture.serve({ rateLimits: { anonymous: quota, key: 100, tiers: {} } })
    await burst(port, quota, { 'x-forwarded-for': '198.51.100.1' })
    expect((await burst(port, 5, { 'x-forwarded-for': '198.51.100.2' })).good).toBe(0)
  })

  it('of a key belong to its account and are independent of those of the address', async () => {
    const { port } = await strict()
    const { key } = await keyOf('busy', ['tooltips'])
    const headers = { 'x-api-key': key, 'x-forwarded-for': '203.0.113.9' }
    expect((await burst(port, 120, headers)).good).toBe(100)
    expect((await burst(port, 5, { 'x-forwarded-for': '203.0.113.9' })).good).toBe(5)
  })

  it('count 304 and 4xx, but no files, preflights, health checks or assets', async () => {
    const { port } = await strict()
    const headers = { 'x-forwarded-for': '203.0.113.20' }
    const remaining = async () =>
      Number((await fetchApi({ port }, '/v2/patches', { headers })).headers['x-ratelimit-remaining'])
    const before = await remaining()
    await fetchApi({ port }, '/v2/patches', { method: 'OPTIONS', headers })
    await fetchApi({ port }, '/health/live', { headers })
    await fetchApi({ port }, '/v2/items', { headers })
    const pictures = ['items/id.item.ember_lantern_5001/icon', 'monsters/id.monster.bog_wight_elite/portrait']
    for (const picture of pictures) {
      const { status } = await fetchApi({ port }, `/v2/${picture}`, { headers })
      expect(status, picture).toBeLessThan(400)
    }
    expect(await remaining()).toBe(before)
    await fetchApi({ port }, '/v2/nowhere', { headers })
    await fetchApi({ port }, '/v2/items?limit=0', { headers })
    const { headers: found } = await fetchApi({ port }, '/v2/items?rarity=rare', { headers })
    await fetchApi({ port }, '/v2/items?rarity=rare', { headers: { ...headers, 'if-none-match': String(found.etag) } })
    await fetchApi({ port }, '/%762/items?rarity=rare', { headers })
    expect(await remaining()).toBe(before - 5)
  })

  it('are in the headers of every answer', async () => {
    for (const target of ['/v2/items', '/v2/items?rarity=epic', '/v2/nowhere', '/v2/items?limit=0', tooltip]) {
      const reply = await fetchApi(service, target)
      expect(hasLimits(reply), target).toBe(true)
      expect(reply.headers['ratelimit-policy'], target).toMatch(/^"\w+";q=\d+;w=60$/)
      expect(Number(reply.headers['x-ratelimit-reset']) - Date.now() / 1000, target).toBeLessThanOrEqual(61)
    }
  })
})

describe('a key', () => {
  it('appears in no log line, no error and no response header, wherever it was sent', async () => {
    let logged = ''
    const log = pino({ level: 'trace' }, { write: (lines: string) => void (logged += lines) })
    const chatty = await fixture.serve({ log })
    const { key } = await keyOf('careless', ['tooltips'])
    const targets = [
      tooltip,
      `/v2/items?limit=${key}`,
      `/v2/items?${key}=1`,
      `/v2/items/${key}`,
      `/v2/${key}`,
      `/account?key=${key}`,
    ]
    for (const target of targets) {
      const reply = await fetchApi({ port: chatty.port }, target, { headers: { 'x-api-key': key } })
      expect(`${reply.text}${JSON.stringify(reply.headers)}`, target).not.toContain(key)
    }
    await expect.poll(() => logged.match(/"requestId"/g)?.length).toBe(targets.length)
    expect(logged).not.toContain(key)
  })
})
