// For suites: /account on a real listener, an OAuth provider for sign-in, and browsers with cookies.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import express from 'express'
import { OAuth2Server, type MutableResponse, type TokenRequestIncomingMessage } from 'oauth2-mock-server'
import pino from 'pino'
import type { Accounts } from '../../../data/store/accounts/accounts.ts'
import { TestAccounts } from '../../../data/store/test/test-accounts.ts'
import { accountRouter, type AccountRouterOptions } from '../account-router.ts'
import type { ProviderOptions } from '../provider.ts'

export const client = { clientId: 'deepledger', clientSecret: 'a-very-secret-client-secret', scope: 'identify' }

/** A provider on loopback, by default without ID tokens, like Discord. `user` gives consent. */
export class TestProvider {
  readonly server = new OAuth2Server()
  user: Record<string, unknown> = { id: '80351110224678912', username: 'nelly' }
  /** Bodies of requests to the token endpoint. */
  readonly exchanges: Record<string, unknown>[] = []
  givesIdTokens = false

  async start(): Promise<void> {
    await this.server.issuer.keys.generate('RS256')
    await this.server.start(0, 'localhost')
    this.server.service.on('beforeUserinfo', (answer: MutableResponse) => void (answer.body = this.user))
    this.server.service.on('beforeResponse', (answer: MutableResponse, req: TokenRequestIncomingMessage) => {
      this.exchanges.push({ ...req.body })
      if (!this.givesIdTokens && typeof answer.body === 'object') delete answer.body.id_token
    })
  }

  get options(): ProviderOptions {
    const { url } = this.server.issuer
    return { ...client, authorizeUrl: `${url}/authorize`, tokenUrl: `${url}/token`, userUrl: `${url}/userinfo` }
  }
}

/** An accounts.db, `/account` with it, and the lines that were logged. */
export class AccountFixture {
  readonly at = new TestAccounts()
  readonly provider = new TestProvider()
  readonly logged: string[] = []
  readonly #servers: Server[] = []
  #accounts: Accounts | undefined

  async open(): Promise<void> {
    this.#accounts = await this.at.open()
    await this.provider.start()
  }

  get accounts(): Accounts {
    if (!this.#accounts) throw new Error('the fixture is not open')
    return this.#accounts
  }

  /** Serves on a free port and resolves to the URL. With `off`, sign-in is off. */
  async serve({ off, ...given }: Partial<AccountRouterOptions> & { off?: boolean } = {}): Promise<string> {
    const server = createServer()
    this.#servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const sink = new Writable({
      write: (chunk, _encoding, done) => {
        this.logged.push(String(chunk))
        done()
      },
    })
    const app = express().disable('x-powered-by')
    app.use(
      accountRouter({
        accounts: this.accounts,
        publicUrl: url,
        sessionSecret: 'a-session-secret-of-more-than-32-characters',
        provider: off ? undefined : this.provider.options,
        log: pino({ level: 'trace' }, sink),
        ...given,
      }),
    )
    app.use((_req, res) => void res.status(418).end())
    server.on('request', app as never)
    return url
  }

  async close(): Promise<void> {
    for (const server of this.#servers) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
    await this.provider.server.stop()
    await this.at.remove()
  }
}

export interface ApiClient {
  method?: string
  body?: unknown
  headers?: Record<string, string>
  /** Sends the CSRF token; true by default for writes. */
  csrf?: boolean | string
}

export interface BrowserResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: { body?: unknown; code?: string; detail?: string; errors?: { parameter: string }[] }
  readonly location: string
}

/** Keeps cookies, and does not follow redirects by itself. */
export class Browser {
  readonly url: string
  readonly cookies = new Map<string, string>()
  token: string | undefined

  constructor(url: string) {
    this.url = url
  }

  async fetchApi(
    target: string,
    { method = 'GET', body, headers = {}, csrf = method !== 'GET' }: ApiClient = {},
  ): Promise<BrowserResponse> {
    const token = typeof csrf === 'string' ? csrf : csrf ? this.token : undefined
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(new URL(target, this.url), {
      method,
      redirect: 'manual',
      headers: {
        ...(cookie && { cookie }),
        ...(token !== undefined && { 'x-csrf-token': token }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    })
    for (const line of answer.headers.getSetCookie()) this.#keep(line)
    const text = await answer.text()
    const json = (
      text !== '' && answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {}
    ) as BrowserResponse['json']
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      json,
      location: answer.headers.get('location') ?? '',
    }
  }

  /** Goes to the provider and gives consent. Resolves to the target of the callback, without requesting it. */
  async consent(target = '/account/sign-in'): Promise<string> {
    const there = await this.fetchApi(target)
    if (there.status !== 303) throw new Error(`${target}: ${there.status} ${there.text}`)
    const back = await fetch(there.location, { redirect: 'manual' })
    const { pathname, search } = new URL(back.headers.get('location') ?? '')
    return pathname + search
  }

  async signIn(target?: string): Promise<BrowserResponse> {
    const arrived = await this.fetchApi(await this.consent(target))
    if (arrived.status !== 303) throw new Error(`the callback: ${arrived.status} ${arrived.text}`)
    const { json } = await this.fetchApi('/account')
    this.token = (json.body as { csrf_token: string }).csrf_token
    return arrived
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';')
    const [name = '', value = ''] = pair.split('=')
    if (/expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}
