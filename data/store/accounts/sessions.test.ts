import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Accounts } from './accounts.ts'
import { TestAccounts } from '../test/test-accounts.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const minute = 60_000
let at: TestAccounts
let accounts: Accounts

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  at = new TestAccounts()
  accounts = await at.open()
})
afterEach(async () => {
  vi.useRealTimers()
  await at.remove()
})

const session = { ownerId: undefined, data: '{"a":1}', idleUntil: now + 10 * minute, endsAt: now + 60 * minute }
const rows = () => at.query<{ id_hash: string; idle_until: string }>('SELECT * FROM sessions')

/** The sessions that can be read. */
async function kept(...names: readonly string[]): Promise<string[]> {
  const read = await Promise.all(
    names.map(async (name) => ((await accounts.sessions.read(name)) === undefined ? [] : [name])),
  )
  return read.flat()
}

it('is read as it was written and can be replaced', async () => {
  await accounts.sessions.write('one', session)
  expect(await accounts.sessions.read('one')).toBe('{"a":1}')
  await accounts.sessions.write('one', { ...session, data: '{"a":2}' })
  expect(await accounts.sessions.read('one')).toBe('{"a":2}')
  expect(await accounts.sessions.read('two')).toBeUndefined()
})

it('that was removed is not restored by a request that had read it', async () => {
  await accounts.sessions.write('one', session)
  await accounts.sessions.rewrite('one', { ...session, data: '{"a":2}' })
  expect(await accounts.sessions.read('one')).toBe('{"a":2}')
  await accounts.sessions.remove('one')
  await accounts.sessions.rewrite('one', session)
  expect(await accounts.sessions.read('one')).toBeUndefined()
})

it('is stored with the hash of its id', async () => {
  await accounts.sessions.write('very-secret', session)
  expect(JSON.stringify(await rows())).not.toContain('very-secret')
})

it('ends if it is not used', async () => {
  await accounts.sessions.write('one', session)
  vi.setSystemTime(now + 10 * minute - 1)
  expect(await accounts.sessions.read('one')).toBeDefined()
  vi.setSystemTime(now + 10 * minute)
  expect(await accounts.sessions.read('one')).toBeUndefined()
})

it('is extended when it is used, until its end', async () => {
  await accounts.sessions.write('one', session)
  await accounts.sessions.touch('one', now + 200 * minute)
  vi.setSystemTime(now + 59 * minute)
  expect(await accounts.sessions.read('one')).toBeDefined()
  vi.setSystemTime(now + 60 * minute)
  expect(await accounts.sessions.read('one')).toBeUndefined()
})

it('is touched at most once a minute', async () => {
  await accounts.sessions.write('one', session)
  await accounts.sessions.touch('one', session.idleUntil + minute)
  expect((await rows())[0]?.idle_until).toBe(new Date(session.idleUntil).toISOString())
  await accounts.sessions.touch('one', session.idleUntil + minute + 1)
  expect((await rows())[0]?.idle_until).toBe(new Date(session.idleUntil + minute + 1).toISOString())
})

it('cannot be read after it was removed', async () => {
  await accounts.sessions.write('one', session)
  await accounts.sessions.remove('one')
  expect(await accounts.sessions.read('one')).toBeUndefined()
})

it('is deleted after it has ended', async () => {
  await accounts.sessions.write('one', session)
  vi.setSystemTime(now + 11 * minute)
  await accounts.sessions.write('two', { ...session, idleUntil: now + 20 * minute })
  expect(await rows()).toHaveLength(1)
})

it('is removed beyond a limit if nobody has signed in, those that end first before others', async () => {
  const { id } = await accounts.owners.grant('owner', [])
  await accounts.sessions.write('signed in', { ...session, ownerId: id, endsAt: now + minute })
  for (const [at, name] of ['c', 'a', 'd', 'b'].entries())
    await accounts.sessions.write(name, { ...session, endsAt: now + (50 + at) * minute })
  await accounts.sessions.limitAnonymous(4)
  expect(await rows()).toHaveLength(5)
  await accounts.sessions.limitAnonymous(2)
  expect(await kept('signed in', 'a', 'b', 'c', 'd')).toEqual(['signed in', 'b', 'd'])
})

it('does not count once it has ended, even before it is deleted', async () => {
  await accounts.sessions.write('idle', session)
  await accounts.sessions.write('ended', { ...session, idleUntil: now + 90 * minute })
  await accounts.sessions.write('lives', { ...session, idleUntil: now + 90 * minute, endsAt: now + 90 * minute })
  vi.setSystemTime(now + 60 * minute)
  await accounts.sessions.limitAnonymous(1)
  expect(await kept('lives')).toEqual(['lives'])
  expect(await rows()).toHaveLength(3)
})
