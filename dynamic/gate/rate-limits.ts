import { validateHeaderValue } from 'node:http'
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { SharedHeaders } from '../http/header-lines.ts'
import { BoundedLimiter } from './bounded-limiter.ts'
import { anonymousPolicy, rateLimitHeaders, quotaWindowSeconds } from '../../data/api/answer/rate-limit-headers.ts'

const maxInvalidKeysPerWindow = 20
const maxSignInsPerWindow = 20

export interface RateLimitSettings {
  /** Requests a minute for each client address without a key. */
  anonymous: number
  /** Requests a minute for each account. */
  key: number
  /** Requests a minute for each account of a tier, by the name of the tier. */
  tiers: Readonly<Record<string, number>>
}

/** The state of a caller's quota: what remains, and when it resets. */
export class QuotaState {
  readonly limit: number
  readonly isExceeded: boolean
  readonly #policy: string
  readonly #remaining: number
  /** Time of the monotonic clock at which the window ends. */
  readonly #ends: number
  /** When the window ends, in milliseconds since 1970. */
  readonly #endsAt: number
  #sent: { readonly resetSeconds: number; readonly headers: SharedHeaders } | undefined

  /** `consumed` is the number of points used up, `left` the time until the quota is full again, in milliseconds. */
  constructor({ keyPrefix, points }: Limiter, consumed: number, left: number) {
    this.limit = points
    this.isExceeded = consumed > points
    this.#policy = keyPrefix
    this.#remaining = Math.max(0, points - consumed)
    // If the clock was set back, the limiter's window lasts until the clock has caught up.
    const milliseconds = Math.min(left, quotaWindowSeconds * 1000)
    this.#ends = performance.now() + milliseconds
    this.#endsAt = Date.now() + milliseconds
  }

