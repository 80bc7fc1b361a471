// Two imports in separate processes: the second is refused immediately at any stage of the first, and does not disturb it.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { commandEnvironment } from '../scripts/test/environment.ts'
import { copySampleBundles } from '../scripts/test/built-world.ts'
import { DataFolder } from './test/test-bundle.ts'

const project = join(import.meta.dirname, '..')

/** The exit code of a command that fails because another one holds the lock. */
const busy = 6

let folder: DataFolder
let bundles: readonly string[]
const children: ChildProcess[] = []
beforeEach(async () => {
  folder = new DataFolder()
  bundles = await copySampleBundles(folder.beside('world'))
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  folder.close()
})

function startImport(script: string, bundle = '') {
  const env = commandEnvironment({ DATA_DIR: folder.dataDir, RENDER_PATCHES: 'all' })
  const child = spawn(process.execPath, [script, bundle], { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, ended, said: () => said }
}

/** Pauses the first import in the middle, so that it cannot end before the second one starts. */
async function expectOneWins(script: string): Promise<void> {
  const first = startImport(script, bundles[0])
  await expect.poll(first.said, { interval: 10 }).toContain('Rendering')
  first.child.kill('SIGSTOP')
  const second = startImport(script, bundles[1])
  const refused = await second.ended
  first.child.kill('SIGCONT')
  expect([await first.ended, refused], first.said()).toEqual([0, busy])
  expect(second.said()).toContain(`Another import or render is at work in ${folder.dataDir}: wait for it to end.`)
  expect(folder.read((catalog) => catalog.patches.all.length)).toBe(1)
  const tree = folder.tree('_static')
  await folder.render({ everything: true })
  expect(folder.tree('_static')).toBe(tree)
}

it('one succeeds, the other ends with a message', () => expectOneWins('scripts/import.ts'))

it('negative control: a lock that keeps nobody out', async () => {
  await expect(expectOneWins('build/test/import-unlocked.ts')).rejects.toThrow(/to deeply equal \[ \+0, 6 \]/)
})
