import { afterEach, expect, it, vi } from 'vitest'
import { RateLimits } from './rate-limits.ts'

const limits = () => new RateLimits({ anonymous: 2, key: 5, tiers: {} })

it('counts a network that sends requests repeatedly, however many others send some meanwhile', async () => {
  const quotas = limits()
  const ask = () => quotas.consume({ network: 'busy' })
  for (let nth = 0; nth < 60_000; nth += 1) {
    if (nth % 20_000 === 0) await ask()
    await quotas.consume({ network: `other ${nth}` })
  }
  expect((await ask()).isExceeded).toBe(true)
})

it('forgets the least recently counted names when there are too many, even within a minute', async () => {
  const quotas = limits()
  for (let nth = 0; nth < 3; nth += 1) await quotas.consume({ network: 'early' })
  for (let nth = 0; nth < 40_000; nth += 1) await quotas.consume({ network: `other ${nth}` })
  expect((await quotas.consume({ network: 'early' })).isExceeded).toBe(false)
})

it('an account and a network of the same name have separate quotas', async () => {
  const quotas = limits()
  for (let nth = 0; nth < 3; nth += 1) await quotas.consume({ network: '1' })
  expect((await quotas.consume({ account: 1, tier: '' })).isExceeded).toBe(false)
})

it('a network that has sent too many invalid keys may still sign in, up to a limit of its own', async () => {
  const quotas = limits()
  for (let nth = 0; nth < 21; nth += 1) await quotas.countInvalidKey('a')
  expect(await quotas.countInvalidKey('a')).toBe(60)
  const waits = await Promise.all(Array.from({ length: 21 }, () => quotas.countSignIn('a')))
  expect(waits).toEqual([...Array<number>(20).fill(0), 60])
})

it('a network that has sent too many invalid keys waits for the window of invalid keys, not that of its quota', async () => {
  vi.useFakeTimers()
  const quotas = limits()
  await quotas.consume({ network: 'a' })
  vi.advanceTimersByTime(50_000)
  for (let nth = 0; nth < 20; nth += 1) expect(await quotas.countInvalidKey('a')).toBe(0)
  vi.advanceTimersByTime(1500)
  expect(await quotas.countInvalidKey('a')).toBe(59)
})

afterEach(() => void vi.useRealTimers())

it.each([-86_400_000, 86_400_000])('a quota resets within a minute even if the clock is set by %i ms', async (jump) => {
  vi.useFakeTimers()
  const quotas = limits()
  for (let nth = 0; nth < 3; nth += 1) await quotas.consume({ network: 'a' })
  vi.setSystemTime(Date.now() + jump)
  for (const { headers, resetSeconds } of [quotas.peek({ network: 'a' }), await quotas.consume({ network: 'a' })]) {
    const reset = Number(headers.flat[headers.flat.indexOf('x-ratelimit-reset') + 1]) - Date.now() / 1000
    for (const seconds of [resetSeconds, reset]) {
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(61)
    }
  }
  await vi.advanceTimersByTimeAsync(61_000)
  expect((await quotas.consume({ network: 'a' })).isExceeded).toBe(false)
})
