// How long users stay signed in, the session cookie, and the CSRF token that writes need.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { AccountFixture, Browser } from './test/account-service.ts'
import { expectProblem } from './test/test-problem.ts'

const hour = 3_600_000
const fixture = new AccountFixture()
let url: string
let browser: Browser

beforeAll(async () => {
  await fixture.open()
  url = await fixture.serve()
  browser = new Browser(url)
  await browser.signIn()
})
afterEach(() => void vi.useRealTimers())
afterAll(() => fixture.close())

const travel = (milliseconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })
const arrive = async () => {
  const arrived = new Browser(url)
  await arrived.signIn()
  return arrived
}
const isSignedIn = async (who: Browser) => (await who.fetchApi('/account')).status === 200
const stored = async () => {
  const [row] = await fixture.at.query<{ count: number }>('SELECT count(*) AS count FROM sessions')
  return row?.count
}

describe('the cookie', () => {
  it('is HttpOnly, Lax and for the whole host, with a plain name over http', async () => {
    const [line] = (await new Browser(url).fetchApi('/account/sign-in')).headers.getSetCookie()
    expect(line).toMatch(/^session=s%3A[^;]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/)
  })

  it('is __Host- and Secure if the public URL is https, although a proxy terminates TLS', async () => {
    const behindTls = await fixture.serve({ publicUrl: 'https://ledger.example' })
    const response = await new Browser(behindTls).fetchApi('/account/sign-in')
    const [line] = response.headers.getSetCookie()
    expect(line).toMatch(/^__Host-session=s%3A[^;]+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/)
    expect(line).not.toContain('Domain')
    expect(new URL(response.location).searchParams.get('redirect_uri')).toBe('https://ledger.example/account/callback')
  })

  it('works behind TLS too, and is removed by sign-out', async () => {
    const there = await fixture.serve({ publicUrl: 'https://ledger.example' })
    const visitor = new Browser(there)
    await visitor.signIn()
    expect([...visitor.cookies.keys()]).toEqual(['__Host-session'])
    const response = await visitor.fetchApi('/account/sign-out', { method: 'POST' })
    expect(response.headers.getSetCookie()[0]).toMatch(/^__Host-session=; Path=\/; Expires=Thu, 01 Jan 1970 .*Secure/)
    expect(visitor.cookies.size).toBe(0)
  })

  it('is worthless with a wrong signature', async () => {
    const forger = new Browser(url)
    const value = browser.cookies.get('session') ?? ''
    for (const forged of [value.slice(0, -3), value.replace(/\..*/, '.x'), value.replace('s%3A', ''), `${value}x`]) {
      forger.cookies.set('session', forged)
      expect(await isSignedIn(forger), forged).toBe(false)
    }
  })

  it('is not set by requests that do not begin a sign-in', async () => {
    const before = await stored()
    for (const target of ['/account', '/account/keys', '/account/usage', '/account/nothing']) {
      const response = await new Browser(url).fetchApi(target)
      expect(response.headers.getSetCookie()).toEqual([])
    }
    expect(await stored()).toBe(before)
  })
})

describe('a session', () => {
  it('ends after twelve idle hours', async () => {
    const visitor = await arrive()
    travel(12 * hour + 1000)
    expectProblem(await visitor.fetchApi('/account'), 'unauthenticated')
    expectProblem(await visitor.fetchApi('/account/keys'), 'unauthenticated')
    expectProblem(await visitor.fetchApi('/account/keys', { method: 'POST', body: { name: 'x' } }), 'unauthenticated')
  })

  it('is extended by requests, up to seven days', async () => {
    const visitor = await arrive()
    for (let hours = 11; hours < 7 * 24; hours += 11) {
      travel(11 * hour)
      expect(await isSignedIn(visitor), `after ${hours} hours`).toBe(true)
    }
    travel(4 * hour)
    expect(await isSignedIn(visitor)).toBe(false)
  })

  it('says when it ends', async () => {
    const visitor = await arrive()
    const { session_ends_at } = (await visitor.fetchApi('/account')).json.body as { session_ends_at: string }
    expect(Math.round((Date.parse(session_ends_at) - Date.now()) / hour)).toBe(7 * 24)
  })

  it('ends with sign-out, in the database too, so its old cookie is worthless', async () => {
    const visitor = await arrive()
    const other = await arrive()
    const kept = new Map(visitor.cookies)
    const response = await visitor.fetchApi('/account/sign-out', { method: 'POST' })
    expect([response.status, response.text]).toEqual([204, ''])
    expect(visitor.cookies.size).toBe(0)
    for (const [name, value] of kept) visitor.cookies.set(name, value)
    expect(await isSignedIn(visitor)).toBe(false)
    expect(await isSignedIn(other)).toBe(true)
  })

  it('ends with sign-out, even if a sign-in that has read it is saved afterwards', async () => {
    const visitor = await arrive()
    const kept = visitor.cookies.get('session') ?? ''
    const { promise: gate, resolve: goOn } = Promise.withResolvers<undefined>()
    const makeRoom = vi.spyOn(fixture.accounts.sessions, 'limitAnonymous').mockImplementation(async () => {
      await gate
    })
    const other = new Browser(url)
    other.cookies.set('session', kept)
    const signingIn = other.fetchApi('/account/sign-in')
    await expect.poll(() => makeRoom.mock.calls.length).toBe(1)
    await visitor.fetchApi('/account/sign-out', { method: 'POST' })
    goOn(undefined)
    await signingIn
    makeRoom.mockRestore()
    other.cookies.set('session', kept)
    expect(await isSignedIn(other)).toBe(false)
  })

  it('survives a restart', async () => {
    const visitor = new Browser(await fixture.serve())
    for (const [name, value] of browser.cookies) visitor.cookies.set(name, value)
    expect(await isSignedIn(visitor)).toBe(true)
  })

  it('has one CSRF token, which changes with each sign-in', async () => {
    const visitor = await arrive()
    const first = visitor.token
    expect(((await visitor.fetchApi('/account')).json.body as { csrf_token: string }).csrf_token).toBe(first)
    await visitor.signIn()
    expect(visitor.token).not.toBe(first)
  })
})

