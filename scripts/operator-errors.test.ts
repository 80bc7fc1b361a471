// Tests that mistakes of operators are reported as a sentence, with an exit code that `--help` lists.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { create } from 'tar'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '../data/store/dialect/sqlite.ts'
import { root } from './site/source-files.ts'
import { copySampleData } from './test/built-world.ts'
import { commandEnvironment } from './test/environment.ts'
import { canRun } from './test/requirements.ts'

vi.setConfig({ testTimeout: 120_000 })

let folder: string
const at = (name: string) => join(folder, name)
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'operator-'))
  writeFileSync(at('file'), 'a file')
  writeFileSync(at('bundle.zip'), 'no bundle')
  writeFileSync(at('cut.tar.gz'), gzipSync('no archive').subarray(0, 15))
  writeFileSync(at('cut.ndjson.gz'), gzipSync('{}\n'.repeat(1000)).subarray(0, 25))
  mkdirSync(at('data'))
  await copySampleData(at('data'))
})
afterAll(() => rmSync(folder, { recursive: true }))

interface Place {
  readonly cwd?: string
  readonly uid?: number | undefined
}

function run(
  command: string,
  args: readonly string[],
  environment: Record<string, string> = {},
  { cwd = root, uid }: Place = {},
) {
  const env = commandEnvironment({ DATA_DIR: at('data'), ...environment })
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, `scripts/${command}.ts`), ...args], {
    ...{ cwd, uid, encoding: 'utf8', env, timeout: 60_000, killSignal: 'SIGKILL' },
  })
  return { status, stdout, stderr }
}

const free = { PORT: '0', OBSERVER_PORT: '0', LOG_LEVEL: 'silent' }

describe('npm run import', () => {
  it.each([
    ['nothing', 2, 'There is no bundle at '],
    ['bundle.zip', 2, 'is neither a folder nor a .tar.gz of one.'],
    ['cut.tar.gz', 3, 'cut.tar.gz cannot be unpacked: '],
  ])('of %s ends with %i', (name, status, sentence) => {
    const ended = run('import', [at(name)], { DATA_DIR: at('new') })
    expect(ended.status).toBe(status)
    expect(ended.stderr).toContain(sentence)
  })

  it('of several bundles names the one that cannot be imported', () => {
    const bundles = ['1', '2', '3'].map((version) => {
      mkdirSync(at(`several-${version}`))
      writeFileSync(at(`several-${version}/patch.json`), JSON.stringify({ branch: 'main', version }))
      return at(`several-${version}`)
    })
    writeFileSync(join(bundles[1] ?? '', 'items.ndjson'), '{"id":7}\n')
    const { status, stderr } = run('import', bundles, { DATA_DIR: at('new') })
    expect(status).toBe(3)
    expect(stderr).toContain(
      `${bundles[1]}, number 2 of 3, could not be imported; none of them was.\nitems.ndjson:1: id: expected string, got 7\n`,
    )
    expect(existsSync(at('new/catalog.db'))).toBe(false)
  })

  it('escapes control characters of a bundle for the terminal', () => {
    const bundle = at('hostile')
    mkdirSync(bundle)
    writeFileSync(join(bundle, '\u001b[2J.ndjson'), '')
    writeFileSync(join(bundle, 'a\nb.ndjson'), '')
    writeFileSync(join(bundle, 'maps.ndjson'), '{"id":"\u009b2J\u202e"}\n')
    const archive = at('hostile.tar.gz')
    symlinkSync('/etc/passwd', join(bundle, '\u001b[31m'))
    create({ file: archive, gzip: true, cwd: bundle, sync: true }, ['\u001b[31m'])
    for (const path of [bundle, archive]) {
      const { status, stderr } = run('import', [path], { DATA_DIR: at('new') })
      expect(status).toBe(3)
      expect(stderr).toContain(String.raw`\u001b[31m`)
      expect(stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]|^b\./m)
    }
  })
})

it.each(['file', 'empty'])('npm run render does not make a catalog if there is none: DATA_DIR is %s', (name) => {
  const ended = run('render', [], { DATA_DIR: at(name) })
  const sentence = `There is no catalog in ${at(name)}: set DATA_DIR to the folder of the service, or import a patch first.\n`
  expect(ended).toMatchObject({ status: 2, stderr: sentence })
  expect(existsSync(at('empty'))).toBe(false)
})

