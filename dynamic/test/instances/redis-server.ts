// For suites: starts a separate redis-server without persistence.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandEnvironment } from '../../../scripts/test/environment.ts'
import { freePort } from '../../../scripts/test/free-port.ts'
import { canRun } from '../../../scripts/test/requirements.ts'
import { waitForOutput } from '../live/service-process.ts'
import { startDisposable, type DisposableServer } from './disposable-server.ts'

const program = 'redis-server'
const env = commandEnvironment()
export const hasRedis = canRun('instances with Redis', program, spawnSync(program, ['--version'], { env }).status === 0)

/** `more` are further arguments of the server. */
export async function startRedis(...more: readonly string[]): Promise<DisposableServer> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'redis-'))
  const given = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--save',
    '',
    '--appendonly',
    'no',
    ...more,
  ]
  return startDisposable({
    url: `redis://127.0.0.1:${port}`,
    folder,
    killSignal: 'SIGKILL',
    launch: async () => {
      const child = spawn(program, given, { env, stdio: ['ignore', 'pipe', 'ignore'] })
      await waitForOutput(child, 'stdout', /Ready to accept connections/)
      return child
    },
  })
}