describe('writes are refused', () => {
  const writes: [method: string, target: string][] = [
    ['POST', '/account/sign-out'],
    ['POST', '/account/keys'],
    ['PATCH', '/account/keys/dl_abcdefgh'],
    ['DELETE', '/account/keys/dl_abcdefgh'],
    ['POST', '/account/keys/dl_abcdefgh/rotate'],
  ]

  it.each(writes)('without a session: %s %s', async (method, target) => {
    expectProblem(await new Browser(url).fetchApi(target, { method, body: {} }), 'unauthenticated')
  })

  it.each(writes)('without the token: %s %s', async (method, target) => {
    const response = await browser.fetchApi(target, { method, body: {}, csrf: false })
    expectProblem(response, 'bad_request')
    expect(response.json.detail).toContain('X-CSRF-Token')
    expect(await isSignedIn(browser)).toBe(true)
  })

  it.each(writes)('with a wrong or empty token, or that of another session: %s %s', async (method, target) => {
    const other = await arrive()
    for (const csrf of ['x'.repeat(64), '', 'undefined', 'null', other.token ?? ''])
      expectProblem(await browser.fetchApi(target, { method, body: {}, csrf }), 'bad_request')
  })

  it('with the token in the body or the query', async () => {
    const target = `/account/keys?csrf_token=${browser.token}`
    expectProblem(
      await browser.fetchApi(target, { method: 'POST', csrf: false, body: { _csrf: browser.token } }),
      'bad_request',
    )
    expect((await browser.fetchApi('/account/keys')).json.body).toEqual([])
  })

  it('with any other method', async () => {
    const response = await browser.fetchApi('/account/sign-out')
    expectProblem(response, 'method_not_allowed')
    expect(response.headers.get('allow')).toBe('POST')
    const other = await browser.fetchApi('/account/keys', { method: 'PUT', body: {} })
    expectProblem(other, 'method_not_allowed')
    expect(other.headers.get('allow')).toBe('GET, HEAD, POST')
  })
})

describe('other sites', () => {
  it('may neither read nor send preflight requests', async () => {
    const headers = { origin: 'https://evil.test' }
    const read = await browser.fetchApi('/account', { headers })
    expect(read.headers.get('access-control-allow-origin')).toBeNull()
    expect(read.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    const preflight = await browser.fetchApi('/account/keys', {
      method: 'OPTIONS',
      headers: { ...headers, 'access-control-request-method': 'POST' },
    })
    expectProblem(preflight, 'method_not_allowed')
  })
})

describe('every answer', () => {
  it.each(['/account', '/account/keys', '/account/usage'])('is never stored by caches: %s', async (target) => {
    const response = await browser.fetchApi(target)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('vary')).toBe('Cookie')
    expect(response.headers.get('x-request-id')).toBeTruthy()
    expect(response.headers.get('etag')).toBeNull()
    const head = await browser.fetchApi(target, { method: 'HEAD', csrf: false })
    expect([head.status, head.text]).toEqual([200, ''])
  })

  it('below /account comes from its router, and nothing outside does', async () => {
    for (const target of ['/account/', '/account/nothing', '/account/keys/', '/account/Keys', '/account/%FF'])
      expect((await browser.fetchApi(target)).json.code, target).toMatch(/^(not_found|bad_request)$/)
    expect((await browser.fetchApi('/accounts')).status).toBe(418)
    expect((await browser.fetchApi('/')).status).toBe(418)
  })

  it('for a removed account says that nobody is signed in', async () => {
    const visitor = await arrive()
    vi.spyOn(fixture.accounts.owners, 'byId').mockResolvedValue(undefined)
    expectProblem(await visitor.fetchApi('/account'), 'unauthenticated')
    vi.restoreAllMocks()
  })
})