describe('a catalog of another version', () => {
  beforeAll(() => {
    mkdirSync(at('older'))
    writeFileSync(join(at('older'), 'catalog.db'), '')
    mkdirSync(at('bundle'))
    writeFileSync(join(at('bundle'), 'patch.json'), '{"branch":"main","version":"9.0.0"}')
  })

  it.each(['serve', 'start', 'render', 'import', 'publish/tree'])('is refused with a sentence by %s', (command) => {
    const ended = run(command, command === 'import' ? [at('bundle')] : [], { DATA_DIR: at('older'), ...free })
    const sentence = `The catalog in ${at('older')} was made by another version of this program: move catalog.db away and import the bundles again.\n`
    expect(ended).toMatchObject({ status: 1, stderr: sentence })
    // Nothing was migrated, so the older version can be started again.
    expect(readdirSync(at('older')).filter((name) => name.startsWith('live.db'))).toEqual([])
  })
})

describe('a DATA_DIR that is not that of the service', () => {
  const nowhere = () => ({ DATA_DIR: at('nowhere') })
  it.each([
    ['keys list', 'There are no keys in '],
    ['keys revoke dl_abcd2345', 'There are no keys in '],
    ['keys rotate dl_abcd2345', 'There are no keys in '],
    ['observe quarantine list', 'There is no live data in '],
    ['observe quarantine replay', 'There is no live data in '],
  ])('is named by %s, and nothing is created there', (typed, sentence) => {
    const [command = '', ...args] = typed.split(' ')
    const { status, stderr } = run(command, args, nowhere())
    expect([status, stderr]).toEqual([2, expect.stringContaining(`${sentence}${at('nowhere')}: set DATA_DIR to`)])
    expect(existsSync(at('nowhere'))).toBe(false)
  })

  it('is named where it gets its first key or observation', () => {
    writeFileSync(at('trades.ndjson'), '{"id":1,"timestamp":"2026-01-01T00:00:00Z","message":"WTS"}\n')
    for (const [command, args, file] of [
      ['keys', ['create', '--owner', 'a', '--scopes', ''], 'accounts.db'],
      ['observe', ['trades', at('trades.ndjson')], 'live.db'],
    ] as const) {
      const created = `Created ${join(at('first'), file)}, because there was none: the service must have the same DATA_DIR.`
      const first = run(command, args, { DATA_DIR: at('first') })
      expect([first.status, first.stderr]).toEqual([0, expect.stringContaining(created)])
      expect(run(command, args, { DATA_DIR: at('first') }).stderr).not.toContain('Created')
    }
  })
})

describe('a path of the wrong kind is named', () => {
  const noFolder = (path: string) => `${path} is a file or lies in one, and a folder is needed: name another.\n`
  it.each(['serve', 'start', 'keys list', 'import x', 'observe quarantine list'])(
    'if DATA_DIR is a file: %s',
    (typed) => {
      const [command = '', ...args] = typed.split(' ')
      const ended = run(command, args, { DATA_DIR: at('file') })
      expect(ended).toMatchObject({ status: 2, stderr: noFolder(at('file')) })
    },
  )

  it('if the folder of the client is a file', () => {
    expect(run('client', [at('file')])).toMatchObject({ status: 2, stderr: noFolder(at('file')) })
  })

  it('before anything is published to a file', () => {
    const { status, stderr } = run('publish/tree', ['--to', at('file')])
    expect(status).toBe(2)
    expect(stderr).toContain(noFolder(at('file')))
    expect(stderr).not.toContain('Pages')
  })

  it('if the file of observations is a folder', () => {
    expect(run('observe', ['market', folder])).toMatchObject({ status: 2, stderr: `${folder} is not a file.\n` })
  })
})

/** The uid of a user to whom permissions apply, which is never root. */
const uid = process.getuid?.() === 0 ? 65_534 : process.getuid?.()

