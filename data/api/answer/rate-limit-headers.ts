/** Length of the window in which requests are counted. */
export const quotaWindowSeconds = 60

/** Name of the quota policy for callers without a key. */
export const anonymousPolicy = 'anonymous'

/** The state of a caller's quota. */
interface Quota {
  readonly policy: string
  readonly limit: number
  readonly remaining: number
  /** When the window ends, ms since 1970. */
  readonly endsAt: number
}

/** The `X-RateLimit-*` headers of the specification and the `RateLimit` headers of the IETF draft. */
export function rateLimitHeaders(
  { policy, limit, remaining, endsAt }: Quota,
  now = Date.now(),
): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Math.ceil(endsAt / 1000)),
    ratelimit: `"${policy}";r=${remaining};t=${Math.ceil((endsAt - now) / 1000)}`,
    'ratelimit-policy': `"${policy}";q=${limit};w=${quotaWindowSeconds}`,
  }
}

/** Headers of an unused quota for callers without a key. */
export const fullQuotaHeaders = (limit: number, now: number): Record<string, string> =>
  rateLimitHeaders({ policy: anonymousPolicy, limit, remaining: limit, endsAt: now + quotaWindowSeconds * 1000 }, now)
