import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readSettings } from '../settings.ts'
import { settingsHelp } from '../setting-list.ts'
import { accountSettings } from './account-settings.ts'
import { loadOrCreateSessionSecret } from './session-secret.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'account-settings-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const read = (environment: Record<string, string> = {}) =>
  accountSettings(readSettings({ DATA_DIR: folder, ...environment }))
const client = { OAUTH_CLIENT_ID: 'id', OAUTH_CLIENT_SECRET: 'secret' }

describe('sign-in', () => {
  it('is off by default', () => {
    expect(read().provider).toBeUndefined()
  })

  it('uses Discord if only the client is set', () => {
    expect(read(client).provider).toEqual({
      clientId: 'id',
      clientSecret: 'secret',
      authorizeUrl: 'https://discord.com/oauth2/authorize',
      tokenUrl: 'https://discord.com/api/oauth2/token',
      userUrl: 'https://discord.com/api/users/@me',
      scope: 'identify',
    })
  })

  it('uses other URLs if they are set', () => {
    const tokenUrl = 'http://127.0.0.1:9000/token'
    const environment = { ...client, OAUTH_TOKEN_URL: tokenUrl, OAUTH_SCOPE: 'openid profile' }
    expect(read(environment).provider).toMatchObject({ tokenUrl, scope: 'openid profile' })
  })

  it.each(['OAUTH_CLIENT_ID', 'OAUTH_CLIENT_SECRET'])('is refused with %s alone', (name) => {
    expect(() => read({ [name]: 'half' })).toThrow('OAUTH_CLIENT_ID and OAUTH_CLIENT_SECRET are set together')
  })

  it.each([
    'http://provider.example/token',
    'http://localhost.evil.test/token',
    'http://localhost:80@evil.test/token',
    'ftp://localhost',
    'nonsense',
  ])('never uses plain http to another machine: %s', (url) => {
    for (const name of ['OAUTH_AUTHORIZE_URL', 'OAUTH_TOKEN_URL', 'OAUTH_USER_URL'])
      expect(() => read({ ...client, [name]: url })).toThrow(`${name}=${url} is not valid`)
  })
})

describe('PUBLIC_URL', () => {
  it.each([
    [{}, 'http://127.0.0.1:8080'],
    [{ PORT: '9000', HOST: '0.0.0.0' }, 'http://localhost:9000'],
    [{ HOST: '::1' }, 'http://[::1]:8080'],
    [{ PUBLIC_URL: 'https://ledger.example' }, 'https://ledger.example'],
  ])('%j: %s', (environment, url) => {
    expect(read(environment).publicUrl).toBe(url)
  })

  it.each(['ledger.example', 'https://ledger.example/path', 'ftp://x', 'https://a@b', 'https://x?y'])(
    'cannot be %s',
    (PUBLIC_URL) => {
      expect(() => read({ PUBLIC_URL })).toThrow('PUBLIC_URL')
    },
  )
})

describe('SESSION_SECRET', () => {
  it('is used if it is set', () => {
    expect(read({ SESSION_SECRET: 'x'.repeat(32) }).sessionSecret).toBe('x'.repeat(32))
    expect(readdirSync(folder)).toEqual([])
  })

  it('is generated once, and readable only by its owner', () => {
    const { sessionSecret } = read()
    expect(sessionSecret).toMatch(/^[\w-]{43}$/)
    expect(read().sessionSecret).toBe(sessionSecret)
    expect(readdirSync(folder)).toEqual(['session-secret'])
    expect(statSync(join(folder, 'session-secret')).mode & 0o777).toBe(0o600)
  })

  it('is the same on all instances that share a database and a client secret', () => {
    const shared = { DATABASE_URL: 'postgres://db/deepledger', OAUTH_CLIENT_ID: 'ledger', OAUTH_CLIENT_SECRET: 'hush' }
    const { sessionSecret } = read(shared)
    expect(sessionSecret).toMatch(/^[\w-]{43}$/)
    expect(readdirSync(folder)).toEqual([])
    expect(read({ ...shared, OAUTH_CLIENT_SECRET: 'other' }).sessionSecret).not.toBe(sessionSecret)
    expect(read({ ...shared, DATABASE_URL: '' }).sessionSecret).not.toBe(sessionSecret)
  })

  it('is generated for each data folder, which need not exist yet', () => {
    expect(loadOrCreateSessionSecret(join(folder, 'a'))).not.toBe(loadOrCreateSessionSecret(join(folder, 'b')))
  })

  it('is refused if its file is empty', () => {
    writeFileSync(join(folder, 'session-secret'), '')
    expect(() => read()).toThrow('contains no secret of 32 characters')
  })

  it('is refused if it is too short, and never printed', () => {
    expect(() => read({ SESSION_SECRET: 'too-short' })).toThrow(/^SESSION_SECRET is not valid(?!.*too-short)/)
    expect(settingsHelp()).toMatch(/SESSION_SECRET +.* \(unset\)/)
  })
})