describe('a DATA_DIR that this user may not write', () => {
  const refused = (place: string, code: string) =>
    `DATA_DIR=${at('locked')} cannot be used: the user of this process (uid ${uid}) may not use ${place} (${code}). Make DATA_DIR, and all that is in it, readable and writable for the user that runs the service and its commands.\n`
  beforeAll(() => {
    chmodSync(folder, 0o755)
    mkdirSync(at('locked'))
    mkdirSync(at('compiled'))
    chmodSync(at('compiled'), 0o777)
  })
  const tried = (typed: string) => {
    const [command = '', ...args] = typed.split(' ')
    return run(command, args, { ...free, DATA_DIR: at('locked'), NODE_COMPILE_CACHE: at('compiled') }, { uid })
  }

  it.each([
    ['serve', 'EACCES'],
    ['keys create --owner a --scopes tooltips', 'SQLITE_CANTOPEN'],
    ['import x', 'EACCES'],
    ['observe trades package.json', 'SQLITE_CANTOPEN'],
  ])('is reported with the user who needs the permission: %s', (typed, code) => {
    chmodSync(at('locked'), 0o555)
    expect(tried(typed)).toMatchObject({ status: 2, stderr: refused(at('locked'), code) })
  })

  it('is reported for a file in it', () => {
    chmodSync(at('locked'), 0o777)
    openDatabase(at('locked/accounts.db'))
    chmodSync(at('locked/accounts.db'), 0o444)
    expect(tried('keys list')).toMatchObject({ status: 2, stderr: refused(at('locked/accounts.db'), 'EACCES') })
  })
})

it.each([
  ['catalog.db', 'serve'],
  ['catalog.db', 'import x'],
  ['live.db', 'serve'],
  ['live.db', 'observe quarantine list'],
  ['accounts.db', 'keys list'],
])('a damaged %s is named: %s', (name, typed) => {
  const damaged = at(`damaged ${name} ${typed}`)
  mkdirSync(damaged)
  writeFileSync(join(damaged, name), 'no database, but long enough to look like something'.repeat(50))
  const [command = '', ...args] = typed.split(' ')
  const { status, stderr } = run(command, args, { ...free, DATA_DIR: damaged })
  expect(status).toBe(1)
  expect(stderr).toContain(`${join(damaged, name)} is damaged: file is not a database (SQLITE_NOTADB). Restore it`)
})

describe('an address on which the service cannot listen', () => {
  let taken: Server
  let port: string
  beforeAll(async () => {
    taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    port = String((taken.address() as AddressInfo).port)
  })
  afterAll(() => taken.close())
  const isTaken = (name: string) =>
    `${name}=${port} is taken: something listens on 127.0.0.1:${port} already. End it, or set PORT and OBSERVER_PORT to two free ports.`

  it.each(['serve', 'start'])('is named by its setting: %s', (command) => {
    const environment = { ...free, DATA_DIR: at(command === 'start' ? 'nothing imported' : 'data') }
    const ended = run(command, [], { ...environment, PORT: port })
    expect(ended).toMatchObject({ status: 6, stderr: `${isTaken('PORT')}\n` })
    expect(run(command, [], { ...environment, OBSERVER_PORT: port }).stderr).toBe(`${isTaken('OBSERVER_PORT')}\n`)
  })

  it('is named if both listeners have the same', () => {
    taken.close()
    const { status, stderr } = run('serve', [], { ...free, PORT: port, OBSERVER_PORT: port })
    expect({ status, stderr }).toEqual({ status: 6, stderr: `${isTaken('OBSERVER_PORT')}\n` })
  })

  it.each([
    ['HOST', 'nowhere.invalid'],
    ['HOST', '192.0.2.1'],
    ['OBSERVER_HOST', '192.0.2.1'],
  ])('is named if it is not an address of this machine: %s=%s', (name, host) => {
    const { status, stderr } = run('serve', [], { ...free, [name]: host })
    // Without a name service, the name might be resolved later.
    expect(status).toBe(stderr.includes('ENOTFOUND') ? 2 : 6)
    expect(stderr).toMatch(
      new RegExp(`^${name}=${host} is not an address of this machine \\(E\\w+\\): set it to one, .*\\.\n$`),
    )
  })
})

