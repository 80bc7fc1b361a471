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

describe('a key is created', () => {
  it('with the requested properties', async () => {
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

  it('without scopes, for its quota alone', async () => {
    expect((await create({ scopes: [] })).scopes).toEqual([])
  })

  it('never with scopes that its owner may not delegate', async () => {
    await expect(create({ scopes: ['tooltips', 'admin'] })).rejects.toEqual(validationError('scopes'))
    await expect(create({ scopes: ['admin'] })).rejects.toMatchObject({ allowed: ['tooltips', 'observe'] })
  })

  it.each(['', '  ', 'a\nb', 'x'.repeat(81), 'nul\0'])('never with the name %j', async (name) => {
    await expect(create({ name })).rejects.toEqual(validationError('name'))
  })

  it('never with invalid or too many origins', async () => {
    await expect(create({ origins: ['a.example', 'https://a.example/page'] })).rejects.toEqual(
      validationError('origins'),
    )
    const many = Array.from({ length: 51 }, (_, index) => `host-${index}.example`)
    await expect(create({ origins: many })).rejects.toEqual(validationError('origins'))
    await expect(create({ origins: many.slice(1) })).resolves.toMatchObject({ state: 'active' })
  })

  it('never beyond the limit of usable keys', async () => {
    const { id } = await accounts.owners.grant('collector', ['tooltips'])
    const input = { name: 'one of few', scopes: [], maxLive: 2 } as const
    const first = await accounts.keys.create(id, input)
    await accounts.keys.create(id, input)
    await expect(accounts.keys.create(id, input)).rejects.toEqual(validationError('state'))
    await accounts.keys.revoke(first.prefix)
    await expect(accounts.keys.create(id, input)).resolves.toMatchObject({ state: 'active' })
  })

  it('by rotation never beyond twice the limit of usable keys, unless there is no grace period', async () => {
    const { id } = await accounts.owners.grant('rotating', ['tooltips'])
    let { prefix } = await accounts.keys.create(id, { name: 'one of few', scopes: [], maxLive: 2 })
    const rotate = async (days: number) => ({ prefix } = await accounts.keys.rotate(prefix, days, id, 2))
    for (let live = 1; live < 4; live += 1) await rotate(30)
    await expect(rotate(30)).rejects.toEqual(validationError('state'))
    await rotate(0)
    const live = (await accounts.keys.list(id)).filter(({ state }) => state === 'active' || state === 'replaced')
    expect(live).toHaveLength(4)
  })

  it('never beyond the limit, even if many are requested at the same time', async () => {
    const { id } = await accounts.owners.grant('hasty', ['tooltips'])
    const input = { name: 'one of few', scopes: [], maxLive: 3 } as const
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => accounts.keys.create(id, input)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })

  it('never with an invalid value', async () => {
    const before = await accounts.keys.list()
    await expect(create({ origins: ['*'] })).rejects.toThrow()
    expect(await accounts.keys.list()).toEqual(before)
  })
})

describe('a key is changed', () => {
  it('in its name or its origins', async () => {
    const { prefix } = await create({ origins: ['a.example'] })
    expect(await accounts.keys.change(prefix, { name: 'new' })).toMatchObject({ name: 'new', origins: ['a.example'] })
    expect(await accounts.keys.change(prefix, { origins: [] })).toMatchObject({ name: 'new', origins: [] })
    expect(await accounts.keys.change(prefix, {})).toMatchObject({ name: 'new', origins: [] })
  })

  it('with effect from the next request', async () => {
    const { key, prefix } = await create({ origins: ['a.example'] })
    await accounts.authenticate(key)
    await accounts.keys.change(prefix, { origins: ['b.example'] })
    expect(await accounts.authenticate(key)).toMatchObject({ origins: ['b.example'] })
  })

  it('unless it is revoked or unknown or the value is invalid', async () => {
    const { prefix } = await create()
    await expect(accounts.keys.change(prefix, { name: '' })).rejects.toEqual(validationError('name'))
    await accounts.keys.revoke(prefix)
    await expect(accounts.keys.change(prefix, { name: 'x' })).rejects.toThrow('was revoked')
    await expect(accounts.keys.change('dl_abcdefgh', { name: 'x' })).rejects.toThrow('There is no key dl_abcdefgh.')
  })
})

describe('a key is revoked', () => {
  it('once, at the first time', async () => {
    const { prefix } = await create()
    const first = await accounts.keys.revoke(prefix)
    expect(first).toMatchObject({ state: 'revoked', revoked_at: expect.any(String) as string })
    travel(day)
    expect(await accounts.keys.revoke(prefix)).toEqual(first)
  })
})

describe('a key is rotated', () => {
  it('into an equal one, and both can be used until the grace period ends', async () => {
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

  it('without a grace period, after which the old one is refused at once', async () => {
    const old = await create()
    await accounts.keys.rotate(old.prefix, 0)
    expect(await accounts.authenticate(old.key)).toEqual({ kind: 'refused', reason: 'expired' })
  })

  it('into one with the same lifetime, and the old one does not expire later than before', async () => {
    const old = await create({ expiresInDays: 10 })
    travel(8 * day)
    const made = await accounts.keys.rotate(old.prefix, 7)
    const now = (await accounts.keys.list(owner)).find(({ prefix }) => prefix === old.prefix)
    expect(now?.expires_at).toBe(old.expires_at)
    expect(Math.round((Date.parse(made.expires_at ?? '') - Date.now()) / day)).toBe(10)
  })

  it('into one without scopes that its owner has lost', async () => {
    const { id } = await accounts.owners.grant('loser', ['tooltips', 'observe'])
    const old = await accounts.keys.create(id, { name: 'bot', scopes: ['tooltips', 'observe'] })
    await accounts.owners.restrict(id, ['tooltips'])
    expect((await accounts.keys.rotate(old.prefix, 7)).scopes).toEqual(['tooltips'])
  })

  it('only once, and only while it can be used', async () => {
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

describe('the key of another owner counts as missing', () => {
  it('for all changes and in the list', async () => {
    const { prefix } = await makeKey(accounts)
    const gone = `There is no key ${prefix}.`
    await expect(accounts.keys.change(prefix, { name: 'mine' }, stranger)).rejects.toThrow(gone)
    await expect(accounts.keys.revoke(prefix, stranger)).rejects.toThrow(gone)
    await expect(accounts.keys.rotate(prefix, 7, stranger)).rejects.toThrow(gone)
    expect(await accounts.keys.list(stranger)).toEqual([])
  })
})
