// Installs hostile packages from a registry on this machine with the npm settings of this repository: packages with
// install scripts, with other bytes than the lock file says, from other hosts, or only a day old.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { create } from 'tar'
import { commandEnvironment } from '../../../../scripts/test/environment.ts'
import { untrustedPackages, type LockedPackage } from '../../../../scripts/test/lock-file.ts'
import type { FaultRow, Rig } from '../fault-row.ts'

const repository = join(import.meta.dirname, '../../../..')
const moments = ['preinstall', 'install', 'postinstall'] as const
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const integrityOf = (bytes: Buffer) => `sha512-${createHash('sha512').update(bytes).digest('base64')}`

/** The npm settings, the options of `npm update`, and the check of the lock file. */
interface Installing {
  readonly npmrc: string
  readonly options: readonly string[]
  readonly untrusted: typeof untrustedPackages
}

const scriptOf = (canary: string) => `node -e "require('fs').writeFileSync('${canary}', '')"`

/** Packs a version whose script creates the file `canary`; returns the bytes of the archive. */
async function packed(folder: string, version: string, moment: string, canary: string): Promise<Buffer> {
  mkdirSync(join(folder, version, 'package'), { recursive: true })
  const manifest = JSON.stringify({ name: 'canary', version, scripts: { [moment]: scriptOf(canary) } })
  writeFileSync(join(folder, version, 'package/package.json'), manifest)
  const file = join(folder, `${version}.tgz`)
  await create({ file, cwd: join(folder, version), gzip: true }, ['package'])
  return readFileSync(file)
}

interface Registry {
  readonly url: string
  /** The bytes to send by version, which may differ from the announced ones. */
  readonly sent: Map<string, Buffer>
  close(): void
}

