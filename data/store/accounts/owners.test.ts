import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Accounts } from './accounts.ts'
import { TestAccounts } from '../test/test-accounts.ts'

const at = new TestAccounts()
let accounts: Accounts

beforeAll(async () => void (accounts = await at.open()))
afterAll(() => at.remove())

describe('an owner that an operator creates', () => {
  it('is created by the first grant and gets further permissions by the next', async () => {
    const made = await accounts.owners.grant('bot', ['observe'])
    expect(made).toMatchObject({ name: 'bot', permissions: ['observe'], tier: 'standard' })
    expect(await accounts.owners.grant('bot', ['tooltips'])).toEqual({ ...made, permissions: ['tooltips', 'observe'] })
    expect(await accounts.owners.byName('bot')).toMatchObject({ id: made.id })
    expect(await accounts.owners.byId(made.id)).toMatchObject({ name: 'bot' })
  })

  it('keeps its tier unless another one is given', async () => {
    await accounts.owners.grant('big', [], 'partner')
    expect(await accounts.owners.grant('big', ['tooltips'])).toMatchObject({ tier: 'partner' })
    expect(await accounts.owners.grant('big', [], 'standard')).toMatchObject({ tier: 'standard' })
  })

  it.each(['', ' x', 'a\tb', 'x'.repeat(101)])('cannot have the name %j', async (name) => {
    await expect(accounts.owners.grant(name, [])).rejects.toMatchObject({ field: 'owner' })
  })

  it('is created once by two simultaneous grants', async () => {
    await Promise.all([accounts.owners.grant('race', ['tooltips']), accounts.owners.grant('race', ['observe'])])
    expect(await accounts.owners.byName('race')).toMatchObject({ permissions: ['tooltips', 'observe'] })
  })
})

describe('an owner who signs in', () => {
  const identity = { provider: 'chat.example', id: '80351110224678912', username: 'nelly' }

  it('may delegate tooltips only', async () => {
    expect(await accounts.owners.signIn(identity)).toMatchObject({
      name: 'nelly@chat.example',
      permissions: ['tooltips'],
      tier: 'standard',
    })
  })

  it('is the same one next time, even with another username', async () => {
    const first = await accounts.owners.signIn(identity)
    expect(await accounts.owners.signIn({ ...identity, username: 'renamed' })).toEqual(first)
  })

  it('keeps permissions that an operator has granted', async () => {
    await accounts.owners.grant('nelly@chat.example', ['observe'], 'partner')
    expect(await accounts.owners.signIn(identity)).toMatchObject({
      permissions: ['tooltips', 'observe'],
      tier: 'partner',
    })
  })

  it('never becomes another owner with the same name', async () => {
    const first = await accounts.owners.signIn(identity)
    const second = await accounts.owners.signIn({ ...identity, id: '2' })
    expect(second.id).not.toBe(first.id)
    expect(second.name).toBe('nelly.2@chat.example')
  })

  it('gets a name even if that of another user looks like one with an id', async () => {
    await accounts.owners.signIn(identity)
    const names = ['nelly.9', 'nelly.9.2'].map((username, nth) => ({ ...identity, id: `other ${nth}`, username }))
    for (const other of names) await accounts.owners.signIn(other)
    expect((await accounts.owners.signIn({ ...identity, id: '9' })).name).toBe('nelly.9.3@chat.example')
  })

  it('never becomes an owner that an operator has created', async () => {
    const operators = await accounts.owners.grant('admins', ['admin'])
    const claimed = await accounts.owners.signIn({ ...identity, id: '3', username: 'admins' })
    expect(claimed.id).not.toBe(operators.id)
    expect(claimed.name).toBe('admins@chat.example')
  })

  it('has no control characters, spaces or @ in its username', async () => {
    const odd = await accounts.owners.signIn({ ...identity, id: '4', username: 'a@b c\n<Ünï>' })
    expect(odd.name).toBe('abcÜnï@chat.example')
    expect(await accounts.owners.signIn({ ...identity, id: '5', username: '@@' })).toMatchObject({
      name: 'somebody@chat.example',
    })
  })
})
