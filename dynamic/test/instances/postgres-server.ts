// For suites: starts a separate PostgreSQL server.
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandEnvironment } from '../../../scripts/test/environment.ts'
import { freePort } from '../../../scripts/test/free-port.ts'
import { canRun } from '../../../scripts/test/requirements.ts'
import { waitForOutput } from '../live/service-process.ts'
import { startDisposable, type DisposableServer } from './disposable-server.ts'

const programs = globSync('/usr/lib/postgresql/*/bin').sort().at(-1) ?? ''
export const hasPostgres = canRun('faults of PostgreSQL', 'initdb', existsSync(join(programs, 'initdb')))

/** Returns the user to run the server as, because PostgreSQL refuses to run as root. */
function serverUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** Starts a PostgreSQL server on a new cluster in a temporary folder. */
export async function startPostgres(): Promise<DisposableServer> {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  const user = serverUser()
  const env = commandEnvironment()
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'cluster')
  const made = ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-locale', '--no-sync']
  execFileSync(join(programs, 'initdb'), made, { ...user, env, cwd: folder, stdio: 'ignore' })
  const port = await freePort()
  const given = ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1']
  return startDisposable({
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    folder,
    killSignal: 'SIGQUIT',
    launch: async () => {
      const options = { ...user, env, cwd: folder }
      const child = spawn(join(programs, 'postgres'), given, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
      await waitForOutput(child, 'stderr', /database system is ready to accept connections/)
      child.stderr.resume()
      return child
    },
  })
}