  get resetSeconds(): number {
    return Math.ceil((this.#ends - performance.now()) / 1000)
  }

  /** The quota headers of the API's contract and of the IETF; built once a second. */
  get headers(): SharedHeaders {
    const { resetSeconds } = this
    if (this.#sent?.resetSeconds === resetSeconds) return this.#sent.headers
    const [policy, limit, remaining, endsAt] = [this.#policy, this.limit, this.#remaining, this.#endsOnClock()]
    const headers = new SharedHeaders(rateLimitHeaders({ policy, limit, remaining, endsAt }), true)
    this.#sent = { resetSeconds, headers }
    return headers
  }

  /** When the window ends, in milliseconds since 1970: the same for all answers, unless the clock is set meanwhile. */
  #endsOnClock(): number {
    const endsAt = Date.now() + this.#ends - performance.now()
    return Math.abs(endsAt - this.#endsAt) < 1000 ? this.#endsAt : endsAt
  }
}

/** Who uses a quota: an address, or an account with its tier. */
export type Caller = { readonly network: string } | { readonly account: number; readonly tier: string }

type QuotaOutcome = 'allowed' | 'refused'

type Limiter = BoundedLimiter | RateLimiterRedis

/** Counts one point for `name`. Resolves to the seconds to wait if the limiter's points are used up, otherwise to 0. */
async function secondsToWait(limiter: Limiter, name: string): Promise<number> {
  const { consumedPoints, msBeforeNext } = await limiter.consume(name).catch(asResult)
  if (consumedPoints <= limiter.points) return 0
  return Math.max(1, Math.min(quotaWindowSeconds, Math.ceil(msBeforeNext / 1000)))
}

/**
 * Quotas per minute, counted in memory, or in Redis for all instances together. While Redis does not answer, each
 * instance counts in memory.
 */
export class RateLimits {
  readonly #anonymous: Limiter
  readonly #tiers: ReadonlyMap<string, Limiter>
  readonly #standard: Limiter
  readonly #invalidKeys: Limiter
  readonly #signIns: Limiter
  /**
   * The last state of each quota, about a kilobyte each. If it is evicted, `peek` returns a full quota; requests are
   * still counted.
   */
  readonly #last = new LRUCache<string, QuotaState>({ max: 10_000 })
  readonly #unused = new Map<Limiter, QuotaState>()
  readonly #counts = new Map<string, Record<QuotaOutcome, number>>()

  constructor({ anonymous, key, tiers }: RateLimitSettings, redis?: Redis) {
    const limiter = (name: string, points: number) => createLimiter(name, points, redis)
    this.#anonymous = limiter(anonymousPolicy, anonymous)
    this.#standard = limiter('key', key)
    this.#tiers = new Map(Object.entries(tiers).map(([name, points]) => [name, limiter(name, points)]))
    for (const each of [this.#anonymous, this.#standard, ...this.#tiers.values()]) this.#countsOf(each.keyPrefix)
    this.#invalidKeys = limiter('guesses', maxInvalidKeysPerWindow)
    this.#signIns = limiter('sign-ins', maxSignInsPerWindow)
  }

  /** Counts one request, and returns its quota: a promise only with Redis. */
  consume(caller: Caller): QuotaState | Promise<QuotaState> {
    const [limits, name] = this.#limiterOf(caller)
    if (limits instanceof BoundedLimiter) return this.#counted(limits, name, limits.count(name))
    return limits
      .consume(name)
      .catch(asResult)
      .then((result) => this.#counted(limits, name, result))
  }

  #counted(limits: Limiter, name: string, { consumedPoints, msBeforeNext }: RateLimiterRes): QuotaState {
    const state = new QuotaState(limits, consumedPoints, msBeforeNext)
    this.#last.set(`${limits.keyPrefix} ${name}`, state)
    this.#countsOf(limits.keyPrefix)[state.isExceeded ? 'refused' : 'allowed'] += 1
    return state
  }

  /** Requests counted since the start, by the name of their quota. */
  get counts(): ReadonlyMap<string, Readonly<Record<QuotaOutcome, number>>> {
    return this.#counts
  }

  /** Returns the quota without counting: as the last request to this instance left it, until its window ends. */
  peek(caller: Caller): QuotaState {
    const [limits, name] = this.#limiterOf(caller)
    const last = this.#last.get(`${limits.keyPrefix} ${name}`)
    return last && last.resetSeconds > 0 ? last : this.#fullQuota(limits)
  }

  /** Counts an invalid key. Resolves to the seconds to wait if the network has sent too many, otherwise to 0. */
  countInvalidKey(network: string): Promise<number> {
    return secondsToWait(this.#invalidKeys, network)
  }

  /**
   * Counts the start of a sign-in like `countInvalidKey`, but separately: users with an invalid key sign in to create
   * another one.
   */
  countSignIn(network: string): Promise<number> {
    return secondsToWait(this.#signIns, network)
  }

  /** Returns the state of an unused quota, one for all callers within a second. */
  #fullQuota(limits: Limiter): QuotaState {
    const known = this.#unused.get(limits)
    if (known?.resetSeconds === quotaWindowSeconds) return known
    const full = new QuotaState(limits, 0, quotaWindowSeconds * 1000)
    this.#unused.set(limits, full)
    return full
  }

  #countsOf(policy: string): Record<QuotaOutcome, number> {
    const known = this.#counts.get(policy)
    if (known) return known
    const counts = { allowed: 0, refused: 0 }
    this.#counts.set(policy, counts)
    return counts
  }

  #limiterOf(caller: Caller): [Limiter, string] {
    if ('network' in caller) return [this.#anonymous, caller.network]
    return [this.#tiers.get(caller.tier) ?? this.#standard, String(caller.account)]
  }
}

/** Throws if `keyPrefix`, which is sent as the name of the policy, is not valid in a header. */
function createLimiter(keyPrefix: string, points: number, redis: Redis | undefined): Limiter {
  validateHeaderValue('ratelimit', keyPrefix)
  const options = { keyPrefix, points, duration: quotaWindowSeconds }
  const inMemory = new BoundedLimiter(options)
  if (!redis) return inMemory
  return new RateLimiterRedis({
    ...options,
    storeClient: redis,
    rejectIfRedisNotReady: true,
    insuranceLimiter: inMemory,
  })
}

/** Returns the result that `consume` rejects with if the quota is used up. Throws any other reason. */
function asResult(reason: unknown): RateLimiterRes {
  if (reason instanceof RateLimiterRes) return reason
  throw reason
}
