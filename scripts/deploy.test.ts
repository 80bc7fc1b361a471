// `npm run deploy` in a separate project folder, with a fake CLI on the path.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importAndRender } from '../build/import-and-render.ts'
import { savePages } from '../build/pages/save-pages.ts'
import { rollBack } from '../build/roll-back.ts'
import type { DeployPlan } from '../build/publish-tree/deployed.ts'
import { publishTree } from '../build/publish-tree/publish-tree.ts'
import { api } from '../data/api/table.ts'
import { writeSampleWorld } from '../data/sample/world.ts'
import { acquireImportLock } from '../data/store/files/import-lock.ts'
import { readManifest } from '../data/store/files/tree.ts'
import { commandEnvironment } from './test/environment.ts'

const script = join(import.meta.dirname, 'deploy.ts')
const options = { api, patches: 'all' } as const
const noProgram = dirname(process.execPath)

let root: string
let dataDir: string
let bundles: string[]
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'deploy-'))
  dataDir = join(root, '.data')
  writeFileSync(join(root, 'netlify.toml'), '[build]\n  publish = ".data/publish/current/public"\n')
  bundles = await writeSampleWorld(join(root, 'world'), { scale: 'small', pictures: false })
  await importAndRender(bundles.slice(0, 2), { ...options, dataDir })
  mkdirSync(join(root, 'bin'))
  writeFileSync(
    join(root, 'bin/netlify'),
    '#!/bin/sh\necho "$@" >> "$CALLS"\nwhile [ -e "$CALLS.wait" ]; do sleep 0.05; done\nexit "${CLI_EXIT:-0}"\n',
  )
  chmodSync(join(root, 'bin/netlify'), 0o755)
})
afterAll(() => rmSync(root, { recursive: true }))

function run(args: readonly string[], { path = `${join(root, 'bin')}:${process.env.PATH}`, exit = '0' } = {}) {
  const env = commandEnvironment({ PATH: path, CALLS: join(root, 'calls'), CLI_EXIT: exit })
  return spawnSync(process.execPath, [script, '--no-pages', ...args], {
    cwd: root,
    encoding: 'utf8',
    env,
  })
}

const calls = () =>
  existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8').trim().split('\n') : []
const planned = (args: readonly string[] = []): DeployPlan & { command: string[]; deployed: boolean } => {
  const { stdout, stderr } = run(['--json', ...args])
  expect(stderr).toBe('')
  return JSON.parse(stdout) as ReturnType<typeof planned>
}

describe('without --yes', () => {
  it('prints what would be uploaded and the command, and runs nothing', () => {
    const { stdout, status } = run([])
    expect(status).toBe(0)
    expect(stdout).toMatch(
      /^release [0-9a-f]{16}: \d+ files, [\d.]+ MB; the first deploy:\n\d+ added, 0 changed, 0 removed/,
    )
    expect(stdout).toMatch(
      /\nnetlify deploy --prod --dir \.data\/publish\/current\/public --message 'release [0-9a-f]{16}'\n$/,
    )
    expect(calls()).toEqual([])
  })

  it('prints the same as JSON', () => {
    const { hash, last, added, uploads, deployed, command } = planned()
    expect([last, deployed, command[0]]).toEqual([undefined, false, 'netlify'])
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(uploads.files).toBeLessThanOrEqual(added.length)
    expect(uploads.bytes).toBeGreaterThan(100_000)
  })
})

it('--no-pages leaves pages to the service, but uploads their resources', async () => {
  const { state = '' } = readManifest(dataDir) ?? {}
  await savePages({
    ...{ dataDir, state, site: 'earlier', origin: 'https://ledger.test', first: ['/'] },
    answer: () => Promise.resolve({ status: 200, body: Buffer.from('<h1>Home</h1>'), isLive: false }),
  })
  const { added } = planned()
  for (const name of readdirSync('site/public')) expect(added).toContain(`public/${name}`)
  expect(added.some((name) => /^public\/_site\/.*\.css$/.test(name))).toBe(true)
  expect(added.filter((name) => /^public\/(_pages\/|pages\.json)/.test(name))).toEqual([])
})

