// Authentication of keys, immediately after changes by this process or others.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Accounts, KeyState } from './accounts.ts'
import { mintKey } from './key-text.ts'
import { makeKey, TestAccounts } from '../test/test-accounts.ts'
import { waitForKeyCaches } from '../test/test-store.ts'
import { commandEnvironment } from '../../../scripts/test/environment.ts'
import { fastest } from '../../../scripts/test/fastest.ts'

const day = 86_400_000
let at: TestAccounts
let accounts: Accounts

beforeEach(async () => {
  at = new TestAccounts()
  accounts = await at.open()
})
afterEach(async () => {
  vi.useRealTimers()
  await at.remove()
})

const refused = (reason: string) => ({ kind: 'refused', reason })
const travel = (milliseconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })
const scopesOf = (keyState: KeyState) => (keyState.kind === 'good' ? [...keyState.scopes] : keyState)

describe('a key that is', () => {
  it('good has its owner, scopes, origins and tier', async () => {
    const owner = await accounts.owners.grant('fan-site', ['tooltips', 'observe'], 'partner')
    const { key } = await accounts.keys.create(owner.id, {
      name: 'wiki',
      scopes: ['tooltips'],
      origins: ['https://Wiki.example/'],
    })
    const keyState = await accounts.authenticate(key)
    expect(keyState).toEqual({
      kind: 'good',
      keyId: 1,
      ownerId: owner.id,
      scopes: new Set(['tooltips']),
      origins: ['https://wiki.example'],
      tier: 'partner',
    })
  })

  it('malformed is refused without a query', async () => {
    const { key } = await makeKey(accounts)
    const typo = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')
    for (const text of ['', 'nonsense', typo, key.slice(1), `${key} `, `${key}, ${key}`, 'x'.repeat(16_000)])
      expect(accounts.authenticate(text), text).toEqual(refused('malformed'))
  })

  it('unknown is refused', async () => {
    expect(await accounts.authenticate(mintKey().key)).toEqual(refused('unknown'))
  })

  it('unknown is refused even if its prefix is known', async () => {
    const { key, prefix } = await makeKey(accounts)
    const forged = mintKey()
    await at.query(`UPDATE api_keys SET prefix = '${forged.prefix}' WHERE prefix = '${prefix}'`)
    expect(await accounts.authenticate(forged.key)).toEqual(refused('unknown'))
    expect(await accounts.authenticate(key)).toEqual(refused('unknown'))
  })

  it('revoked is refused at the next request', async () => {
    const { key, prefix } = await makeKey(accounts)
    expect(await accounts.authenticate(key)).toMatchObject({ kind: 'good' })
    await accounts.keys.revoke(prefix)
    expect(await accounts.authenticate(key)).toEqual(refused('revoked'))
  })

  it('expired is refused, cached or not', async () => {
    const { key } = await makeKey(accounts, { expiresInDays: 2 })
    travel(2 * day - 1000)
    expect(await accounts.authenticate(key)).toMatchObject({ kind: 'good' })
    expect(await accounts.authenticate(key)).toMatchObject({ kind: 'good' })
    travel(2000)
    expect(await accounts.authenticate(key)).toEqual(refused('expired'))
    expect(await (await at.open()).authenticate(key)).toEqual(refused('expired'))
  })

  it('revoked and expired counts as revoked', async () => {
    const { key, prefix } = await makeKey(accounts, { expiresInDays: 1 })
    await accounts.keys.revoke(prefix)
    travel(2 * day)
    expect(await accounts.authenticate(key)).toEqual(refused('revoked'))
  })
})

describe('the scopes of a key are limited to those that its owner may delegate', () => {
  it('from when the owner loses a permission until it gets that back', async () => {
    const { key } = await makeKey(accounts, { scopes: ['tooltips', 'observe'] })
    const { id } = (await accounts.owners.byName('fan-site')) ?? { id: 0 }
    expect(scopesOf(await accounts.authenticate(key))).toEqual(['tooltips', 'observe'])
    await accounts.owners.restrict(id, ['tooltips'])
    expect(scopesOf(await accounts.authenticate(key))).toEqual(['tooltips'])
    await accounts.owners.restrict(id, [])
    expect(scopesOf(await accounts.authenticate(key))).toEqual([])
    await accounts.owners.grant('fan-site', ['observe'])
    expect(scopesOf(await accounts.authenticate(key))).toEqual(['observe'])
  })
})

