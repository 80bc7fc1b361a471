const minWaitSeconds = 5

/** How long an answer asks us to wait, in seconds; undefined if it does not. `now` is ms since 1970. */
export function retryAfterSeconds(answer: { status: number; headers: Headers }, now: number): number | undefined {
  if (answer.status !== 429 && answer.status !== 503) return undefined
  const given = answer.headers.get('retry-after') ?? ''
  const seconds = /^\d+$/.test(given) ? Number(given) : Math.ceil((Date.parse(given) - now) / 1000)
  return Math.max(minWaitSeconds, Number.isNaN(seconds) ? 30 : seconds)
}
