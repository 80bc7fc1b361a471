import { describe, expect, it } from 'vitest'
import { settingHelps, settingNames as names, settingsHelp } from './setting-list.ts'
import { lacksPublicUrl, misspelledSettings, readSettings, SettingsError } from './settings.ts'

describe('readSettings', () => {
  it('returns the defaults for an empty environment, and treats empty variables as unset', () => {
    const byDefault = readSettings({})
    expect(byDefault).toMatchObject({
      PORT: 8080,
      HOST: '127.0.0.1',
      DATA_DIR: '.data',
      LOG_LEVEL: 'info',
      TRUST_PROXY: 0,
    })
    expect(byDefault.RENDER_PATCHES).toBe('all')
    expect(readSettings(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(byDefault)
  })

  it('reads the given settings and ignores other variables', () => {
    const given = { PORT: '0', RENDER_PATCHES: '3', TRUST_PROXY: '2', DATA_DIR: '/srv/data', PATH: '/bin' }
    const settings = readSettings(given)
    expect(settings).toMatchObject({ PORT: 0, RENDER_PATCHES: 3, TRUST_PROXY: 2, DATA_DIR: '/srv/data' })
    expect(settings).not.toHaveProperty('PATH')
    expect(readSettings({ RENDER_PATCHES: 'none' }).RENDER_PATCHES).toBe('none')
  })

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['RENDER_PATCHES', 'some'],
    ['RENDER_PATCHES', '0'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'yes'],
  ])('refuses %s=%s with a message that names it', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(SettingsError)
    expect(() => readSettings({ [name]: value })).toThrow(`${name}=${value} is not valid: `)
  })

  it.each(['require', 'verify-ca', 'prefer', 'foo', ''])(
    'refuses a database with sslmode=%s without showing its password',
    (mode) => {
      const read = () => readSettings({ DATABASE_URL: `postgres://me:secret@db/deepledger?sslmode=${mode}` })
      expect(read).toThrow(/^DATABASE_URL is not valid: expected sslmode to be disable, verify-full, no-verify\. /)
      expect(read).not.toThrow('secret')
    },
  )

  it.each(['', '?sslmode=disable', `?sslmode=verify-full&sslrootcert=${import.meta.filename}`, '?sslmode=no-verify'])(
    'accepts a database with %j',
    (query) => {
      const DATABASE_URL = `postgres://me@db/deepledger${query}`
      expect(readSettings({ DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL)
    },
  )

  it.each([
    ['sslmod=verify-full', 'got sslmod'],
    ['SSLMODE=verify-full', 'got SSLMODE'],
    ['sslmode=verify-full&sslmode=disable', 'expected sslmode once'],
    ['sslmode=verify-full&sslrootcert=/missing.pem', 'expected sslrootcert to name a file of this machine'],
    ['sslmode=verify-full&sslcert=&sslkey=', 'expected sslcert to name a file of this machine'],
  ])('refuses a database with the parameters %s', (query, why) => {
    const read = () => readSettings({ DATABASE_URL: `postgres://me:secret@db/deepledger?${query}` })
    expect(read).toThrow(why)
    expect(read).not.toThrow('secret')
  })

  it('accepts a database whose user and password are parameters, and never shows them in errors', () => {
    const DATABASE_URL = 'postgres:///deepledger?host=/run/postgresql&user=me&password=hush'
    expect(readSettings({ DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL)
    expect(() => readSettings({ DATABASE_URL: `${DATABASE_URL}&sslmod=disable` })).toThrow(
      /^DATABASE_URL is not valid(?!.*hush)/,
    )
  })

  it.each(['redis://localhost/abc', 'redis://localhost/1/2'])(
    'refuses %s, whose database is not a number',
    (REDIS_URL) => {
      expect(() => readSettings({ REDIS_URL })).toThrow('the number of a database')
    },
  )

  it.each(['redis://localhost', 'redis://localhost/', 'rediss://me:secret@localhost:6379/15'])(
    'accepts %s',
    (REDIS_URL) => {
      expect(readSettings({ REDIS_URL }).REDIS_URL).toBe(REDIS_URL)
    },
  )

  it('reports all malformed settings at once', () => {
    const read = () => readSettings({ PORT: 'x', LOG_LEVEL: 'y', HOST: '0.0.0.0' })
    expect(read).toThrow(/PORT=x.*\nLOG_LEVEL=y/)
    expect(read).not.toThrow(/HOST/)
  })
})

describe('misspelledSettings', () => {
  it.each([
    ['DATA_DIRR', 'DATA_DIR'],
    ['DATADIR', 'DATA_DIR'],
    ['DATA_DRI', 'DATA_DIR'],
    ['LOG_LEVAL', 'LOG_LEVEL'],
    ['TRUST_PROXI', 'TRUST_PROXY'],
  ])('suggests for %s: %s', (given, suggestion) => {
    expect(misspelledSettings({ [given]: 'x' })).toEqual([[given, suggestion]])
  })

  it('suggests nothing for known names and for unrelated ones', () => {
    const foreign = ['PATH', 'HOME', 'SHELL', 'PORTS', 'HOSTS', 'NODE_ENV', 'DATA_DIRECTORY', 'LOGNAME', 'DATABASE_URL']
    expect(misspelledSettings(Object.fromEntries([...names, ...foreign].map((name) => [name, 'x'])))).toEqual([])
  })
})

describe('PUBLIC_URL', () => {
  it.each([
    [{ TRUST_PROXY: '1' }, true],
    [{ HOST: '0.0.0.0' }, true],
    [{}, false],
    [{ HOST: '::1' }, false],
    [{ TRUST_PROXY: '1', PUBLIC_URL: 'https://ledger.example' }, false],
  ])('with %j, whether it is missing: %s', (given, isMissing) => {
    expect(lacksPublicUrl(readSettings(given))).toBe(isMissing)
  })

  it('loses its trailing slash, so that paths can follow', () => {
    expect(readSettings({ PUBLIC_URL: 'https://ledger.example/' }).PUBLIC_URL).toBe('https://ledger.example')
  })
})

describe('settingsHelp', () => {
  it('describes all settings in one column', () => {
    const columns = settingHelps().map(({ name, help }) =>
      settingsHelp()
        .split('\n')
        .find((line) => line.startsWith(`  ${name} `))
        ?.indexOf(help),
    )
    expect(new Set(columns).size).toBe(1)
  })

  it('describes every setting and its default', () => {
    const help = settingsHelp()
    for (const { name, help: sentence } of settingHelps()) {
      expect(sentence, name).toMatch(/^[A-Z].*\.$/)
      const line = help.split('\n').find((one) => one.startsWith(`  ${name} `))
      expect(line, name).toContain(` ${sentence} (`)
      expect(line, name).toMatch(/ \(\S.*\)$/)
    }
  })
})
