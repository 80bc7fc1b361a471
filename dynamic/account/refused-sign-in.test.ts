// Sign-ins that must not succeed: forged, replayed, stale, planted; and a provider that does not work.
import type { MutableResponse } from 'oauth2-mock-server'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { DatabaseUnavailableError, FileUnavailableError } from '../../data/store/dialect/unavailable.ts'
import type { Methods } from '../test/fixtures/methods.ts'
import { OAuthProvider } from './provider.ts'
import { AccountFixture, Browser, client } from './test/account-service.ts'
import { expectProblem } from './test/test-problem.ts'

const fixture = new AccountFixture()
let url: string

beforeAll(async () => {
  await fixture.open()
  url = await fixture.serve()
})
afterEach(() => {
  vi.useRealTimers()
  fixture.provider.user = { id: '80351110224678912', username: 'nelly' }
  fixture.logged.length = 0
})
afterAll(() => fixture.close())

const signedIn = async (browser: Browser) => (await browser.fetchApi('/account')).status === 200

describe('nobody is signed in by', () => {
  const refused = async (browser: Browser, target: string) => {
    expectProblem(await browser.fetchApi(target), 'bad_request')
    expect(await signedIn(browser)).toBe(false)
  }
  const changed = (target: string, change: (query: URLSearchParams) => void) => {
    const there = new URL(target, url)
    change(there.searchParams)
    return there.pathname + there.search
  }

  it('a callback that is used twice', async () => {
    const browser = new Browser(url)
    const target = await browser.consent()
    expect((await browser.fetchApi(target)).status).toBe(303)
    expectProblem(await browser.fetchApi(target), 'bad_request')
  })

  it('a code that has already been used, in a sign-in of the thief', async () => {
    const victim = new Browser(url)
    const used = await victim.consent()
    await victim.fetchApi(used)
    const thief = new Browser(url)
    const own = await thief.consent()
    const code = new URL(used, url).searchParams.get('code') ?? ''
    await refused(
      thief,
      changed(own, (query) => query.set('code', code)),
    )
  })

  it('an unused code of another user, because the verifier does not match', async () => {
    const victim = await new Browser(url).consent()
    const thief = new Browser(url)
    const own = await thief.consent()
    const code = new URL(victim, url).searchParams.get('code') ?? ''
    await refused(
      thief,
      changed(own, (query) => query.set('code', code)),
    )
  })

  it('a wrong verifier', async () => {
    const browser = new Browser(url)
    const target = await browser.consent()
    for (const { data } of await fixture.at.query<{ data: string }>(`SELECT data FROM sessions`)) {
      const wrong = data.replace(/("verifier":")[^"]+/, `$1${'x'.repeat(43)}`)
      await fixture.at.query(`UPDATE sessions SET data = '${wrong}' WHERE data = '${data}'`)
    }
    await refused(browser, target)
  })

  const expectStateChecked = async () => {
    for (const change of [
      (query: URLSearchParams) => query.set('state', 'x'.repeat(43)),
      (query: URLSearchParams) => query.delete('state'),
      (query: URLSearchParams) => query.set('state', ''),
      (query: URLSearchParams) => query.append('state', query.get('state') ?? ''),
    ]) {
      const browser = new Browser(url)
      await refused(browser, changed(await browser.consent(), change))
    }
  }

  it('a wrong state, none, or two', expectStateChecked)

  it('(negative control) a sign-in that accepts any state', async () => {
    const { complete } = OAuthProvider.prototype as Pick<Methods<OAuthProvider>, 'complete'>
    const careless = vi.spyOn(OAuthProvider.prototype, 'complete').mockImplementation(function (
      this: OAuthProvider,
      query,
      attempt,
    ) {
      query.set('state', attempt.state)
      return complete.call(this, query, attempt)
    })
    await expect(expectStateChecked()).rejects.toThrow()
    careless.mockRestore()
  })

  it('guessing the state: the first wrong one ends the sign-in', async () => {
    const browser = new Browser(url)
    const target = await browser.consent()
    await refused(
      browser,
      changed(target, (query) => query.set('state', 'guess')),
    )
    await refused(browser, target)
  })

  it('a callback in another browser', async () => {
    const target = await new Browser(url).consent()
    await refused(new Browser(url), target)
  })

  it('no code, two codes, or a code beside an error', async () => {
    for (const change of [
      (query: URLSearchParams) => query.delete('code'),
      (query: URLSearchParams) => query.append('code', 'another'),
      (query: URLSearchParams) => query.append('error', 'access_denied'),
    ]) {
      const browser = new Browser(url)
      await refused(browser, changed(await browser.consent(), change))
    }
  })

  it('an error of the provider', async () => {
    const browser = new Browser(url)
    const target = changed(await browser.consent(), (query) => {
      query.delete('code')
      query.set('error', 'server_error')
    })
    await refused(browser, target)
  })

  it('a sign-in that took longer than ten minutes', async () => {
    const browser = new Browser(url)
    const target = await browser.consent()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 })
    await refused(browser, target)
  })

  it('a session that was planted before sign-in', async () => {
    const attacker = new Browser(url)
    await attacker.fetchApi('/account/sign-in')
    const victim = new Browser(url)
    for (const [name, value] of attacker.cookies) victim.cookies.set(name, value)
    await victim.signIn()
    expect(await signedIn(victim)).toBe(true)
    expect(victim.cookies.get('session')).not.toBe(attacker.cookies.get('session'))
    expect(await signedIn(attacker)).toBe(false)
  })

  it('a made-up session id', async () => {
    for (const value of ['chosen', 's:chosen', 's%3Achosen.signature', '']) {
      const victim = new Browser(url)
      victim.cookies.set('session', value)
      await victim.signIn()
      expect(victim.cookies.get('session')).not.toContain('chosen')
    }
  })
})

