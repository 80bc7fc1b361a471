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

  constructor({ anonymous, key, tiers }: RateLimitSettings) {
    this.#anonymous = limiter('anonymous', anonymous)
    this.#standard = limiter('key', key)
    this.#tiers = new Map(Object.entries(tiers).map(([name, points]) => [name, limiter(name, points)]))
  }

  /** Counts one request. */
  async consume(caller: Caller): Promise<Standing> {
    const [limits, name] = this.#of(caller)
    return standing(limits, await limits.consume(name).catch(asResult))
  }

  /** The standing without counting. */
  async look(caller: Caller): Promise<Standing> {
    const [limits, name] = this.#of(caller)
    return standing(limits, await limits.get(name))
  }

  /** Counts one key that was none; true once an address has guessed too often. */
  async guess(network: string): Promise<boolean> {
    return standing(this.#guesses, await this.#guesses.consume(network).catch(asResult)).exceeded
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

function standing({ points, keyPrefix }: RateLimiterMemory, result: RateLimiterRes | null): Standing {
  const consumed = result?.consumedPoints ?? 0
  return {
    policy: keyPrefix,
    limit: points,
    remaining: Math.max(0, points - consumed),
    resetSeconds: Math.ceil((result?.msBeforeNext ?? windowSeconds * 1000) / 1000),
    exceeded: consumed > points,
  }
}

/** The contract's headers and the IETF's. */
export function rateLimitHeaders({ policy, limit, remaining, resetSeconds }: Standing): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + resetSeconds),
    ratelimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
    'ratelimit-policy': `"${policy}";q=${limit};w=${windowSeconds}`,
  }
}
