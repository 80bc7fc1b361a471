// `npm run keys` as a separate process, while another one has the file open.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Accounts } from '../data/store/accounts/accounts.ts'
import { waitForKeyCaches, TestStore } from '../data/store/test/test-store.ts'
import { prefixOfKey } from '../data/store/accounts/key-text.ts'
import { commandEnvironment } from './test/environment.ts'

const repository = join(import.meta.dirname, '..')
const store = new TestStore()
let settings: Record<string, string>
let accounts: Accounts

beforeAll(async () => {
  settings = await store.settings()
  accounts = await Accounts.open(await store.location())
})
afterAll(async () => {
  await accounts.close()
  await store.remove()
})

const keys = (...given: string[]) => keysWith('', ...given)

function keysWith(input: string, ...given: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(repository, 'scripts/keys.ts'), ...given], {
    encoding: 'utf8',
    input,
    env: commandEnvironment({ ...settings, RATE_LIMIT_TIERS: 'partner=5000' }),
  })
  return { status, stdout, stderr, last: stdout.trimEnd().split('\n').at(-1) ?? '' }
}

describe('create', () => {
  it('prints only the key on the last line, which the running service accepts', async () => {
    const made = keys('create', '--owner', 'fan-site', '--scopes', 'tooltips', '--origins', 'Wiki.example,localhost:*')
    expect(made).toMatchObject({ status: 0, stderr: '' })
    expect(prefixOfKey(made.last)).toBeDefined()
    expect(made.stdout.split(made.last)).toHaveLength(2)
    expect(await accounts.authenticate(made.last)).toMatchObject({
      kind: 'good',
      tier: 'standard',
      scopes: new Set(['tooltips']),
      origins: ['wiki.example', 'localhost:*'],
    })
  })

  it('adds to the scopes that an owner may delegate, and sets tier, name and expiry', async () => {
    const options = ['--tier', 'partner', '--name', 'the bot', '--expires', '30']
    const made = keys('create', '--owner', 'fan-site', '--scopes', 'observe', ...options)
    expect(made.stdout).toContain('fan-site may delegate tooltips, observe')
    expect(await accounts.authenticate(made.last)).toMatchObject({ tier: 'partner', scopes: new Set(['observe']) })
    const listed = (await accounts.keys.list()).at(-1)
    expect(listed).toMatchObject({ name: 'the bot', owner: 'fan-site' })
    expect(Math.round((Date.parse(listed?.expires_at ?? '') - Date.now()) / 86_400_000)).toBe(30)
  })

  it.each([
    ['an unknown scope', ['--scopes', 'tooltips,everything'], 'everything is not a scope: tooltips, observe'],
    ['an unknown tier', ['--scopes', 'tooltips', '--tier', 'gold'], 'gold is not a tier: standard, partner'],
    ['an unknown option', ['--scopes', 'tooltips', '--origin', 'a'], 'Did you mean --origins?'],
  ])('refuses %s with a sentence, and changes nothing', async (_what, given, sentence) => {
    const refused = keys('create', '--owner', 'x', ...given)
    expect(refused).toMatchObject({ status: 2, stdout: '' })
    expect(refused.stderr).toContain(sentence)
    expect(await accounts.owners.byName('x')).toBeUndefined()
  })

  const manyOrigins = Array.from({ length: 51 }, (_, nth) => `${nth}.example`).join()
  it.each([
    ['a name of an owner that is too long for a key', 'y'.repeat(90), [], 'The name of a key has 1 to 80'],
    ['too many origins', 'z', ['--origins', manyOrigins], 'origins'],
  ])('refuses %s before the owner gets rights', async (_what, owner, given, sentence) => {
    const refused = keys('create', '--owner', owner, '--scopes', 'admin', ...given)
    expect(refused).toMatchObject({ status: 2, stdout: '' })
    expect(refused.stderr).toContain(sentence)
    expect(await accounts.owners.byName(owner)).toBeUndefined()
  })
})