describe('a failure of the provider', () => {
  const { service } = fixture.provider.server
  const failing = async () => {
    const browser = new Browser(url)
    const target = await browser.consent()
    const response = await browser.fetchApi(target)
    expectProblem(response, 'unavailable')
    expect(await signedIn(browser)).toBe(false)
    const code = new URL(target, url).searchParams.get('code') ?? 'none'
    for (const text of [response.text, ...fixture.logged]) {
      expect(text).not.toContain(client.clientSecret)
      expect(text).not.toContain(code)
    }
    return fixture.logged.join('')
  }

  it('is logged if it rejects the client', async () => {
    service.once('beforeResponse', (answer: MutableResponse) => {
      answer.statusCode = 401
      answer.body = { error: 'invalid_client' }
    })
    expect(await failing()).toContain('401 invalid_client')
  })

  it('is logged if its token endpoint fails', async () => {
    service.once('beforeResponse', (answer: MutableResponse) => void (answer.statusCode = 500))
    expect(await failing()).toContain('failed')
  })

  it('is logged if it does not identify the user', async () => {
    service.once('beforeUserinfo', (answer: MutableResponse) => void (answer.statusCode = 401))
    expect(await failing()).toContain('401')
    fixture.provider.user = { username: 'nobody' }
    expect(await failing()).toContain('no id of the user')
    fixture.provider.user = { id: { odd: true } }
    expect(await failing()).toContain('an unexpected shape')
  })

  it('is logged if it cannot be reached', async () => {
    const provider = { ...fixture.provider.options, tokenUrl: 'http://localhost:9/token' }
    const browser = new Browser(await fixture.serve({ provider }))
    expectProblem(await browser.fetchApi(await browser.consent()), 'unavailable')
    expect(fixture.logged.join('')).toContain('failed')
  })
})

it('a sign-in that fails because the database is unavailable is not logged as an error', async () => {
  const away = new DatabaseUnavailableError('no answer')
  const spy = vi.spyOn(fixture.accounts.sessions, 'limitAnonymous').mockRejectedValue(away)
  expectProblem(await new Browser(url).fetchApi('/account/sign-in'), 'unavailable')
  spy.mockRestore()
  expect(fixture.logged).toEqual([])
})

it('a sign-in that fails because the disk is full is logged as an error', async () => {
  const full = new FileUnavailableError('The disk does not store what was written')
  const spy = vi.spyOn(fixture.accounts.sessions, 'limitAnonymous').mockRejectedValue(full)
  expectProblem(await new Browser(url).fetchApi('/account/sign-in'), 'unavailable')
  spy.mockRestore()
  expect(fixture.logged.join('')).toContain('The disk does not store what was written')
})

describe('ten thousand unfinished sign-ins', () => {
  const addSessions = (from: string, until: string) =>
    fixture.at.query(`
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 10000)
      insert into sessions (id_hash, data, idle_until, ends_at) select '${from} ' || n, '{}', '${until}', '${until}' from numbers`)
  const left = async () => (await fixture.at.query("select 1 from sessions where id_hash like 'crowd %'")).length
  afterEach(() => fixture.at.query("delete from sessions where id_hash like 'crowd %'"))

  it('do not prevent another one, which replaces the oldest', async () => {
    await fixture.at.query('delete from sessions where owner_id is null')
    await addSessions('crowd', new Date(Date.now() + 500_000).toISOString())
    const browser = new Browser(url)
    await browser.signIn()
    expect(await signedIn(browser)).toBe(true)
    expect(await left()).toBe(9999)
  })

  it('do not count once their sessions have ended', async () => {
    const browser = new Browser(url)
    const callback = await browser.consent()
    await addSessions('crowd', new Date(Date.now() - 1000).toISOString())
    await new Browser(url).consent()
    expect((await browser.fetchApi(callback)).status).toBe(303)
  })
})
