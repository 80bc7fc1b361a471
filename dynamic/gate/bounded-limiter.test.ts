import { RateLimiterRes } from 'rate-limiter-flexible'
import { expect, it, vi } from 'vitest'
import { BoundedLimiter } from './bounded-limiter.ts'

const limiter = () => new BoundedLimiter({ keyPrefix: 'test', points: 2, duration: 60 })

it('counts each name separately, even beyond its points', () => {
  const limits = limiter()
  expect([1, 2, 3].map(() => limits.count('a').consumedPoints)).toEqual([1, 2, 3])
  expect(limits.count('a')).toMatchObject({ remainingPoints: 0, isFirstInDuration: false })
  expect(limits.count('b')).toMatchObject({ remainingPoints: 1, isFirstInDuration: true, msBeforeNext: 60_000 })
})

it('consumes several points like the library, and rejects if not enough are left', async () => {
  const limits = limiter()
  await expect(limits.consume('a', 2)).resolves.toMatchObject({ consumedPoints: 2, remainingPoints: 0 })
  await expect(limits.consume('a')).rejects.toBeInstanceOf(RateLimiterRes)
  await expect(limits.consume('b', 5)).rejects.toMatchObject({ consumedPoints: 5 })
})

it('begins a new window after the last one, whose remaining time never rounds to zero', () => {
  vi.useFakeTimers()
  const limits = limiter()
  limits.count('a')
  vi.advanceTimersByTime(59_999.8)
  expect(limits.count('a')).toMatchObject({ consumedPoints: 2, msBeforeNext: 1 })
  vi.advanceTimersByTime(1)
  expect(limits.count('a').consumedPoints).toBe(1)
  vi.useRealTimers()
})
