const minWaitSeconds = 5

/**
 * Returns how many seconds to wait after a 429 or 503: what `Retry-After` says, but at least 5, or 30 if it is missing or
 * malformed. Returns undefined for any other status. `now` is in ms since 1970.
 */
export function retryAfterSeconds(answer: { status: number; headers: Headers }, now: number): number | undefined {
  if (answer.status !== 429 && answer.status !== 503) return undefined
  const given = answer.headers.get('retry-after') ?? ''
  const seconds = /^\d+$/.test(given) ? Number(given) : Math.ceil((Date.parse(given) - now) / 1000)
  return Math.max(minWaitSeconds, Number.isNaN(seconds) ? 30 : seconds)
}
