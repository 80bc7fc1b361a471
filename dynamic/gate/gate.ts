import type { IncomingMessage } from 'node:http'
import { Problem } from '../../data/api/model/values/errors.ts'
import type { Accounts, Scope } from '../../data/store/accounts/accounts.ts'
import { originAllowed } from '../../data/store/accounts/origins.ts'
import { clientNetwork } from './client-address.ts'
import type { RequestContext, ValidKey } from '../http/request-context.ts'
import type { Caller, RateLimits, QuotaState } from './rate-limits.ts'

const keyErrors = {
  malformed: 'The API key is malformed: was it copied whole?',
  unknown: 'There is no such API key.',
  revoked: 'The API key was revoked.',
  expired: 'The API key has expired.',
} as const

const challenge = { 'www-authenticate': 'ApiKey realm="deepledger", header="X-Api-Key"' }

/** Throws `origin_not_allowed` if a key is restricted to origins that do not include the request's origin. */
export function requireOrigin({ origins }: Pick<ValidKey, 'origins'>, { headers: { origin } }: IncomingMessage): void {
  if (originAllowed(origins, origin)) return
  const detail =
    origin === undefined
      ? 'The API key is for some origins only, and the request names none.'
      : `The API key is not for ${origin}.`
  throw new Problem('origin_not_allowed', detail)
}

/**
 * Authorizes requests: key first, then quota; scope and origin where an endpoint requires them (ARCHITECTURE.md, The
 * path of a request).
 */
export class Gate {
  readonly #accounts: Pick<Accounts, 'authenticate' | 'countUse'>
  readonly #limits: RateLimits
  readonly #trustProxy: number

  constructor(accounts: Pick<Accounts, 'authenticate' | 'countUse'>, limits: RateLimits, trustProxy: number) {
    this.#accounts = accounts
    this.#limits = limits
    this.#trustProxy = trustProxy
  }

  /** Sets headers with the remaining quota of the client's address, for a free request without a key. */
  addQuotaHeaders(context: RequestContext): void {
    context.quotaHeaders = this.#limits.peek({ network: clientNetwork(context.req, this.#trustProxy) }).headers
  }

  /**
   * Counts the request unless it is free; an invalid key always counts. Throws `unauthenticated` or `rate_limited`; quota
   * headers are set even then. Returns a promise only if a key has to be looked up, or if Redis counts.
   */
  admit(context: RequestContext, isFree: boolean): void | Promise<void> {
    if (context.req.headers['x-api-key'] !== undefined) return this.#admitKey(context, isFree)
    const caller = { network: clientNetwork(context.req, this.#trustProxy) }
    const quota = isFree ? this.#limits.peek(caller) : this.#limits.consume(caller)
    if (quota instanceof Promise) return quota.then((counted) => this.#apply(context, counted, isFree))
    this.#apply(context, quota, isFree)
  }

  /**
   * Verifies the key, if there is one, and sets quota headers. Counts invalid keys only. Rejects with `unauthenticated`
   * or `rate_limited`.
   */
  async verify(context: RequestContext): Promise<void> {
    if (context.req.headers['x-api-key'] === undefined) this.addQuotaHeaders(context)
    else await this.#checkKey(context, true)
  }

  async #admitKey(context: RequestContext, isFree: boolean): Promise<void> {
    const validKey = await this.#checkKey(context, isFree)
    if (validKey) this.#accounts.countUse(validKey.keyId)
  }

  async #checkKey(context: RequestContext, isFree: boolean): Promise<ValidKey | undefined> {
    const { req } = context
    const network = clientNetwork(req, this.#trustProxy)
    const key = await this.#accounts.authenticate(String(req.headers['x-api-key']))
    const validKey = key.kind === 'good' ? key : undefined
    const caller: Caller = validKey ? { account: validKey.ownerId, tier: validKey.tier } : { network }
    const quota = await (isFree && key.kind !== 'refused' ? this.#limits.peek(caller) : this.#limits.consume(caller))
    context.key = validKey
    context.quotaHeaders = quota.headers
    context.noStore = validKey !== undefined
    if (key.kind === 'refused') throw await this.#invalidKey(network, keyErrors[key.reason])
    if (quota.isExceeded && !isFree) throw this.#rateLimited(quota)
    return validKey
  }

  async #invalidKey(network: string, why: string): Promise<Problem> {
    const seconds = await this.#limits.countInvalidKey(network)
    if (seconds === 0) return new Problem('unauthenticated', why, { headers: challenge })
    return tooMany('This address has sent too many invalid API keys: send a valid one or none, or wait', seconds)
  }

  /** Sets the headers of a quota. Throws `rate_limited` if it is used up, unless the request is free. */
  #apply(context: RequestContext, quota: QuotaState, isFree: boolean): void {
    context.quotaHeaders = quota.headers
    if (quota.isExceeded && !isFree) throw this.#rateLimited(quota)
  }

  /**
   * Limits requests that create rows without authentication, such as the start of a sign-in. Rejects with
   * `rate_limited`.
   */
  async limitSignIn({ req }: RequestContext): Promise<void> {
    const seconds = await this.#limits.countSignIn(clientNetwork(req, this.#trustProxy))
    if (seconds > 0) throw tooMany('Too many attempts from this address: wait', seconds)
  }

  /**
   * Checks the key for an endpoint that needs one. Throws `unauthenticated`, `insufficient_scope` or
   * `origin_not_allowed`.
   */
  requireScope({ req, key }: RequestContext, scope: Scope): void {
    if (!key)
      throw new Problem('unauthenticated', 'This needs an API key in the header X-Api-Key.', { headers: challenge })
    if (!key.scopes.has(scope)) throw new Problem('insufficient_scope', `The API key lacks the scope ${scope}.`)
    requireOrigin(key, req)
  }

  #rateLimited({ limit, resetSeconds }: QuotaState): Problem {
    return tooMany(`The quota of ${limit} requests a minute is used up: wait`, resetSeconds)
  }
}

const tooMany = (why: string, seconds: number): Problem =>
  new Problem('rate_limited', `${why} ${seconds} seconds.`, { headers: { 'retry-after': String(seconds) } })
