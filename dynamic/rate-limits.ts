import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

const windowSeconds = 60
const guessesPerWindow = 20

export interface RateLimitSettings {
  /** Requests a minute for each client address without a key. */
  anonymous: number
  /** Requests a minute for each account. */
  key: number
  /** The same for accounts of a tier, by its name. */
  tiers: Readonly<Record<string, number>>
}

/** Where a caller stands: what is left of the quota, and when it is whole again. */
export interface Standing {
  readonly policy: string
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
  readonly exceeded: boolean
}

/** Who draws on a quota: an address, or an account with its tier. */
export type Caller = { readonly network: string } | { readonly account: number; readonly tier: string }

/** Quotas by the minute, kept in memory (spec 8; the numbers are settings). */
export class RateLimits {
  readonly #anonymous: RateLimiterMemory
  readonly #tiers: ReadonlyMap<string, RateLimiterMemory>
  readonly #standard: RateLimiterMemory
  readonly #guesses = limiter('guesses', guessesPerWindow)
  readonly #last = new LRUCache<string, { result: RateLimiterRes; at: number }>({ max: 100_000 })

  constructor({ anonymous, key, tiers }: RateLimitSettings) {
    this.#anonymous = limiter('anonymous', anonymous)
    this.#standard = limiter('key', key)
    this.#tiers = new Map(Object.entries(tiers).map(([name, points]) => [name, limiter(name, points)]))
  }

  /** Counts one request. */
  async consume(caller: Caller): Promise<Standing> {
    const [limits, name] = this.#of(caller)
    const result = await limits.consume(name).catch(asResult)
    this.#last.set(`${limits.keyPrefix} ${name}`, { result, at: Date.now() })
    return standing(limits, result.consumedPoints, result.msBeforeNext)
  }

  /** The standing without counting: what the last request left, until its window ends. */
  look(caller: Caller): Standing {
    const [limits, name] = this.#of(caller)
    const last = this.#last.get(`${limits.keyPrefix} ${name}`)
    const left = last ? last.result.msBeforeNext - (Date.now() - last.at) : 0
    return last && left > 0
      ? standing(limits, last.result.consumedPoints, left)
      : standing(limits, 0, windowSeconds * 1000)
  }

  /** Counts one key that was none; true once an address has guessed too often. */
  async guess(network: string): Promise<boolean> {
    const { consumedPoints, msBeforeNext } = await this.#guesses.consume(network).catch(asResult)
    return standing(this.#guesses, consumedPoints, msBeforeNext).exceeded
  }

  #of(caller: Caller): [RateLimiterMemory, string] {
    if ('network' in caller) return [this.#anonymous, caller.network]
    return [this.#tiers.get(caller.tier) ?? this.#standard, String(caller.account)]
  }
}

const limiter = (keyPrefix: string, points: number) =>
  new RateLimiterMemory({ keyPrefix, points, duration: windowSeconds })

/** `consume` rejects with a result where the quota is used up; what else it rejects with is an error. */
function asResult(reason: unknown): RateLimiterRes {
  if (reason instanceof RateLimiterRes) return reason
  throw reason
}

function standing({ points, keyPrefix }: RateLimiterMemory, consumed: number, millisecondsLeft: number): Standing {
  return {
    policy: keyPrefix,
    limit: points,
    remaining: Math.max(0, points - consumed),
    resetSeconds: Math.ceil(millisecondsLeft / 1000),
    exceeded: consumed > points,
  }
}

/** The contract's headers and the IETF's, names and values in turn. */
export function rateLimitHeaders({ policy, limit, remaining, resetSeconds }: Standing): string[] {
  return [
    'x-ratelimit-limit',
    String(limit),
    'x-ratelimit-remaining',
    String(remaining),
    'x-ratelimit-reset',
    String(Math.floor(Date.now() / 1000) + resetSeconds),
    'ratelimit',
    `"${policy}";r=${remaining};t=${resetSeconds}`,
    'ratelimit-policy',
    `"${policy}";q=${limit};w=${windowSeconds}`,
  ]
}
