const maxDelayMilliseconds = 2 ** 31 - 1

/** How long a 429 asks to wait: seconds, also with a fraction, or until an instant; a second where it does not say. */
export function retryAfterMilliseconds(value: string | null, now = Date.now()): number {
  const given = value?.trim() ?? ''
  const milliseconds = /^\d+(\.\d+)?$/.test(given) ? Number(given) * 1000 : Date.parse(given) - now
  return Number.isNaN(milliseconds) ? 1000 : Math.min(Math.max(milliseconds, 0), maxDelayMilliseconds)
}

/** Throws the signal's reason as soon as that is aborted. */
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
