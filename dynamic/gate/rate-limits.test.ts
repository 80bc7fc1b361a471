import { expect, it } from 'vitest'
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
