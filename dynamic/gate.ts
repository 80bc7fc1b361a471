import type { IncomingMessage } from 'node:http'
import { Problem } from '../data/api/errors.ts'
import type { Accounts, KeyStanding, Scope } from '../data/store/accounts/accounts.ts'
import { originAllowed } from '../data/store/accounts/origins.ts'
import { clientNetwork } from './client-address.ts'
import { setExtraHeaders } from './extra-headers.ts'
import type { Caller, RateLimits, Standing } from './rate-limits.ts'

type GoodKey = Extract<KeyStanding, { kind: 'good' }>

const refusals = {
  malformed: 'The API key is malformed: was it copied whole?',
  unknown: 'There is no such API key.',
  revoked: 'The API key was revoked.',
  expired: 'The API key has expired.',
} as const

const challenge = { 'www-authenticate': 'ApiKey realm="deepledger", header="X-Api-Key"' }

/** Decides who may ask: key first, then quota; scope and origin where an endpoint wants them (DESIGN 3, order of checks). */
export class Gate {
  readonly #accounts: Pick<Accounts, 'authenticate' | 'countUse'>
  readonly #limits: RateLimits
  readonly #trustProxy: number
  readonly #keys = new WeakMap<IncomingMessage, GoodKey>()

  constructor(accounts: Pick<Accounts, 'authenticate' | 'countUse'>, limits: RateLimits, trustProxy: number) {
    this.#accounts = accounts
    this.#limits = limits
    this.#trustProxy = trustProxy
  }

  /** For what is free and asked without a key: headers that tell where the address stands. */
  showStanding(req: IncomingMessage): void {
    const { headers } = this.#limits.look({ network: clientNetwork(req, this.#trustProxy) })
    setExtraHeaders(req, { added: headers, noStore: false })
  }

  /** Counts the request unless it is `free`. Throws `unauthenticated` or `rate_limited`; the headers are there even then. */
  async admit(req: IncomingMessage, free: boolean): Promise<void> {
    const network = clientNetwork(req, this.#trustProxy)
    const given = req.headers['x-api-key']
    const key = given === undefined ? undefined : await this.#accounts.authenticate(String(given))
    const good = key?.kind === 'good' ? key : undefined
    const caller: Caller = good ? { account: good.ownerId, tier: good.tier } : { network }
    const standing = await (free && key?.kind !== 'refused' ? this.#limits.look(caller) : this.#limits.consume(caller))
    if (good) this.#keys.set(req, good)
    setExtraHeaders(req, { added: standing.headers, noStore: good !== undefined })
    if (key?.kind === 'refused' && !(await this.#limits.guess(network)))
      throw new Problem('unauthenticated', refusals[key.reason], { headers: challenge })
    if (key?.kind === 'refused' || (standing.exceeded && !free)) throw this.#rateLimited(standing)
    if (good) this.#accounts.countUse(good.keyId)
  }

  /** For what makes rows on behalf of strangers, such as a sign-in that begins. Throws `rate_limited`. */
  async admitStranger(req: IncomingMessage): Promise<void> {
    if (!(await this.#limits.guess(clientNetwork(req, this.#trustProxy)))) return
    const detail = 'Too many attempts from this address: wait a minute.'
    throw new Problem('rate_limited', detail, { headers: { 'retry-after': '60' } })
  }

  /** For an endpoint that needs a key. Throws `unauthenticated`, `insufficient_scope` or `origin_not_allowed`. */
  requireScope(req: IncomingMessage, scope: Scope): void {
    const key = this.#keys.get(req)
    if (!key)
      throw new Problem('unauthenticated', 'This needs an API key in the header X-Api-Key.', { headers: challenge })
    if (!key.scopes.has(scope)) throw new Problem('insufficient_scope', `The API key lacks the scope ${scope}.`)
    const { origin } = req.headers
    if (originAllowed(key.origins, origin)) return
    const detail =
      origin === undefined
        ? 'The API key is for some origins only, and the request names none.'
        : `The API key is not for ${origin}.`
    throw new Problem('origin_not_allowed', detail)
  }

  #rateLimited({ limit, resetSeconds }: Standing): Problem {
    const detail = `The quota of ${limit} requests a minute is used up: wait ${resetSeconds} seconds.`
    return new Problem('rate_limited', detail, { headers: { 'retry-after': String(resetSeconds) } })
  }
}
