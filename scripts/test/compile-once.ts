// Before suites that start services: one is started and stopped, for Node writes what it has compiled when a process
// ends by itself. Of services that suites kill nothing would be left, and each would compile all of it again: half a
// second of processor time.
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

/** Does nothing where it was done for these sources. */
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
