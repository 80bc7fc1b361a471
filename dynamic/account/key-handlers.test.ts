// Keys and usage over HTTP, as the dashboard requests them.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { NewKey } from '../../data/store/accounts/key-rows.ts'
import { AccountFixture, Browser, type ApiClient } from './test/account-service.ts'
import { expectProblem } from './test/test-problem.ts'

const fixture = new AccountFixture()
let browser: Browser
let stranger: Browser

beforeAll(async () => {
  await fixture.open()
  const url = await fixture.serve()
  browser = new Browser(url)
  await browser.signIn()
  fixture.provider.user = { id: '2', username: 'stranger' }
  stranger = new Browser(url)
  await stranger.signIn()
})
afterEach(() => void vi.useRealTimers())
afterAll(() => fixture.close())

const post = (body: unknown, more: ApiClient = {}) =>
  browser.fetchApi('/account/keys', { method: 'POST', body, ...more })
const create = async (input = {}): Promise<NewKey> => {
  const response = await post({ name: 'a key', ...input })
  if (response.status !== 201) throw new Error(`${response.status} ${response.text}`)
  return response.json.body as NewKey
}
const keyState = (key: string) => fixture.accounts.authenticate(key)

describe('a key', () => {
  it('is shown once when it is created, and can be changed, rotated and revoked', async () => {
    const made = await create({ name: 'wiki', origins: ['https://Wiki.example/'], expires_in_days: 90 })
    expect(made).toMatchObject({
      name: 'wiki',
      scopes: ['tooltips'],
      origins: ['https://wiki.example'],
      state: 'active',
    })
    expect(await keyState(made.key)).toMatchObject({ kind: 'good', origins: ['https://wiki.example'] })

    const list = await browser.fetchApi('/account/keys')
    expect(list.json.body).toContainEqual(expect.objectContaining({ prefix: made.prefix, name: 'wiki' }))
    expect(list.text).not.toContain(made.key.slice(made.prefix.length + 1))

    const target = `/account/keys/${made.prefix}`
    const edited = await browser.fetchApi(target, {
      method: 'PATCH',
      body: { name: 'wikis', origins: ['*.wiki.example'] },
    })
    expect(edited.json.body).toMatchObject({ name: 'wikis', origins: ['*.wiki.example'] })
    expect(await keyState(made.key)).toMatchObject({ origins: ['*.wiki.example'] })

    const rotated = await browser.fetchApi(`${target}/rotate`, { method: 'POST' })
    expect(rotated.status).toBe(201)
    const next = rotated.json.body as NewKey
    expect(next).toMatchObject({ name: 'wikis', origins: ['*.wiki.example'], state: 'active' })
    expect(await keyState(next.key)).toMatchObject({ kind: 'good' })
    expect(await keyState(made.key)).toMatchObject({ kind: 'good' })

    const revoked = await browser.fetchApi(`/account/keys/${next.prefix}`, { method: 'DELETE' })
    expect([revoked.status, revoked.json.body]).toEqual([200, expect.objectContaining({ state: 'revoked' })])
    expect(await keyState(next.key)).toEqual({ kind: 'refused', reason: 'revoked' })
  })

  it('can be rotated once, with a grace period of up to 30 days', async () => {
    const old = await create()
    const rotated = await browser.fetchApi(`/account/keys/${old.prefix}/rotate`, {
      method: 'POST',
      body: { grace_days: 0 },
    })
    expect(rotated.status).toBe(201)
    expect(await keyState(old.key)).toEqual({ kind: 'refused', reason: 'expired' })
    const again = await browser.fetchApi(`/account/keys/${old.prefix}/rotate`, { method: 'POST' })
    expectProblem(again, 'bad_request')
    const tooLong = await browser.fetchApi(`/account/keys/${old.prefix}/rotate`, {
      method: 'POST',
      body: { grace_days: 31 },
    })
    expect(expectProblem(tooLong, 'invalid_parameter')).toEqual(['grace_days'])
  })

  it('without origins can be used everywhere', async () => {
    const { prefix } = await create({ origins: ['a.example'] })
    const edited = await browser.fetchApi(`/account/keys/${prefix}`, { method: 'PATCH', body: { origins: [] } })
    expect(edited.json.body).toMatchObject({ origins: [], name: 'a key' })
  })
})

describe('users can only delegate what they may:', () => {
  it('another scope is refused with a list of those that are allowed', async () => {
    const response = await post({ name: 'x', scopes: ['tooltips', 'admin'] })
    expect(expectProblem(response, 'invalid_parameter')).toEqual(['scopes'])
    expect(response.json.errors).toMatchObject([{ allowed: ['tooltips'] }])
  })

  it('an unknown scope is refused', async () => {
    expect(expectProblem(await post({ name: 'x', scopes: ['all'] }), 'invalid_parameter')).toEqual(['scopes.0'])
  })

  it('a scope that an operator grants can be delegated immediately', async () => {
    const { name } = (await browser.fetchApi('/account')).json.body as { name: string }
    await fixture.accounts.owners.grant(name, ['observe'])
    expect(await create({ scopes: ['observe'] })).toMatchObject({ scopes: ['observe'] })
  })

  it('more than twenty live keys are refused', async () => {
    const input = { method: 'POST', body: { name: 'many' } }
    const answers = []
    for (let turn = 0; turn < 21; turn += 1) answers.push(await stranger.fetchApi('/account/keys', input))
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 20 }, () => 201), 400])
    expect(answers.at(-1)?.json.detail).toContain('20 live keys')
  })
})

