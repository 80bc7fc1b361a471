// For suites: a PostgreSQL server of their own, which may be ended at once, frozen and started again on its port.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandEnvironment } from '../../../scripts/test/environment.ts'
import { canRun } from '../../../scripts/test/requirements.ts'
import { freePort } from '../fixtures/test-service.ts'
import { said } from '../live/service-process.ts'

const programs = globSync('/usr/lib/postgresql/*/bin').sort().at(-1) ?? ''
export const hasPostgres = canRun('faults of PostgreSQL', 'initdb', existsSync(join(programs, 'initdb')))

/** A server does not run as root. */
function serverUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

export interface PostgresServer {
  readonly url: string
  /** Ends it without a word to its clients, as a crash would. */
  kill(): Promise<void>
  /** Starts it again with what it had, on the same port. */
  start(): Promise<void>
  /** Connections stay open, new ones are accepted, and nothing is answered. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  const user = serverUser()
  const env = commandEnvironment()
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'cluster')
  const made = ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-locale', '--no-sync']
  execFileSync(join(programs, 'initdb'), made, { ...user, env, cwd: folder, stdio: 'ignore' })
  const port = await freePort()
  const given = ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1']
  const start = async () => {
    const child = spawn(join(programs, 'postgres'), given, {
      ...user,
      env,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    await said(child, 'stderr', /database system is ready to accept connections/)
    child.stderr.resume()
    return child
  }
  let child = await start()
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of [child.pid ?? 0, ...childrenOf(child.pid ?? 0)]) process.kill(pid, signal)
  }
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGQUIT')
    await ended
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    kill,
    async start() {
      child = await start()
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async close() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) === parent
      } catch {
        return false
      }
    })
}
