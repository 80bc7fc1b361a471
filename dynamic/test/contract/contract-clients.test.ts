// Clients that common generators make from the OpenAPI document, compiled under `--strict`. The long form also lints
// the document with Spectral.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fetchApi } from '../fixtures/test-client.ts'
import { openObservedLive } from '../fixtures/observed-live.ts'
import { openSampleFixture, type Fixture } from '../fixtures/test-service.ts'
import { inLongForm } from '../../../scripts/test/long-form.ts'

const sources = join(import.meta.dirname, 'generators')
const root = join(import.meta.dirname, '../../..')
const lock = readFileSync(join(sources, 'package-lock.json'))
const isLong = inLongForm(true, false)
const folder = join(
  root,
  'node_modules/.cache/contract-generators',
  createHash('sha256').update(lock).digest('hex').slice(0, 16) + (isLong ? '-long' : ''),
)
const minutes = 60_000

interface Generator {
  readonly name: string
  readonly command: readonly string[]
  /** The file to compile. */
  readonly entry: string
  /** Slow generators run only in the long form. */
  readonly isSlow?: true
}

const generators: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    command: ['openapi-typescript', 'openapi.json', '-o', 'out/types.ts'],
    entry: 'out/types.ts',
  },
  {
    name: '@hey-api/openapi-ts with zod',
    command: [
      ...['openapi-ts', '-i', 'openapi.json', '-o', 'out/hey', '-p'],
      ...['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch', 'zod'],
    ],
    entry: 'out/hey/index.ts',
  },
  {
    name: 'swagger-typescript-api',
    command: ['swagger-typescript-api', 'generate', '-p', 'openapi.json', '-o', 'out/swagger', '-n', 'api.ts'],
    entry: 'out/swagger/api.ts',
    isSlow: true,
  },
  {
    name: 'orval',
    command: ['orval', '--input', 'openapi.json', '--output', 'out/orval/api.ts', '--client', 'fetch'],
    entry: 'out/orval/api.ts',
    isSlow: true,
  },
  {
    name: 'kubb',
    command: ['kubb', 'generate', '--config', 'kubb.config.mjs'],
    entry: 'out/kubb/index.ts',
    isSlow: true,
  },
]

/** Runs a command; rejects with its output if it fails. */
async function run(command: string, args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(command, args, { cwd: folder, maxBuffer: 50_000_000 })
    return stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${args.join(' ').slice(0, 200)}: ${stdout.slice(0, 3000)} ${stderr.slice(0, 2000)}`, {
      cause: error,
    })
  }
}

const bin = (name: string) => join(folder, 'node_modules/.bin', name)

/** Installs the generators with `npm ci`, once for each lock file and form; an interrupted installation is repeated. */
async function install(): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const name of ['package.json', 'package-lock.json', 'kubb.config.mjs', 'spectral.yaml'])
    copyFileSync(join(sources, name), join(folder, name))
  if (existsSync(join(folder, 'installed'))) return
  const omitted = isLong ? [] : ['--omit=dev']
  await run('npm', ['ci', ...omitted, '--no-audit', '--no-fund', '--ignore-scripts'])
  writeFileSync(join(folder, 'installing'), '')
  renameSync(join(folder, 'installing'), join(folder, 'installed'))
}

let fixture: Fixture
beforeAll(async () => {
  await install()
  fixture = await openSampleFixture()
  const service = await fixture.serve({ live: await openObservedLive(fixture) })
  rmSync(join(folder, 'out'), { recursive: true, force: true })
  mkdirSync(join(folder, 'out'))
  writeFileSync(join(folder, 'openapi.json'), (await fetchApi(service, '/v2/openapi.json')).text)
}, 10 * minutes)
afterAll(() => fixture.close())

const chosen = generators.filter(({ isSlow }) => isLong || !isSlow)
const compiler = join(root, 'node_modules/typescript-7/bin/tsc')
const options =
  '--ignoreConfig --strict --noEmit --skipLibCheck --allowImportingTsExtensions --target es2022 --module esnext --moduleResolution bundler --lib es2023,dom,dom.iterable'

it.each(chosen)(
  'a client of $name compiles under --strict',
  async ({ command: [name = '', ...args], entry }) => {
    await run(bin(name), args)
    await run(process.execPath, [compiler, ...options.split(' '), entry])
    expect(readFileSync(join(folder, entry), 'utf8')).not.toBe('')
  },
  5 * minutes,
)

// Redocly lints the document in the suite `openapi`, in both forms.
if (isLong)
  it(
    'Spectral finds no error by its rules of OpenAPI',
    async () => {
      const found = await run(bin('spectral'), [
        'lint',
        'openapi.json',
        '--ruleset',
        'spectral.yaml',
        '--fail-severity',
        'error',
      ])
      expect(found).not.toMatch(/\d+:\d+\s+error/)
    },
    2 * minutes,
  )
