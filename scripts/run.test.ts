// Tests that the launcher installs what a command needs, in whatever order commands run, with real npm and two small
// packages.
import { execFile, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { root } from './site/source-files.ts'
import { commandEnvironment } from './test/environment.ts'

let template: string
let folder: string
beforeAll(() => {
  template = mkdtempSync(join(tmpdir(), 'launcher-'))
  for (const path of ['scripts/run.mjs', '.nvmrc']) cpSync(join(root, path), join(template, path))
  for (const name of ['start', 'import', 'test', 'check']) write(`scripts/${name}.ts`, `console.log('${name} ran')`)
  for (const name of packages) write(`${name}/package.json`, JSON.stringify({ name, version: '1.0.0' }))
  npm('pack', './served', './tested')
  const dependencies = { served: 'file:served-1.0.0.tgz' }
  const devDependencies = { tested: 'file:tested-1.0.0.tgz' }
  write('package.json', JSON.stringify({ name: 'launched', type: 'module', dependencies, devDependencies }))
  npm('install', '--package-lock-only', '--no-audit')
})
afterAll(() => rmSync(template, { recursive: true }))
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'launched-'))
  cpSync(template, folder, { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true }))

const packages = ['served', 'tested']

function write(path: string, text: string): void {
  mkdirSync(dirname(join(template, path)), { recursive: true })
  writeFileSync(join(template, path), text)
}

function npm(...args: readonly string[]): void {
  const { status, stderr } = spawnSync('npm', args, { cwd: template, env: commandEnvironment(), encoding: 'utf8' })
  expect(status, stderr).toBe(0)
}

/** Runs a command; returns the npm command that was called for it, if any. */
function run(command: string): string | undefined {
  const env = commandEnvironment()
  const ended = spawnSync(process.execPath, ['scripts/run.mjs', command], { cwd: folder, env, encoding: 'utf8' })
  expect(ended.stdout, ended.stderr).toBe(`${command} ran\n`)
  return /Installing dependencies \(npm (\w+)\)/.exec(ended.stderr)?.[1]
}

const installed = () => packages.filter((name) => existsSync(join(folder, 'node_modules', name)))

/** Makes the lock file newer than the installed packages, as after a pull. */
function changeLockFile(): void {
  const soon = Date.now() / 1000 + 5
  utimesSync(join(folder, 'package-lock.json'), soon, soon)
}

describe('the launcher', () => {
  it('installs the packages for serving at the first start, and no more for commands of operators', () => {
    expect([run('start'), installed()]).toEqual(['ci', ['served']])
    expect([run('import'), run('start'), installed()]).toEqual([undefined, undefined, ['served']])
  })

  it('adds the other packages for the first development command, without removing what a running service may load', () => {
    run('start')
    writeFileSync(join(folder, 'node_modules/served/loaded'), '')
    expect([run('test'), installed()]).toEqual(['install', ['served', 'tested']])
    expect(existsSync(join(folder, 'node_modules/served/loaded'))).toBe(true)
    expect([run('check'), run('start')]).toEqual([undefined, undefined])
  })

  it('installs only once for concurrent commands', async () => {
    const options = { cwd: folder, env: commandEnvironment() }
    const ran = await Promise.all(
      ['start', 'import', 'start'].map((command) =>
        promisify(execFile)(process.execPath, ['scripts/run.mjs', command], options),
      ),
    )
    expect(ran.map(({ stdout }) => stdout)).toEqual(['start ran\n', 'import ran\n', 'start ran\n'])
    expect(ran.filter(({ stderr }) => stderr.includes('Installing dependencies'))).toHaveLength(1)
    expect(existsSync(join(folder, '.installing'))).toBe(false)
  })

  it('installs again after an installation was killed', () => {
    const { pid } = spawnSync(process.execPath, ['--version'])
    writeFileSync(join(folder, '.installing'), String(pid))
    expect([run('start'), installed()]).toEqual(['ci', ['served']])
  })

  it('installs everything if the first command is a development command', () => {
    expect([run('check'), installed()]).toEqual(['ci', ['served', 'tested']])
    expect([run('start'), installed()]).toEqual([undefined, ['served', 'tested']])
  })

  it('installs the same packages again when the lock file has changed', () => {
    run('start')
    changeLockFile()
    expect([run('start'), installed()]).toEqual(['ci', ['served']])
    changeLockFile()
    expect([run('test'), installed()]).toEqual(['ci', ['served', 'tested']])
    changeLockFile()
    expect([run('start'), installed()]).toEqual(['ci', ['served', 'tested']])
  })
})