it.each(['publish/tree', 'deploy'])('%s refuses a folder without a catalog, and leaves nothing in it', (command) => {
  const empty = at(`empty ${command.replace('/', ' ')}`)
  mkdirSync(join(empty, 'publish'), { recursive: true })
  writeFileSync(join(empty, 'netlify.toml'), `[build]\n  publish = "${empty}/publish/current/public"\n`)
  const { status, stderr } = run(command, [], { DATA_DIR: empty }, { cwd: empty })
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: `There is no catalog in ${empty}: set DATA_DIR to the folder of the service, or import a patch first.\n`,
  })
  expect(readdirSync(empty).sort()).toEqual(['netlify.toml', 'publish'])
})

const hasProc = canRun('a folder where none can be made', '/proc', existsSync('/proc'))
const noPlace = (path: string) => `${path} cannot be made: its file system takes no such folder. Name another.\n`
it.runIf(hasProc).each([
  ['/proc/backup', '/proc/backup.unfinished'],
  ['/proc/backups/first', '/proc/backups'],
])('a backup to %s, in which no folder can be made, ends with a sentence', (to, refused) => {
  expect(run('backup', [to])).toMatchObject({ status: 2, stderr: noPlace(refused) })
})

it
  .runIf(hasProc)
  .each(['serve', 'start', 'import x', 'keys create --owner a --scopes tooltips', 'observe trades package.json'])(
  'a DATA_DIR in which no folder can be made ends %s with a sentence',
  (typed) => {
    const [command = '', ...args] = typed.split(' ')
    const ended = run(command, args, { ...free, DATA_DIR: '/proc/deepledger' })
    expect(ended).toMatchObject({ status: 2, stderr: noPlace('/proc/deepledger') })
  },
)

it
  .runIf(hasProc)
  .each(['publish/tree --to /proc/deepledger/releases', 'publish/nginx --to /proc/deepledger/nginx.conf'])(
  'a destination in which no folder can be made ends %s with a sentence',
  (typed) => {
    const [command = '', ...args] = typed.split(' ')
    const { status, stderr } = run(command, args, { PUBLIC_URL: 'https://ledger.test' })
    expect({ status, stderr }).toEqual({ status: 2, stderr: noPlace('/proc/deepledger') })
  },
)

it('a damaged file of observations is reported, with the number of stored lines', () => {
  const { status, stderr } = run('observe', ['trades', at('cut.ndjson.gz')])
  expect(status).toBe(3)
  expect(stderr).toMatch(/cut\.ndjson\.gz is not a complete gzip file: .*\. \d+ lines before it are stored; .*\n$/)
  expect(stderr).not.toMatch(/\n\s+at /)
})

it.each([
  ['127.0.0.1', 'server 127.0.0.1:8080 '],
  ['::1', 'server [::1]:8080 '],
])('the configuration of nginx forwards to a service at %s', (HOST, line) => {
  const { status, stdout } = run('publish/nginx', [], { HOST, PORT: '8080' })
  expect(status).toBe(0)
  expect(stdout).toContain(line)
})

it.each([
  ['origin', 'foo:99999'],
  ['listen', '0.0.0.0:99999'],
])('the configuration of nginx is not written with an invalid port: --%s %s', (name, place) => {
  const ended = run('publish/nginx', [`--${name}`, place, '--to', at('nginx.conf')])
  const sentence = `${name} "${place}" is not a host with a port from 1 to 65535; an IPv6 address is in brackets.\n`
  expect(ended).toMatchObject({ status: 2, stderr: sentence })
  expect(existsSync(at('nginx.conf'))).toBe(false)
})

it('the configuration of nginx has absolute paths, because nginx resolves relative ones below its own folder', () => {
  const { stdout } = run('publish/nginx', ['--tree', '.data/tree', '--pages', 'pages', '--cache', 'cache'])
  for (const path of ['.data/tree', 'pages', 'cache']) expect(stdout).toMatch(new RegExp(` ${root}/?${path}[ ;/]`))
})

it.each([
  'keys list',
  'import x',
  'render',
  'rollback',
  'observe quarantine list',
  'backup x',
  'publish/nginx',
  'deploy',
])('a misspelled setting is warned of by %s', (typed) => {
  const [command = '', ...args] = typed.split(' ')
  // An invalid setting ends each command before it does its work.
  const { stderr } = run(command, args, { DATA_DRI: '/nowhere', PORT: 'x' })
  expect(stderr).toContain('DATA_DRI is not a setting: did you mean DATA_DIR?\n')
})
