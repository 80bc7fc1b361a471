import { validateHeaderValue } from 'node:http'
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { SentHeaders } from '../http/header-lines.ts'
import { BoundedLimiter } from './bounded-limiter.ts'
import { anonymousPolicy, rateLimitHeaders, windowSeconds } from '../../data/api/answer/rate-limit-headers.ts'

const maxInvalidKeysPerWindow = 20
const maxSignInsPerWindow = 20

export interface RateLimitSettings {
  /** Requests a minute for each client address without a key. */
  anonymous: number
  /** Requests a minute for each account. */
  key: number
  /** The same for accounts of a tier, by its name. */
  tiers: Readonly<Record<string, number>>
}

/** The state of a caller's quota: what remains, and when it resets. */
export class QuotaState {
  readonly limit: number
  readonly exceeded: boolean
  readonly #policy: string
  readonly #remaining: number
  /** By the monotonic clock. */
  readonly #ends: number
  /** In milliseconds since 1970. */
  readonly #endsAt: number
  #sent: { readonly resetSeconds: number; readonly headers: SentHeaders } | undefined

  /** `consumed` of the limiter's points; `left` are the milliseconds until the quota is full again. */
  constructor({ keyPrefix, points }: Limiter, consumed: number, left: number) {
    this.limit = points
    this.exceeded = consumed > points
    this.#policy = keyPrefix
    this.#remaining = Math.max(0, points - consumed)
    // If the clock was set back, the limiter's window lasts until the clock has caught up.
    const milliseconds = Math.min(left, windowSeconds * 1000)
    this.#ends = performance.now() + milliseconds
    this.#endsAt = Date.now() + milliseconds
  }

  get resetSeconds(): number {
    return Math.ceil((this.#ends - performance.now()) / 1000)
  }

  /** The contract's headers and the IETF's; built once a second. */
  get headers(): SentHeaders {
    const { resetSeconds } = this
    if (this.#sent?.resetSeconds === resetSeconds) return this.#sent.headers
    const [policy, limit, remaining, endsAt] = [this.#policy, this.limit, this.#remaining, this.#endsOnClock()]
    const headers = new SentHeaders(rateLimitHeaders({ policy, limit, remaining, endsAt }), true)
    this.#sent = { resetSeconds, headers }
    return headers
  }

  /** The same for all answers, unless the clock is set in between. */
  #endsOnClock(): number {
    const endsAt = Date.now() + this.#ends - performance.now()
    return Math.abs(endsAt - this.#endsAt) < 1000 ? this.#endsAt : endsAt
  }
}

/** Who uses a quota: an address, or an account with its tier. */
export type Caller = { readonly network: string } | { readonly account: number; readonly tier: string }

type QuotaOutcome = 'allowed' | 'refused'

type Limiter = BoundedLimiter | RateLimiterRedis

/** Counts one. Returns the seconds to wait where there are more than the limiter's points, else 0. */
async function secondsToWait(limiter: Limiter, name: string): Promise<number> {
  const { consumedPoints, msBeforeNext } = await limiter.consume(name).catch(asResult)
  if (consumedPoints <= limiter.points) return 0
  return Math.max(1, Math.min(windowSeconds, Math.ceil(msBeforeNext / 1000)))
}

/**
 * Quotas by the minute (the numbers are settings), counted in memory, or in Redis for all instances together. Where
 * Redis does not answer, the quotas of this instance count, in memory. What `peek` returns is what the last request to
 * this instance left.
 */
export class RateLimits {
  readonly #anonymous: Limiter
  readonly #tiers: ReadonlyMap<string, Limiter>
  readonly #standard: Limiter
  readonly #invalidKeys: Limiter
  readonly #signIns: Limiter
  /** About a kilobyte each. An evicted address is shown a full quota; its requests are counted nonetheless. */
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

  /** Counts one request: at once, or with Redis later. */
  consume(caller: Caller): QuotaState | Promise<QuotaState> {
    const [limits, name] = this.#of(caller)
    if (limits instanceof BoundedLimiter) return this.#counted(limits, name, limits.count(name))
    return limits
      .consume(name)
      .catch(asResult)
      .then((result) => this.#counted(limits, name, result))
  }

  #counted(limits: Limiter, name: string, { consumedPoints, msBeforeNext }: RateLimiterRes): QuotaState {
    const state = new QuotaState(limits, consumedPoints, msBeforeNext)
    this.#last.set(`${limits.keyPrefix} ${name}`, state)
    this.#countsOf(limits.keyPrefix)[state.exceeded ? 'refused' : 'allowed'] += 1
    return state
  }

  /** Requests counted since the start, by the name of their quota. */
  get counts(): ReadonlyMap<string, Readonly<Record<QuotaOutcome, number>>> {
    return this.#counts
  }

  /** The quota state without counting: what the last request left, until its window ends. */
  peek(caller: Caller): QuotaState {
    const [limits, name] = this.#of(caller)
    const last = this.#last.get(`${limits.keyPrefix} ${name}`)
    return last && last.resetSeconds > 0 ? last : this.#fullQuota(limits)
  }

  /** Counts an invalid key. Returns the seconds to wait once an address has sent too many, else 0. */
  countInvalidKey(network: string): Promise<number> {
    return secondsToWait(this.#invalidKeys, network)
  }

  /** Counts the start of a sign-in in the same way, apart from invalid keys: who has one needs it to make another. */
  countSignIn(network: string): Promise<number> {
    return secondsToWait(this.#signIns, network)
  }

  /** An unused quota is the same for all callers, for a second. */
  #fullQuota(limits: Limiter): QuotaState {
    const known = this.#unused.get(limits)
    if (known?.resetSeconds === windowSeconds) return known
    const full = new QuotaState(limits, 0, windowSeconds * 1000)
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

  #of(caller: Caller): [Limiter, string] {
    if ('network' in caller) return [this.#anonymous, caller.network]
    return [this.#tiers.get(caller.tier) ?? this.#standard, String(caller.account)]
  }
}

/** Throws for a name that no header may have. */
function createLimiter(keyPrefix: string, points: number, redis: Redis | undefined): Limiter {
  validateHeaderValue('ratelimit', keyPrefix)
  const options = { keyPrefix, points, duration: windowSeconds }
  const inMemory = new BoundedLimiter(options)
  if (!redis) return inMemory
  return new RateLimiterRedis({
    ...options,
    storeClient: redis,
    rejectIfRedisNotReady: true,
    insuranceLimiter: inMemory,
  })
}

/** `consume` rejects with a result where the quota is used up; what else it rejects with is an error. */
function asResult(reason: unknown): RateLimiterRes {
  if (reason instanceof RateLimiterRes) return reason
  throw reason
}
