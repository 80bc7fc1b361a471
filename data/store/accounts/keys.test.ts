import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { AccountValidationError } from './account-validation-error.ts'
import type { Accounts } from './accounts.ts'
import { makeKey, TestAccounts } from '../test/test-accounts.ts'

const day = 86_400_000
const at = new TestAccounts()
let accounts: Accounts
let owner: number
let stranger: number

beforeAll(async () => {
  accounts = await at.open()
  owner = (await accounts.owners.grant('owner', ['tooltips', 'observe'])).id
  stranger = (await accounts.owners.grant('stranger', ['tooltips'])).id
})
afterEach(() => void vi.useRealTimers())
afterAll(() => at.remove())

const travel = (milliseconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })
const validationError = (field: string) =>
  expect.objectContaining({ name: 'AccountValidationError', field }) as AccountValidationError
const create = (input = {}) => accounts.keys.create(owner, { name: 'a key', scopes: ['tooltips'], ...input })

describe('a key is made', () => {
  it('with what was asked for', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T10:00:00Z') })
    const made = await create({
      name: ' My wiki ',
      scopes: ['observe', 'tooltips'],
      expiresInDays: 30,
      origins: ['A.example', 'a.example'],
    })
    const { key, ...displayed } = made
    expect(key.startsWith(`${made.prefix}_`)).toBe(true)
    expect(displayed).toEqual({
      prefix: made.prefix,
      owner: 'owner',
      name: 'My wiki',
      state: 'active',
      scopes: ['tooltips', 'observe'],
      origins: ['a.example'],
      created_at: '2026-11-21T10:00:00.000Z',
      expires_at: '2026-12-21T10:00:00.000Z',
      revoked_at: null,
      last_used_at: null,
      replaced_by: null,
    })
    expect((await accounts.keys.list(owner)).at(-1)).toEqual(displayed)
  })

  it('without any scope: for the quota alone', async () => {
    expect((await create({ scopes: [] })).scopes).toEqual([])
  })

  it('never beyond what its owner may delegate', async () => {
    await expect(create({ scopes: ['tooltips', 'admin'] })).rejects.toEqual(validationError('scopes'))
    await expect(create({ scopes: ['admin'] })).rejects.toMatchObject({ allowed: ['tooltips', 'observe'] })
  })

  it.each(['', '  ', 'a\nb', 'x'.repeat(81), 'nul\0'])('never with the name %j', async (name) => {
    await expect(create({ name })).rejects.toEqual(validationError('name'))
  })

  it('never with what is no origin, or too many', async () => {
    await expect(create({ origins: ['a.example', 'https://a.example/page'] })).rejects.toEqual(
      validationError('origins'),
    )
    const many = Array.from({ length: 51 }, (_, index) => `host-${index}.example`)
    await expect(create({ origins: many })).rejects.toEqual(validationError('origins'))
    await expect(create({ origins: many.slice(1) })).resolves.toMatchObject({ state: 'active' })
  })

  it('never beyond the limit of live keys; dead ones do not count', async () => {
    const { id } = await accounts.owners.grant('collector', ['tooltips'])
    const input = { name: 'one of few', scopes: [], maxLive: 2 } as const
    const first = await accounts.keys.create(id, input)
    await accounts.keys.create(id, input)
    await expect(accounts.keys.create(id, input)).rejects.toEqual(validationError('state'))
    await accounts.keys.revoke(first.prefix)
    await expect(accounts.keys.create(id, input)).resolves.toMatchObject({ state: 'active' })
  })

  it('by rotation never beyond twice the limit of live keys, unless the old one ends at once', async () => {
    const { id } = await accounts.owners.grant('rotating', ['tooltips'])
    let { prefix } = await accounts.keys.create(id, { name: 'one of few', scopes: [], maxLive: 2 })
    const rotate = async (days: number) => ({ prefix } = await accounts.keys.rotate(prefix, days, id, 2))
    for (let live = 1; live < 4; live += 1) await rotate(30)
    await expect(rotate(30)).rejects.toEqual(validationError('state'))
    await rotate(0)
    const live = (await accounts.keys.list(id)).filter(({ state }) => state === 'active' || state === 'replaced')
    expect(live).toHaveLength(4)
  })

  it('never beyond the limit when many are asked for at once', async () => {
    const { id } = await accounts.owners.grant('hasty', ['tooltips'])
    const input = { name: 'one of few', scopes: [], maxLive: 3 } as const
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => accounts.keys.create(id, input)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })

  it('not at all when a value is invalid', async () => {
    const before = await accounts.keys.list()
    await expect(create({ origins: ['*'] })).rejects.toThrow()
    expect(await accounts.keys.list()).toEqual(before)
  })
})