describe('with --yes', () => {
  it('after a failure of the CLI everything remains to be uploaded', () => {
    const { status, stderr } = run(['--yes'], { exit: '3' })
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^`netlify deploy .*` failed: the CDN is unchanged\.\n$/),
    ])
    expect(planned().last).toBeUndefined()
  })

  it('a missing CLI is reported, with how to install it', () => {
    const { status, stderr } = run(['--yes'], { path: noProgram })
    expect(status).toBe(1)
    expect(stderr).toMatch(/^The Netlify CLI was not found: install it with `npm install --global netlify-cli`/)
  })

  it('the CLI is run and the release is recorded', () => {
    const { hash } = planned()
    expect(planned(['--yes']).deployed).toBe(true)
    expect(calls().at(-1)).toBe(
      `deploy --prod --dir .data/publish/current/public --message release ${hash.slice(0, 16)}`,
    )
    expect(planned()).toMatchObject({
      last: hash,
      uploads: { files: 0, bytes: 0 },
      added: [],
      changed: [],
      removed: [],
    })
  })
})

it('during the upload no other builder can publish there, but its own data folder accepts imports', async () => {
  const wait = join(root, 'calls.wait')
  writeFileSync(wait, '')
  const before = calls().length
  const env = commandEnvironment({ PATH: `${join(root, 'bin')}:${process.env.PATH}`, CALLS: join(root, 'calls') })
  const deploying = spawn(process.execPath, [script, '--no-pages', '--yes'], { cwd: root, env, stdio: 'ignore' })
  const ended = once(deploying, 'exit')
  await expect.poll(() => calls().length).toBe(before + 1)
  const to = join(dataDir, 'publish')
  await expect(publishTree({ dataDir: join(root, 'other'), to })).rejects.toThrow(
    `Another publish is at work in ${to}: wait for it to end.`,
  )
  const release = acquireImportLock(dataDir)
  expect(release).toBeDefined()
  release?.()
  rmSync(wait)
  expect(await ended).toEqual([0, null])
})

describe('after an import', () => {
  it('only new and changed files are uploaded', async () => {
    await importAndRender([bundles[2] ?? ''], { ...options, dataDir })
    const { added, changed, removed, uploads } = planned()
    expect(removed).toEqual([])
    expect(added.every((name) => /^public\/(_static\/(3|0\/patches)|assets|bulk)\//.test(name))).toBe(true)
    expect(changed.length).toBeLessThan(10)
    expect(uploads.files).toBeLessThanOrEqual(added.length + changed.length)
  })

  it('`npm run rollback` and a deploy restore the previous release, with hardly any upload', async () => {
    const before = planned().last
    planned(['--yes'])
    await rollBack({ ...options, dataDir })
    const { hash, added, uploads } = planned(['--yes'])
    expect([hash, added]).toEqual([before, []])
    expect(uploads.files).toBeLessThan(10)
  })
})

it('a release that replaces one with the catalog is reported once, with what instances need', async () => {
  await publishTree({ dataDir, to: join(dataDir, 'publish') })
  expect(run([]).stderr).toBe(
    'The release that this one replaces had the catalog, which a CDN does not need: instances with CATALOG_URL that read .data/publish/current/public find none any more. Publish theirs to another folder: `npm run publish:tree -- --compressed --to <folder>`.\n',
  )
  expect(run([]).stderr).toBe('')
})

it('nothing is done if netlify.toml and DATA_DIR refer to different folders', () => {
  writeFileSync(join(root, 'netlify.toml'), '[build]\n  publish = "elsewhere"\n')
  expect(run(['--yes']).stderr).toMatch(/^netlify.toml publishes elsewhere, not \.data\/publish\/current\/public/)
})
