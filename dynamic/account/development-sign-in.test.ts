// Sign-in under any name, as `npm start` offers it without an OAuth client.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchApi } from '../test/fixtures/test-client.ts'
import { developmentSignInPath } from './development-provider.ts'
import { AccountFixture, Browser } from './test/account-service.ts'
import { expectProblem } from './test/test-problem.ts'

const fixture = new AccountFixture()
let url: string

beforeAll(async () => {
  await fixture.open()
  url = await fixture.serve({ provider: 'development' })
})
afterAll(() => fixture.close())

/** Begins a sign-in in this browser and returns the target of its callback with a name. */
async function named(browser: Browser, name: string): Promise<string> {
  const { status, location } = await browser.fetchApi('/account/sign-in?return_to=/dashboard')
  expect([status, location.split('?')[0]]).toEqual([303, developmentSignInPath])
  const { searchParams } = new URL(location, url)
  const query = new URLSearchParams({ state: searchParams.get('state') ?? '', name })
  return `/account/callback?${query.toString()}`
}

const nameOf = async (browser: Browser) =>
  ((await browser.fetchApi('/account')).json.body as { name?: string } | undefined)?.name

describe('a development sign-in', () => {
  it('redirects to a page of this site, and signs in under the name that is entered there', async () => {
    const browser = new Browser(url)
    const arrived = await browser.fetchApi(await named(browser, ' Nelly '))
    expect([arrived.status, arrived.location]).toEqual([303, '/dashboard'])
    expect(await nameOf(browser)).toBe('Nelly@development')
  })

  it('can be completed once, in the browser that began it', async () => {
    const [browser, other] = [new Browser(url), new Browser(url)]
    const callback = await named(browser, 'nelly')
    await named(other, 'nelly')
    expectProblem(await other.fetchApi(callback), 'bad_request')
    expect((await browser.fetchApi(callback)).status).toBe(303)
    expectProblem(await browser.fetchApi(callback), 'bad_request')
  })

  it.each(['', '   ', 'x'.repeat(41)])('needs a name: %j', async (name) => {
    const browser = new Browser(url)
    expectProblem(await browser.fetchApi(await named(browser, name)), 'bad_request')
    expect(await nameOf(browser)).toBeUndefined()
  })

  it('is refused for hosts whose names resolve to this machine', async () => {
    const get = (target: string, host: string) =>
      fetchApi({ port: Number(new URL(url).port) }, target, { headers: { host } })
    for (const target of ['/account', '/account/sign-in', '/account/callback?state=a&name=nelly', '/account/keys'])
      for (const host of ['attacker.example', 'attacker.example:80', '127.0.0.1.attacker.example', 'localhost.'])
        expect((await get(target, host)).object, `${host}${target}`).toMatchObject({
          code: 'bad_request',
          detail: expect.stringContaining('localhost') as string,
        })
    for (const host of ['localhost', 'ledger', 'a.localhost:8080', '127.0.0.1', '[::1]:8080'])
      expect((await get('/account/sign-in', host)).status, host).toBe(303)
  })

  it('is not valid for a service without development sign-in, even with the same secret and database', async () => {
    const browser = new Browser(url)
    await browser.fetchApi(await named(browser, 'nelly'))
    for (const options of [{ off: true }, {}]) {
      const elsewhere = new Browser(await fixture.serve(options))
      for (const [cookie, value] of browser.cookies) elsewhere.cookies.set(cookie, value)
      expectProblem(await elsewhere.fetchApi('/account'), 'unauthenticated')
    }
  })
})
