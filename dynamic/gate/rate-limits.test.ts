import { afterEach, expect, it, vi } from 'vitest'
import { RateLimits } from './rate-limits.ts'

const limits = () => new RateLimits({ anonymous: 2, key: 5, tiers: {} })

it('a network that asks again and again is counted, however many others ask meanwhile', async () => {
  const quotas = limits()
  const ask = () => quotas.consume({ network: 'busy' })
  for (let nth = 0; nth < 60_000; nth += 1) {
    if (nth % 20_000 === 0) await ask()
    await quotas.consume({ network: `other ${nth}` })
  }
  expect((await ask()).exceeded).toBe(true)
})

it('what was counted longest ago is forgotten, not kept for a minute in any amount', async () => {
  const quotas = limits()
  for (let nth = 0; nth < 3; nth += 1) await quotas.consume({ network: 'early' })
  for (let nth = 0; nth < 40_000; nth += 1) await quotas.consume({ network: `other ${nth}` })
  expect((await quotas.consume({ network: 'early' })).exceeded).toBe(false)
})

it('an account and a network of one name have quotas of their own', async () => {
  const quotas = limits()
  for (let nth = 0; nth < 3; nth += 1) await quotas.consume({ network: '1' })
  expect((await quotas.consume({ account: 1, tier: '' })).exceeded).toBe(false)
})

it('who has sent too many invalid keys may sign in to make another, not too often', async () => {
  const quotas = limits()
  for (let nth = 0; nth < 21; nth += 1) await quotas.countInvalidKey('a')
  expect(await quotas.countInvalidKey('a')).toBe(60)
  const waits = await Promise.all(Array.from({ length: 21 }, () => quotas.countSignIn('a')))
  expect(waits).toEqual([...Array<number>(20).fill(0), 60])
})

it('who has sent too many invalid keys waits until their window ends, not that of the quota', async () => {
  vi.useFakeTimers()
  const quotas = limits()
  await quotas.consume({ network: 'a' })
  vi.advanceTimersByTime(50_000)
  for (let nth = 0; nth < 20; nth += 1) expect(await quotas.countInvalidKey('a')).toBe(0)
  vi.advanceTimersByTime(1500)
  expect(await quotas.countInvalidKey('a')).toBe(59)
})

afterEach(() => void vi.useRealTimers())

it.each([-86_400_000, 86_400_000])(
  'a clock that is set by %i ms neither locks anybody out nor says so',
  async (jump) => {
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
    expect((await quotas.consume({ network: 'a' })).exceeded).toBe(false)
  },
)
