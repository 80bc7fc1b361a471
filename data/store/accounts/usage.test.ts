import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Accounts } from './accounts.ts'
import { makeKey, TestAccounts } from '../test/test-accounts.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
let at: TestAccounts
let accounts: Accounts

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  at = new TestAccounts()
  accounts = await at.open()
})
afterEach(async () => {
  vi.useRealTimers()
  await at.remove()
})

const query = (statement: string) => at.query(statement)
const use = (keyId: number, times: number) => {
  for (let turn = 0; turn < times; turn += 1) accounts.countUse(keyId)
}
const lastUse = () => query('SELECT last_used_at FROM api_keys WHERE id = 1')

describe('uses', () => {
  it('are counted by key and UTC day', async () => {
    await makeKey(accounts)
    await makeKey(accounts)
    use(1, 3)
    use(2, 2)
    vi.setSystemTime(Date.parse('2026-11-21T23:59:59.999Z'))
    use(1, 1)
    vi.setSystemTime(Date.parse('2026-11-22T00:00:00Z'))
    use(1, 5)
    await accounts.usage.flush()
    expect(await query('SELECT key_id, day, count FROM usage_days ORDER BY day, key_id')).toEqual([
      { key_id: 1, day: '2026-11-21', count: 4 },
      { key_id: 2, day: '2026-11-21', count: 2 },
      { key_id: 1, day: '2026-11-22', count: 5 },
    ])
  })

  it('are added up over flushes and processes', async () => {
    await makeKey(accounts)
    const other = await at.open()
    use(1, 2)
    await accounts.usage.flush()
    other.countUse(1)
    await other.usage.flush()
    use(1, 2)
    await accounts.usage.flush()
    await accounts.usage.flush()
    expect(await query('SELECT count FROM usage_days')).toEqual([{ count: 5 }])
  })

  it('are written when the file is closed', async () => {
    await makeKey(accounts)
    use(1, 7)
    await accounts.close()
    expect(await query('SELECT count FROM usage_days')).toEqual([{ count: 7 }])
    expect(await lastUse()).toEqual([{ last_used_at: '2026-11-21T12:00:00.000Z' }])
  })

  it('are written every few seconds', async () => {
    const quick = await at.open({ flushMilliseconds: 20 })
    await makeKey(quick)
    quick.countUse(1)
    await expect.poll(() => query('SELECT count FROM usage_days')).toEqual([{ count: 1 }])
  })

  it('are not lost if they cannot be written', async () => {
    await makeKey(accounts)
    use(1, 2)
    await query('DROP TABLE usage_days')
    await expect(accounts.usage.flush()).rejects.toThrow('usage_days')
    use(1, 1)
    await query('CREATE TABLE usage_days (key_id INTEGER, day TEXT, count INTEGER, PRIMARY KEY (key_id, day))')
    await accounts.usage.flush()
    expect(await query('SELECT count FROM usage_days')).toEqual([{ count: 3 }])
  })

  it('are stored by a flush that began during another one', async () => {
    await makeKey(accounts)
    use(1, 1)
    await accounts.usage.flush()
    use(1, 3)
    let isStored = false
    const first = accounts.usage.flush().then(() => (isStored = true))
    await accounts.usage.flush()
    expect(isStored).toBe(true)
    await first
  })

  it('cause a report if they cannot be written', async () => {
    const errors: unknown[] = []
    const quick = await at.open({ flushMilliseconds: 20, onFlushError: (error) => errors.push(error) })
    await makeKey(quick)
    await query('ALTER TABLE usage_days RENAME TO elsewhere')
    quick.countUse(1)
    await expect.poll(() => errors.length).toBeGreaterThan(0)
    expect(String(errors[0])).toMatch(/no such table: usage_days|relation "usage_days" does not exist/)
    await query('ALTER TABLE elsewhere RENAME TO usage_days')
    await quick.close()
    expect(await query('SELECT count FROM usage_days')).toEqual([{ count: 1 }])
  })
})

describe('the last use', () => {
  it('is written at most once a minute', async () => {
    await makeKey(accounts)
    const written: unknown[] = []
    for (let second = 0; second <= 130; second += 5) {
      vi.setSystemTime(noon + second * 1000)
      use(1, 1)
      await accounts.usage.flush()
      written.push(...(await lastUse()))
    }
    const instants = new Set(written.map((row) => (row as { last_used_at: string }).last_used_at.slice(14, 19)))
    expect([...instants]).toEqual(['00:00', '01:00', '02:00'])
  })
})

describe('the usage of an owner', () => {
  it('has every day, today last, including counts that were not written yet', async () => {
    const { prefix } = await makeKey(accounts)
    const other = await makeKey(accounts)
    await makeKey(accounts, { owner: 'stranger' })
    vi.setSystemTime(noon - 2 * 86_400_000)
    use(1, 4)
    vi.setSystemTime(noon)
    use(1, 1)
    use(2, 2)
    use(3, 9)
    const { id } = (await accounts.owners.byName('fan-site')) ?? { id: 0 }
    expect(await accounts.usage.ofOwner(id, 3)).toEqual([
      { day: '2026-11-19', count: 4, keys: { [prefix]: 4 } },
      { day: '2026-11-20', count: 0, keys: {} },
      { day: '2026-11-21', count: 3, keys: { [prefix]: 1, [other.prefix]: 2 } },
    ])
    expect(await accounts.usage.ofOwner(id, 1)).toHaveLength(1)
  })
})