/** Stops the clock, because on PostgreSQL keys are looked up again after a second. */
const stopTime = () => vi.useFakeTimers({ toFake: ['performance'] })

describe('a key seen before', () => {
  it('is authenticated synchronously and without a query', async () => {
    stopTime()
    const { key } = await makeKey(accounts)
    const first = await accounts.authenticate(key)
    const second = accounts.authenticate(key)
    expect(second).not.toBeInstanceOf(Promise)
    expect(second).toEqual(first)
  })

  it('stays cached while uses are counted', async () => {
    stopTime()
    const { key } = await makeKey(accounts)
    const keyState = await accounts.authenticate(key)
    if (keyState.kind === 'good') accounts.countUse(keyState.keyId)
    await accounts.usage.flush()
    expect(accounts.authenticate(key)).not.toBeInstanceOf(Promise)
  })

  it('is authenticated within microseconds', async () => {
    const { key } = await makeKey(accounts)
    const turns = 2000
    const judge = async () => {
      await accounts.authenticate(key)
      for (let turn = 0; turn < turns; turn += 1) void accounts.authenticate(key)
    }
    expect((await fastest(judge)) / turns).toBeLessThan(0.1)
  })
})

describe('changes by other processes are seen, in a file at the next request:', () => {
  const script = (body: string) =>
    execFileSync(process.execPath, ['--input-type=module-typescript', '--eval', body], {
      cwd: join(import.meta.dirname, '../../..'),
      env: commandEnvironment(),
      encoding: 'utf8',
    })
  const elsewhere = async (statement: string) =>
    script(`
      import { Accounts } from './data/store/accounts/accounts.ts'
      const accounts = await Accounts.open(${JSON.stringify(await at.store.location())})
      ${statement}
      await accounts.close()`)

  it('a revoked key', async () => {
    const { key, prefix } = await makeKey(accounts)
    expect(await accounts.authenticate(key)).toMatchObject({ kind: 'good' })
    await elsewhere(`await accounts.keys.revoke('${prefix}')`)
    await waitForKeyCaches()
    expect(await accounts.authenticate(key)).toEqual(refused('revoked'))
  })

  it('a new key', async () => {
    const { key } = mintKey()
    expect(await accounts.authenticate(key)).toEqual(refused('unknown'))
    const made = await elsewhere(`
      const { id } = await accounts.owners.grant('bot', ['observe'])
      console.log((await accounts.keys.create(id, { name: 'bot', scopes: ['observe'] })).key)`)
    expect(scopesOf(await accounts.authenticate(made.trim()))).toEqual(['observe'])
  })
})

describe('two connections of one process', () => {
  it('see changes of each other', async () => {
    const other = await at.open()
    const { key, prefix } = await makeKey(accounts)
    expect(await other.authenticate(key)).toMatchObject({ kind: 'good' })
    await accounts.keys.revoke(prefix)
    await waitForKeyCaches()
    expect(await other.authenticate(key)).toEqual(refused('revoked'))
  })

  it('do not cache states that were read before a change', async () => {
    const { key, prefix } = await makeKey(accounts)
    await Promise.all([accounts.authenticate(key), accounts.keys.revoke(prefix), accounts.authenticate(key)])
    expect(await accounts.authenticate(key)).toEqual(refused('revoked'))
  })
})

it('only the hash of a key is stored', async () => {
  const { key, prefix } = await makeKey(accounts)
  const secret = key.slice(prefix.length + 1)
  expect(JSON.stringify(await at.query('SELECT * FROM api_keys'))).not.toContain(secret.slice(0, 12))
  await accounts.close()
  for (const file of [at.file, `${at.file}-wal`].filter((path) => existsSync(path)))
    expect(readFileSync(file).includes(secret.slice(0, 12)), file).toBe(false)
})
