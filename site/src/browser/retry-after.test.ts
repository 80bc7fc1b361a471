import { describe, expect, it } from 'vitest'
import { retryAfterSeconds } from './retry-after.ts'

const answer = (status: number, retryAfter?: string) => ({
  status,
  headers: new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
})

describe('retryAfterSeconds', () => {
  it('reads seconds and dates', () => {
    expect(retryAfterSeconds(answer(429, '42'), 0)).toBe(42)
    expect(retryAfterSeconds(answer(503, 'Thu, 01 Jan 1970 00:01:00 GMT'), 0)).toBe(60)
  })
  it('returns 30 without a valid header and never less than 5', () => {
    expect(retryAfterSeconds(answer(503), 0)).toBe(30)
    expect(retryAfterSeconds(answer(429, '0'), 0)).toBe(5)
  })
  it('returns undefined for any other status', () => {
    expect(retryAfterSeconds(answer(200, '42'), 0)).toBeUndefined()
    expect(retryAfterSeconds(answer(500), 0)).toBeUndefined()
  })
})