describe('list', () => {
  it('shows every key and no secret', () => {
    const { last } = keys('create', '--owner', 'listed', '--scopes', 'tooltips')
    const { stdout, status } = keys('list')
    expect(status).toBe(0)
    expect(stdout).toMatch(/^prefix +state +owner/)
    expect(stdout).toMatch(/dl_\w{8} +active +listed +listed +tooltips +everywhere +never +never/)
    expect(stdout).not.toContain(last.slice(12))
  })
})

describe('revoke', () => {
  it('takes effect in the running service at its next request', async () => {
    const { last } = keys('create', '--owner', 'gone', '--scopes', 'tooltips')
    expect(await accounts.authenticate(last)).toMatchObject({ kind: 'good' })
    expect(keys('revoke', last.slice(0, 11)).status).toBe(0)
    await waitForKeyCaches()
    expect(await accounts.authenticate(last)).toEqual({ kind: 'refused', reason: 'revoked' })
  })

  it('accepts a whole key, and never prints it', async () => {
    const { last } = keys('create', '--owner', 'leaked', '--scopes', 'tooltips')
    const { status, stdout } = keys('revoke', last)
    expect(status).toBe(0)
    expect(stdout).not.toContain(last.slice(12))
    expect(await accounts.authenticate(last)).toMatchObject({ reason: 'revoked' })
  })

  it.each(['\n', '\r\n', ''])(
    'reads a whole key from its input, so that it is not in the list of processes: %j',
    async (end) => {
      const { last } = keys('create', '--owner', 'leaked', '--scopes', 'tooltips')
      const { status, stdout, stderr } = keysWith(`${last}${end}`, 'revoke')
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      expect(stdout).not.toContain(last.slice(12))
      expect(await accounts.authenticate(last)).toMatchObject({ reason: 'revoked' })
    },
  )

  it.each([
    ['nothing', ''],
    ['an invalid key', 'dl_abcdefgh_0123456789abcdef\n'],
  ])('refuses %s as its input with a sentence that does not repeat it', (_what, input) => {
    const { status, stderr } = keysWith(input, 'revoke')
    expect(status).toBe(2)
    expect(stderr).toContain('A prefix reads dl_ and eight letters or digits')
    expect(stderr).not.toContain('0123456789abcdef')
  })

  it.each([
    ['an unknown prefix', 'dl_abcdefgh', 'There is no key dl_abcdefgh.'],
    ['an invalid prefix', 'no-prefix', 'A prefix reads dl_ and eight letters or digits'],
  ])('refuses %s with a sentence', (_what, prefix, sentence) => {
    const { status, stderr } = keys('revoke', prefix)
    expect(status).toBe(2)
    expect(stderr).toContain(sentence)
  })

  it('never prints a mistyped key', () => {
    expect(keys('revoke', 'dl_abcdefgh_0123456789abcdef').stderr).not.toContain('0123456789abcdef')
  })
})

describe('rotate', () => {
  it('prints only the new key on the last line, and the old one remains valid', async () => {
    const old = keys('create', '--owner', 'rotating', '--scopes', 'tooltips').last
    const { status, last } = keys('rotate', old.slice(0, 11), '--grace-days', '3')
    expect(status).toBe(0)
    expect(await accounts.authenticate(old)).toMatchObject({ kind: 'good' })
    expect(await accounts.authenticate(last)).toMatchObject({ kind: 'good' })
    expect(keys('rotate', old.slice(0, 11))).toMatchObject({ status: 2, stdout: '' })
  })

  it('reads the key from its input', async () => {
    const old = keys('create', '--owner', 'rotating', '--scopes', 'tooltips').last
    const { status, last } = keysWith(`${old}\n`, 'rotate', '--grace-days', '0')
    expect(status).toBe(0)
    expect(await accounts.authenticate(last)).toMatchObject({ kind: 'good' })
  })
})

describe('help', () => {
  it.each([[[]], [['create']]])('exists: %j', (command) => {
    const { status, stdout } = keys(...command, '--help')
    expect(status).toBe(0)
    expect(stdout).toContain('Usage: npm run keys --')
  })
})