/** Opens a registry that announces 1.0.0 as a year old and 1.0.1 as a day old. */
async function openRegistry(versions: ReadonlyMap<string, Buffer>, scripts: object): Promise<Registry> {
  const sent = new Map(versions)
  const server = createServer((req, res) => {
    const [, version] = /canary-(\d\.\d\.\d)\.tgz$/.exec(req.url ?? '') ?? []
    if (version !== undefined) return void res.end(sent.get(version))
    const described = [...versions].map(([each, bytes]): [string, object] => {
      const dist = { tarball: `${url}/canary/-/canary-${each}.tgz`, integrity: integrityOf(bytes) }
      return [each, { name: 'canary', version: each, hasInstallScript: true, scripts, dist }]
    })
    const time = { created: daysAgo(400), modified: daysAgo(1), '1.0.0': daysAgo(365), '1.0.1': daysAgo(1) }
    const about = { name: 'canary', 'dist-tags': { latest: '1.0.1' }, versions: Object.fromEntries(described), time }
    res.setHeader('content-type', 'application/json').end(JSON.stringify(about))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    ...{ url, sent },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Runs npm; resolves to whether it succeeded and what it wrote to standard error. */
async function npm(project: string, url: string, args: readonly string[]): Promise<{ isDone: boolean; said: string }> {
  const environment = { npm_config_registry: url, npm_config_cache: join(project, '.cache'), npm_config_audit: 'false' }
  const child = spawn('npm', [...args, '--no-fund', '--fetch-retries=0'], {
    ...{ cwd: project, env: commandEnvironment(environment), stdio: ['ignore', 'ignore', 'pipe'] },
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { isDone: code === 0, said }
}

/** Writes a project whose lock file has version 1.0.0, in the format of npm. */
function writeProject(project: string, npmrc: string, locked: LockedPackage): void {
  rmSync(project, { recursive: true, force: true })
  mkdirSync(project)
  const dependencies = { canary: '^1.0.0' }
  const packages = { 'node_modules/canary': { version: '1.0.0', hasInstallScript: true, ...locked } }
  writeFileSync(join(project, '.npmrc'), npmrc)
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, dependencies }))
  writeFileSync(
    join(project, 'package-lock.json'),
    JSON.stringify({ lockfileVersion: 3, requires: true, packages: { '': { dependencies }, ...packages } }),
  )
}

const installedVersion = (project: string): string | undefined => {
  const path = join(project, 'node_modules/canary/package.json')
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version : undefined
}

/**
 * Judges a lock file that names the registry, and one that names a host whose name begins like that of the registry.
 */
function judgeHosts(rig: Rig, judge: Installing['untrusted'], integrity: string): void {
  const lockedAt = (host: string) => ({
    'node_modules/canary': { resolved: `https://${host}/canary/-/canary-1.0.0.tgz`, integrity },
  })
  rig.check(judge(lockedAt('registry.npmjs.org')).length === 0, 'a lock file that names the registry is refused')
  const isNoticed = judge(lockedAt('registry.npmjs.org.elsewhere.test')).length > 0
  rig.check(isNoticed, 'a lock file that names another host is not noticed')
}

async function installOnce(rig: Rig, { npmrc, options, untrusted: judge }: Installing, round: number): Promise<void> {
  const moment = moments[round % moments.length] ?? 'install'
  const [canary, project] = [join(rig.folder, 'canary-ran'), join(rig.folder, 'project')]
  const packages = join(rig.folder, `packages-${round}`)
  const versions = new Map<string, Buffer>()
  for (const each of ['1.0.0', '1.0.1']) versions.set(each, await packed(packages, each, moment, canary))
  const registry = await openRegistry(versions, { [moment]: scriptOf(canary) })
  const { url } = registry
  const integrity = integrityOf(versions.get('1.0.0') ?? Buffer.alloc(0))
  const resolved = `${url}/canary/-/canary-1.0.0.tgz`
  try {
    writeProject(project, npmrc, { resolved, integrity })
    const { isDone } = await npm(project, url, ['ci'])
    rig.check(isDone && installedVersion(project) === '1.0.0', 'the version of the lock file is not installed')
    rig.check(!existsSync(canary), `the ${moment} script of a package has run`)

    registry.sent.set('1.0.0', versions.get('1.0.1') ?? Buffer.alloc(0))
    writeProject(project, npmrc, { resolved, integrity })
    const other = await npm(project, url, ['ci'])
    const isRefused = !other.isDone && other.said.includes('EINTEGRITY')
    rig.check(isRefused, () => `a package with other bytes is not refused for them: ${other.said.slice(0, 200)}`)

    judgeHosts(rig, judge, integrity)

    registry.sent.set('1.0.0', versions.get('1.0.0') ?? Buffer.alloc(0))
    writeProject(project, npmrc, { resolved, integrity })
    const { said } = await npm(project, url, ['update', ...options])
    const updated = installedVersion(project)
    rig.check(updated !== '1.0.1', 'an update installs a version that is a day old')
    rig.check(updated !== undefined, () => `an update installs nothing: ${said.slice(0, 200)}`)
  } finally {
    registry.close()
    rmSync(canary, { force: true })
  }
}

async function installAll(rig: Rig, installing: Installing): Promise<void> {
  for (let round = 0; round < rig.amount; round += 1) await installOnce(rig, installing, round)
}

/** Reads the options of `npm update` from SECURITY.md. Throws if it does not name them. */
function updateOptions(): string[] {
  const [, options] = /`npm update (--[^`]+)`/.exec(readFileSync(join(repository, 'SECURITY.md'), 'utf8')) ?? []
  if (options === undefined) throw new Error('SECURITY.md does not say how to update')
  return options.split(' ')
}

/** A check that compares only the beginning of a host name. */
const trustsBeginnings: typeof untrustedPackages = (packages) =>
  Object.keys(packages).filter((path) => !packages[path]?.resolved?.startsWith('https://registry.npmjs.org'))

export const hostilePackages: Pick<FaultRow, 'run' | 'negativeControl'> = {
  run: (rig) =>
    installAll(rig, {
      npmrc: readFileSync(join(repository, '.npmrc'), 'utf8'),
      options: updateOptions(),
      untrusted: untrustedPackages,
    }),
  negativeControl: {
    what: 'npm with its default settings; a check that compares only the beginning of a host',
    amount: 1,
    finds: [/script of a package has run/, /names another host is not noticed/, /a version that is a day old/],
    run: (rig) => installAll(rig, { npmrc: '', options: [], untrusted: trustsBeginnings }),
  },
}
