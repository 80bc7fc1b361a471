/** The settings of the edge, from environment variables. */
interface EdgeSettings {
  /** URL of the dynamic service. Without it, only the tree answers. */
  readonly originUrl: string | undefined
  readonly originTimeoutMilliseconds: number
  readonly anonymousLimit: number
  readonly manifestMilliseconds: number
}

/**
 * Reads `ORIGIN_URL`, `ORIGIN_TIMEOUT_MS`, `RATE_LIMIT_ANONYMOUS` and `MANIFEST_TTL_MS`. Throws an error that names the
 * invalid variable.
 */
export function readEdgeSettings(env: (name: string) => string | undefined): EdgeSettings {
  const whole = (name: string, byDefault: number) => {
    const given = env(name)
    if (!given) return byDefault
    if (/^\d{1,9}$/.test(given)) return Number(given)
    throw new Error(`${name}=${given} is not valid: expected a whole number.`)
  }
  const originUrl = env('ORIGIN_URL') ?? ''
  if (originUrl !== '' && !/^https?:\/\/[^/?#@]+\/?$/.test(originUrl))
    throw new Error('ORIGIN_URL is not valid: expected an http or https URL without a path.')
  return {
    originUrl: originUrl === '' ? undefined : originUrl,
    originTimeoutMilliseconds: whole('ORIGIN_TIMEOUT_MS', 5000),
    anonymousLimit: whole('RATE_LIMIT_ANONYMOUS', 60),
    manifestMilliseconds: whole('MANIFEST_TTL_MS', 30_000),
  }
}
