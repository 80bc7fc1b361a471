const maxDelayMilliseconds = 2 ** 31 - 1

/**
 * Returns how long to wait, in milliseconds, by a `Retry-After` header of seconds (with or without a fraction) or a
 * date; a second without a valid one.
 */
export function retryAfterMilliseconds(value: string | null, now = Date.now()): number {
  const given = value?.trim() ?? ''
  const milliseconds = /^\d+(\.\d+)?$/.test(given) ? Number(given) * 1000 : Date.parse(given) - now
  return Number.isNaN(milliseconds) ? 1000 : Math.min(Math.max(milliseconds, 0), maxDelayMilliseconds)
}

/** Resolves after a time, or rejects with the signal's reason as soon as it is aborted. */
export async function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(end, milliseconds)
    function end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    signal?.addEventListener('abort', end)
    if (signal?.aborted) end()
  })
  signal?.throwIfAborted()
}
