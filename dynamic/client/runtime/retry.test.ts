import { describe, expect, it } from 'vitest'
import { retryAfterMilliseconds, wait } from './retry.ts'

describe('the time to wait by Retry-After', () => {
  const now = Date.UTC(2026, 0, 1)
  it.each([
    ['seconds', '7', 7000],
    ['seconds and a fraction', '1.5', 1500],
    ['no time', '0', 0],
    ['until an instant', 'Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
    ['until an instant that has passed', 'Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['nothing that can be read', 'soon', 1000],
    ['nothing', null, 1000],
    ['longer than a timer can', '99999999999', 2 ** 31 - 1],
  ])('%s', (_what, value, milliseconds) => {
    expect(retryAfterMilliseconds(value, now)).toBe(milliseconds)
  })
})

describe('a wait', () => {
  it('ends immediately with the reason of its signal', async () => {
    const reason = new Error('enough')
    const controller = new AbortController()
    const waiting = wait(1_000_000, controller.signal)
    controller.abort(reason)
    await expect(waiting).rejects.toBe(reason)
    await expect(wait(1_000_000, controller.signal)).rejects.toBe(reason)
  })

  it('ends after its time otherwise', async () => {
    await expect(wait(1, new AbortController().signal)).resolves.toBeUndefined()
  })
})
