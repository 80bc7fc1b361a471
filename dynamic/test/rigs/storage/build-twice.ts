// Imports one bundle in different folders, time zones and languages, with its files in different orders: every data
// folder has the same bytes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, cpSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { treeOf, writeTestBundle } from '../../../../build/test/test-bundle.ts'
import { manifestFile } from '../../../../data/api/static/manifest.ts'
import { copySampleData } from '../../../../scripts/test/built-world.ts'
import { commandEnvironment } from '../../../../scripts/test/environment.ts'
import type { FaultRow, Rig } from '../fault-row.ts'
import { bundleRows } from './data-folder.ts'

const repository = join(import.meta.dirname, '../../../..')
const zones = ['UTC', 'Pacific/Apia', 'America/St_Johns', 'Africa/Casablanca', 'Asia/Kathmandu']
const languages = ['C', 'C.UTF-8', 'de_DE.UTF-8', 'tr_TR.UTF-8']

/** Imports a bundle into a data folder. */
type Build = (bundle: string, dataDir: string, env: Record<string, string>) => Promise<void>

async function buildInProcess(bundle: string, dataDir: string, env: Record<string, string>): Promise<void> {
  const script = join(import.meta.dirname, 'do-work.ts')
  const child = spawn(process.execPath, [script, 'import', dataDir, bundle], {
    ...{ cwd: repository, env: commandEnvironment(env), stdio: ['ignore', 'ignore', 'pipe'] },
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  if (code !== 0) throw new Error(`the import ended with ${code ?? signal}: ${said}`)
}

/** Copies a folder, creating its entries in the order of their names or in reverse order; returns `to`. */
function copyInOrder(from: string, to: string, isReversed: boolean): string {
  mkdirSync(to, { recursive: true })
  const names = readdirSync(from).sort()
  for (const name of isReversed ? names.reverse() : names) cpSync(join(from, name), join(to, name), { recursive: true })
  return to
}

/** Lists the lines of the last tree that the first one lacks. */
function difference(trees: readonly string[]): string {
  const [first, last] = [trees[0], trees.at(-1)].map((tree = '') => tree.split('\n'))
  return `other bytes: ${last?.filter((line) => !first?.includes(line)).join(', ')}`
}

async function buildAll(rig: Rig, build: Build): Promise<void> {
  const { folder, random } = rig
  const first = writeTestBundle(join(folder, 'bundle'), '1.0.0', { items: bundleRows('common') })
  const trees: string[] = []
  for (let nth = 0; nth <= rig.amount; nth += 1) {
    const [zone, language] = nth === 0 ? ['UTC', 'C'] : [random.pick(zones.slice(1)), random.pick(languages)]
    const bundle = copyInOrder(first, join(folder, `bundle-${'x'.repeat(nth)}`), nth % 2 === 1)
    const dataDir = join(folder, `data-${'y'.repeat(3 * nth)}`)
    mkdirSync(dataDir)
    const cores: Record<string, string> = nth % 2 === 1 ? { UV_THREADPOOL_SIZE: '1', VIPS_CONCURRENCY: '1' } : {}
    await build(bundle, dataDir, { TZ: zone, LANG: language, LC_ALL: language, ...cores })
    trees.push(treeOf(dataDir))
    if (!trees[nth]?.includes('catalog.db')) throw new Error('the import made no catalog')
    if (nth > 0) rig.check(trees[nth] === trees[0], () => `${zone}, ${language}: ${difference(trees)}`)
  }
}

/** Copies a built data folder, and writes the local time of the builder's time zone into one of its files. */
async function buildWithLocalTime(_bundle: string, dataDir: string, { TZ = 'UTC' }: Record<string, string>) {
  await copySampleData(dataDir)
  const builtAt = new Date(0).toLocaleString('en', { timeZone: TZ })
  appendFileSync(join(dataDir, manifestFile), JSON.stringify({ builtAt }))
}

export const buildTwice: Pick<FaultRow, 'run' | 'negativeControl'> = {
  run: (rig) => buildAll(rig, buildInProcess),
  negativeControl: {
    what: 'a builder that writes the local time into one of its files',
    amount: 2,
    finds: [/: other bytes: \/manifest\.json \w+$/],
    run: (rig) => buildAll(rig, buildWithLocalTime),
  },
}