describe('a key is changed', () => {
  it('in name and origins, each alone', async () => {
    const { prefix } = await create({ origins: ['a.example'] })
    expect(await accounts.keys.change(prefix, { name: 'new' })).toMatchObject({ name: 'new', origins: ['a.example'] })
    expect(await accounts.keys.change(prefix, { origins: [] })).toMatchObject({ name: 'new', origins: [] })
    expect(await accounts.keys.change(prefix, {})).toMatchObject({ name: 'new', origins: [] })
  })

  it('for the next request already', async () => {
    const { key, prefix } = await create({ origins: ['a.example'] })
    await accounts.authenticate(key)
    await accounts.keys.change(prefix, { origins: ['b.example'] })
    expect(await accounts.authenticate(key)).toMatchObject({ origins: ['b.example'] })
  })

  it('not when it is revoked, unknown or invalid', async () => {
    const { prefix } = await create()
    await expect(accounts.keys.change(prefix, { name: '' })).rejects.toEqual(validationError('name'))
    await accounts.keys.revoke(prefix)
    await expect(accounts.keys.change(prefix, { name: 'x' })).rejects.toThrow('was revoked')
    await expect(accounts.keys.change('dl_abcdefgh', { name: 'x' })).rejects.toThrow('There is no key dl_abcdefgh.')
  })
})

describe('a key is revoked', () => {
  it('once; the first time counts', async () => {
    const { prefix } = await create()
    const first = await accounts.keys.revoke(prefix)
    expect(first).toMatchObject({ state: 'revoked', revoked_at: expect.any(String) as string })
    travel(day)
    expect(await accounts.keys.revoke(prefix)).toEqual(first)
  })
})

describe('a key is rotated', () => {
  it('into one like it; both live until the grace period ends', async () => {
    const old = await create({ name: 'wiki', origins: ['a.example'] })
    const made = await accounts.keys.rotate(old.prefix, 7)
    expect(made).toMatchObject({
      name: 'wiki',
      origins: ['a.example'],
      scopes: ['tooltips'],
      state: 'active',
      expires_at: null,
    })
    expect(made.key).not.toBe(old.key)
    expect((await accounts.keys.list(owner)).find(({ prefix }) => prefix === old.prefix)).toMatchObject({
      state: 'replaced',
      replaced_by: made.prefix,
    })
    travel(7 * day - 1000)
    expect(await accounts.authenticate(old.key)).toMatchObject({ kind: 'good' })
    expect(await accounts.authenticate(made.key)).toMatchObject({ kind: 'good' })
    travel(2000)
    expect(await accounts.authenticate(old.key)).toEqual({ kind: 'refused', reason: 'expired' })
    expect(await accounts.authenticate(made.key)).toMatchObject({ kind: 'good' })
  })

  it('with no grace: the old one is refused at once', async () => {
    const old = await create()
    await accounts.keys.rotate(old.prefix, 0)
    expect(await accounts.authenticate(old.key)).toEqual({ kind: 'refused', reason: 'expired' })
  })

  it('and the new one lives as long as the old one did; the old one no longer than before', async () => {
    const old = await create({ expiresInDays: 10 })
    travel(8 * day)
    const made = await accounts.keys.rotate(old.prefix, 7)
    const now = (await accounts.keys.list(owner)).find(({ prefix }) => prefix === old.prefix)
    expect(now?.expires_at).toBe(old.expires_at)
    expect(Math.round((Date.parse(made.expires_at ?? '') - Date.now()) / day)).toBe(10)
  })

  it('into one without the scopes that its owner has lost', async () => {
    const { id } = await accounts.owners.grant('loser', ['tooltips', 'observe'])
    const old = await accounts.keys.create(id, { name: 'bot', scopes: ['tooltips', 'observe'] })
    await accounts.owners.restrict(id, ['tooltips'])
    expect((await accounts.keys.rotate(old.prefix, 7)).scopes).toEqual(['tooltips'])
  })

  it('once only, and not when it is dead', async () => {
    const old = await create()
    const made = await accounts.keys.rotate(old.prefix, 7)
    await expect(accounts.keys.rotate(old.prefix, 7)).rejects.toThrow('was replaced already')
    await accounts.keys.revoke(made.prefix)
    await expect(accounts.keys.rotate(made.prefix, 7)).rejects.toThrow('was revoked')
    const short = await create({ expiresInDays: 1 })
    travel(2 * day)
    await expect(accounts.keys.rotate(short.prefix, 7)).rejects.toThrow('has expired')
  })
})

describe("another owner's key is not there", () => {
  it('for any change, nor in the list', async () => {
    const { prefix } = await makeKey(accounts)
    const gone = `There is no key ${prefix}.`
    await expect(accounts.keys.change(prefix, { name: 'mine' }, stranger)).rejects.toThrow(gone)
    await expect(accounts.keys.revoke(prefix, stranger)).rejects.toThrow(gone)
    await expect(accounts.keys.rotate(prefix, 7, stranger)).rejects.toThrow(gone)
    expect(await accounts.keys.list(stranger)).toEqual([])
  })
})
