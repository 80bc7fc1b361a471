// Authentication if changes by other connections cannot be detected, as on PostgreSQL, and if the database is
// unavailable.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Kysely } from 'kysely'
import { openStore } from '../dialect/open-store.ts'
import { DatabaseUnavailableError } from '../dialect/unavailable.ts'
import { accountStore, type Accounts } from './accounts.ts'
import { Authentication } from './authentication.ts'
import { mintKey } from './key-text.ts'
import type { AccountTables } from './tables.ts'
import { makeKey, TestAccounts } from '../test/test-accounts.ts'

let at: TestAccounts
let accounts: Accounts
let db: Kysely<AccountTables>
let authentication: Authentication
let queries: number
/** The error that queries throw. */
let failure: Error | undefined
let now: number

beforeEach(async () => {
  at = new TestAccounts()
  accounts = await at.open()
  ;({ db } = await openStore<AccountTables>(await at.store.location(), accountStore, { access: 'write', share: 1 }))
  queries = 0
  failure = undefined
  const watched = Object.create(db, {
    selectFrom: {
      value: (table: 'api_keys') => {
        queries += 1
        if (failure) throw failure
        return db.selectFrom(table)
      },
    },
  }) as Kysely<AccountTables>
  authentication = new Authentication({ db: watched })
  now = 1_000_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  await db.destroy()
  await at.remove()
})

const good = expect.objectContaining({ kind: 'good' }) as unknown
const refused = (reason: string) => ({ kind: 'refused', reason })

describe('if changes by other connections cannot be detected', () => {
  it('the state of a key is cached for a second', async () => {
    const { key, prefix } = await makeKey(accounts)
    expect(await authentication.authenticate(key)).toEqual(good)
    await accounts.keys.revoke(prefix)
    now += 999
    expect(authentication.authenticate(key)).toEqual(good)
    expect(queries).toBe(1)
    now += 1
    expect(await authentication.authenticate(key)).toEqual(refused('revoked'))
    expect(queries).toBe(2)
  })

  it('a change that is announced takes effect at once', async () => {
    const { key, prefix } = await makeKey(accounts)
    expect(await authentication.authenticate(key)).toEqual(good)
    await accounts.keys.revoke(prefix)
    authentication.clearCache()
    expect(await authentication.authenticate(key)).toEqual(refused('revoked'))
  })
})

describe('while the database is unavailable', () => {
  const becomeUnavailable = () => void (failure = new DatabaseUnavailableError('The database does not answer.'))

  it('the state of a key is used for a minute, unless it expires', async () => {
    const { key } = await makeKey(accounts)
    const { key: brief } = await makeKey(accounts, { expiresInDays: 1 })
    for (const one of [key, brief]) expect(await authentication.authenticate(one)).toEqual(good)
    becomeUnavailable()
    now += 60_000
    for (const one of [key, brief]) expect(await authentication.authenticate(one)).toEqual(good)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 })
    expect(await authentication.authenticate(brief)).toEqual(refused('expired'))
    now += 1
    await expect(authentication.authenticate(key)).rejects.toThrow(DatabaseUnavailableError)
  })

  it('a key that is not cached cannot be authenticated, but a mistyped one is refused', async () => {
    const { key } = mintKey()
    becomeUnavailable()
    await expect(authentication.authenticate(key)).rejects.toThrow(DatabaseUnavailableError)
    expect(authentication.authenticate(`${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`)).toEqual(
      refused('malformed'),
    )
  })

  it('other errors are thrown', async () => {
    const { key } = await makeKey(accounts)
    expect(await authentication.authenticate(key)).toEqual(good)
    failure = new Error('no such table')
    now += 1000
    await expect(authentication.authenticate(key)).rejects.toThrow('no such table')
  })
})

it('the ids of a key and its owner are not confused', async () => {
  await makeKey(accounts)
  const { key } = await makeKey(accounts, { name: 'the second' })
  expect(await authentication.authenticate(key)).toMatchObject({ keyId: 2, ownerId: 1 })
})
