// Sign-in with a real provider on loopback: the redirect to it and the return from it.
import type { MutableRedirectUri } from 'oauth2-mock-server'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { AccountFixture, Browser, client } from './test/account-service.ts'
import { expectProblem } from './test/test-problem.ts'

const fixture = new AccountFixture()
let url: string

beforeAll(async () => {
  await fixture.open()
  url = await fixture.serve()
})
afterEach(() => {
  fixture.provider.user = { id: '80351110224678912', username: 'nelly' }
  fixture.provider.givesIdTokens = false
})
afterAll(() => fixture.close())

const execute = (statement: string) => fixture.at.query(statement)
const signedIn = async (browser: Browser) => (await browser.fetchApi('/account')).status === 200

describe('the redirect to the provider', () => {
  it('asks for consent with client, scope, state and an S256 challenge, without any secret', async () => {
    const { status, location, headers } = await new Browser(url).fetchApi('/account/sign-in')
    const there = new URL(location)
    expect(status).toBe(303)
    expect(there.origin + there.pathname).toBe(fixture.provider.options.authorizeUrl)
    expect(Object.fromEntries(there.searchParams)).toEqual({
      response_type: 'code',
      client_id: client.clientId,
      scope: 'identify',
      redirect_uri: `${url}/account/callback`,
      state: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge_method: 'S256',
    })
    expect(location).not.toContain(client.clientSecret)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('has a new state and challenge every time', async () => {
    const browser = new Browser(url)
    const locations = [await browser.fetchApi('/account/sign-in'), await browser.fetchApi('/account/sign-in')]
    const states = locations.map(({ location }) => new URL(location).searchParams.get('state'))
    const challenges = locations.map(({ location }) => new URL(location).searchParams.get('code_challenge'))
    expect(new Set(states).size).toBe(2)
    expect(new Set(challenges).size).toBe(2)
  })

  it.each([
    'https://evil.test/',
    '//evil.test/',
    '/\\evil.test',
    '/..//evil.test',
    '/\t/evil.test',
    'javascript:alert(1)',
    'dashboard',
    '',
  ])('is refused if return_to is %j', async (path) => {
    const response = await new Browser(url).fetchApi(`/account/sign-in?return_to=${encodeURIComponent(path)}`)
    expect(expectProblem(response, 'invalid_parameter')).toEqual(['return_to'])
    expect(response.headers.getSetCookie()).toEqual([])
  })

  it('is refused for an unknown or repeated parameter', async () => {
    const browser = new Browser(url)
    expect(expectProblem(await browser.fetchApi('/account/sign-in?next=/x'), 'invalid_parameter')).toEqual(['next'])
    expectProblem(await browser.fetchApi('/account/sign-in?return_to=/a&return_to=/b'), 'invalid_parameter')
  })

  it('does not exist if no provider is configured', async () => {
    const browser = new Browser(await fixture.serve({ off: true }))
    expectProblem(await browser.fetchApi('/account/sign-in'), 'not_found')
    expectProblem(await browser.fetchApi('/account/callback?code=x&state=y'), 'not_found')
    expectProblem(await browser.fetchApi('/account'), 'unauthenticated')
  })

  it('is possible while ten thousand other sign-ins are unfinished', async () => {
    const fill = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
      INSERT INTO sessions SELECT 'crowd' || i, NULL, '{}', '9999', '9999' FROM n`
    await execute(fill)
    const response = await new Browser(url).fetchApi('/account/sign-in')
    await execute(`DELETE FROM sessions WHERE id_hash LIKE 'crowd%'`)
    expect([response.status, response.location.startsWith(fixture.provider.options.authorizeUrl)]).toEqual([303, true])
  })
})

describe('a user who returns with consent', () => {
  it('is signed in and returns to the path of return_to', async () => {
    const browser = new Browser(url)
    const { location } = await browser.signIn('/account/sign-in?return_to=/dashboard?tab=keys%23top')
    expect(location).toBe('/dashboard?tab=keys#top')
    const { json } = await browser.fetchApi('/account')
    expect(json.body).toMatchObject({ name: 'nelly@localhost:' + new URL(fixture.provider.options.userUrl).port })
  })

  it('returns to the home path by default', async () => {
    expect((await new Browser(url).signIn()).location).toBe('/')
    const other = new Browser(await fixture.serve({ homePath: '/dashboard' }))
    expect((await other.signIn()).location).toBe('/dashboard')
  })

  it('may only delegate tooltips', async () => {
    const browser = new Browser(url)
    await browser.signIn()
    expect((await browser.fetchApi('/account')).json.body).toMatchObject({
      permissions: ['tooltips'],
      tier: 'standard',
    })
  })

  it('has the same account the next time, and another user has another one', async () => {
    const ids = []
    for (const user of [
      { id: '1', username: 'a' },
      { id: '1', username: 'b' },
      { id: 2, username: 'a' },
    ]) {
      fixture.provider.user = user
      const browser = new Browser(url)
      await browser.signIn()
      ids.push(((await browser.fetchApi('/account')).json.body as { name: string }).name)
    }
    expect(ids[0]).toBe(ids[1])
    expect(ids[2]).not.toBe(ids[0])
  })

  it('may come from a provider with other names of fields and with ID tokens', async () => {
    fixture.provider.user = { sub: 'johndoe', preferred_username: 'john' }
    fixture.provider.givesIdTokens = true
    const browser = new Browser(url)
    await browser.signIn()
    expect((await browser.fetchApi('/account')).json.body).toMatchObject({
      name: expect.stringMatching(/^john@/) as string,
    })
  })

  it('may come from a provider whose issuer has a path, if that is configured', async () => {
    const { options, server } = fixture.provider
    const issuer = `${server.issuer.url}/realms/main`
    fixture.provider.givesIdTokens = true
    const origin = server.issuer.url
    server.issuer.url = issuer
    try {
      const unconfigured = new Browser(await fixture.serve({ provider: options }))
      await expect(unconfigured.signIn()).rejects.toThrow('503')
      const configured = new Browser(await fixture.serve({ provider: { ...options, issuer } }))
      await configured.signIn()
      expect(await signedIn(configured)).toBe(true)
    } finally {
      server.issuer.url = origin
    }
  })

  it('has sent the verifier and the secret to the token endpoint, in the body', async () => {
    await new Browser(url).signIn()
    expect(fixture.provider.exchanges.at(-1)).toMatchObject({
      grant_type: 'authorization_code',
      client_id: client.clientId,
      client_secret: client.clientSecret,
      redirect_uri: `${url}/account/callback`,
      code_verifier: expect.stringMatching(/^[\w-]{43}$/) as string,
    })
  })
})

describe('a user who refuses consent', () => {
  it('returns signed out, with sign_in=denied', async () => {
    const browser = new Browser(url)
    fixture.provider.server.service.once('beforeAuthorizeRedirect', ({ url: back }: MutableRedirectUri) => {
      back.searchParams.delete('code')
      back.searchParams.set('error', 'access_denied')
    })
    const response = await browser.fetchApi(await browser.consent('/account/sign-in?return_to=/dashboard?a=1'))
    expect([response.status, response.location]).toEqual([303, '/dashboard?a=1&sign_in=denied'])
    expect(await signedIn(browser)).toBe(false)
    expect(browser.cookies.size).toBe(0)
  })

  it('stays signed in after an earlier sign-in', async () => {
    const browser = new Browser(url)
    await browser.signIn()
    const callback = new URL(await browser.consent(), url)
    callback.searchParams.delete('code')
    callback.searchParams.set('error', 'access_denied')
    expect((await browser.fetchApi(callback.pathname + callback.search)).location).toBe('/?sign_in=denied')
    expect(await signedIn(browser)).toBe(true)
  })
})
