// Runs before suites that start services: starts and stops a service once to fill the compile cache, which Node only
// writes when a process ends by itself. Services that suites kill do not fill it, and each would take half a second of
// processor time to compile everything again.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serviceFlags } from '../command/service-flags.ts'
import { root } from '../site/source-files.ts'
import { copySampleData } from './built-world.ts'
import { cachedFolder } from './cached-folder.ts'
import { commandEnvironment } from './environment.ts'

const sources = ['data', 'build', 'dynamic', 'site/server', 'scripts', 'package-lock.json']

/** Fills the compile cache, once per state of the sources. */
export async function compileOnce(): Promise<void> {
  await cachedFolder('compiled', sources, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'compiled-'))
    await copySampleData(dataDir)
    const settings = { DATA_DIR: dataDir, PORT: '0', OBSERVER_PORT: '0', LOG_LEVEL: 'silent' }
    const child = spawn(process.execPath, [...serviceFlags, 'scripts/serve.ts'], {
      ...{ cwd: root, env: commandEnvironment(settings), stdio: ['ignore', 'ignore', 'pipe'] },
    })
    const ended = once(child, 'exit')
    child.stderr.on('data', (said: Buffer) => said.includes('Serving on') && child.kill('SIGTERM'))
    await ended
    rmSync(dataDir, { recursive: true })
  })
}