describe('a key of another user', () => {
  it('is not found', async () => {
    const { prefix, key } = await create()
    const target = `/account/keys/${prefix}`
    expectProblem(await stranger.fetchApi(target, { method: 'PATCH', body: { origins: [] } }), 'not_found')
    expectProblem(await stranger.fetchApi(target, { method: 'DELETE' }), 'not_found')
    expectProblem(await stranger.fetchApi(`${target}/rotate`, { method: 'POST' }), 'not_found')
    expect((await stranger.fetchApi('/account/keys')).text).not.toContain(prefix)
    expect(await keyState(key)).toMatchObject({ kind: 'good' })
  })
})

describe('a body is refused', () => {
  it.each([
    [
      'with every validation error at once',
      { scopes: 'tooltips', origins: [1], colour: 'red' },
      ['name', 'scopes', 'origins.0', 'colour'],
    ],
    ['with an unknown field', { name: 'x', owner_id: 1 }, ['owner_id']],
    ['with __proto__', '{"name":"x","__proto__":{"admin":true}}', ['__proto__']],
    ['with an empty name', { name: ' ' }, ['name']],
    ['with a name too long', { name: 'x'.repeat(301) }, ['name']],
    ['with an invalid origin', { name: 'x', origins: ['https://a.example/page'] }, ['origins']],
    [
      'with too many origins',
      { name: 'x', origins: Array.from({ length: 51 }, (_, at) => `h${at}.example`) },
      ['origins'],
    ],
    ['with an odd expiry', { name: 'x', expires_in_days: 0.5 }, ['expires_in_days']],
    ['when it is a list', [], ['body']],
  ])('%s', async (_what, body, parameters) => {
    expect(expectProblem(await post(body), 'invalid_parameter').sort()).toEqual(parameters.sort())
  })

  it('when it is empty: the name is missing', async () => {
    expect(expectProblem(await browser.fetchApi('/account/keys', { method: 'POST' }), 'invalid_parameter')).toEqual([
      'name',
    ])
  })

  it.each([
    ['no JSON', '{"name":', {}, 'bad_request'],
    ['a bare value', '"name"', {}, 'bad_request'],
    ['more than 16 KB', JSON.stringify({ name: 'x'.repeat(17_000) }), {}, 'payload_too_large'],
    ['a form', 'name=x', { 'content-type': 'application/x-www-form-urlencoded' }, 'unsupported_media_type'],
    ['plain text', '{"name":"x"}', { 'content-type': 'text/plain' }, 'unsupported_media_type'],
    ['compressed', '{"name":"x"}', { 'content-encoding': 'gzip' }, 'unsupported_media_type'],
    [
      'in another charset',
      '{"name":"x"}',
      { 'content-type': 'application/json; charset=latin9' },
      'unsupported_media_type',
    ],
  ] as const)('when it is %s', async (_what, body, headers, code) => {
    expectProblem(await post(body, { headers }), code)
  })

  it('without changing anything', async () => {
    const before = (await browser.fetchApi('/account/keys')).text
    await post({ name: 'x', scopes: ['all'] })
    expect((await browser.fetchApi('/account/keys')).text).toBe(before)
  })
})

describe('a key in a URL', () => {
  it('is not accepted as a prefix, and never repeated in the answer', async () => {
    const { key, prefix } = await create()
    for (const target of [`/account/keys/${key}`, `/account/keys/${key}/rotate`]) {
      const response = await browser.fetchApi(target, { method: target.endsWith('rotate') ? 'POST' : 'DELETE' })
      expectProblem(response, 'not_found')
      expect(response.text).not.toContain(key.slice(prefix.length + 1))
    }
    expect(await keyState(key)).toMatchObject({ kind: 'good' })
  })
})

describe('usage', () => {
  it('is listed by day and key, today last', async () => {
    // The date must not change during the test.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const { key, prefix } = await create()
    const judged = await keyState(key)
    if (judged.kind !== 'good') throw new Error('the key is not valid')
    for (let turn = 0; turn < 5; turn += 1) fixture.accounts.countUse(judged.keyId)
    const { json } = await browser.fetchApi('/account/usage')
    const days = json.body as { day: string; count: number; keys: Record<string, number> }[]
    expect(days).toHaveLength(30)
    expect(days.at(-1)).toEqual({ day: new Date().toISOString().slice(0, 10), count: 5, keys: { [prefix]: 5 } })
    expect(days.at(-2)).toMatchObject({ count: 0, keys: {} })
    expect((await stranger.fetchApi('/account/usage?days=1')).json.body).toMatchObject([{ count: 0, keys: {} }])
  })

  it.each(['days=0', 'days=367', 'days=-1', 'days=1.5', 'days=', 'days=x', 'days=1&days=2', 'day=3'])(
    'is refused for %s',
    async (query) => {
      expect(expectProblem(await browser.fetchApi(`/account/usage?${query}`), 'invalid_parameter')).toHaveLength(1)
    },
  )
})

describe('an unexpected failure', () => {
  it('is logged with keys redacted, and its reason is not sent', async () => {
    const { key, prefix } = await create()
    const { keys } = fixture.accounts
    const list = keys.list.bind(keys)
    keys.list = () => Promise.reject(new Error(`cannot read ${key}`))
    const response = await browser.fetchApi('/account/keys')
    keys.list = list
    expectProblem(response, 'internal_error')
    const logged = fixture.logged.join('')
    expect(logged).toContain(`cannot read ${prefix}[redacted]`)
    expect(response.text).not.toContain(prefix)
    for (const text of [response.text, logged]) expect(text).not.toContain(key.slice(prefix.length + 1))
  })
})
