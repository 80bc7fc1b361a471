// For suites: a redis-server of their own, which may be killed, frozen and started again on its port.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandEnvironment } from '../../../scripts/test/environment.ts'
import { canRun } from '../../../scripts/test/requirements.ts'
import { freePort } from '../fixtures/test-service.ts'
import { said } from '../live/service-process.ts'

const program = 'redis-server'
const env = commandEnvironment()
export const hasRedis = canRun('instances with Redis', program, spawnSync(program, ['--version'], { env }).status === 0)

export interface RedisServer {
  readonly url: string
  /** Ends it at once; what it knew is lost. */
  kill(): Promise<void>
  /** Starts it again, empty, on the same port. */
  start(): Promise<void>
  /** Connections stay open, and nothing is answered. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

export async function startRedis(): Promise<RedisServer> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'redis-'))
  const start = async () => {
    const given = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no']
    const child = spawn(program, given, { env, stdio: ['ignore', 'pipe', 'ignore'] })
    await said(child, 'stdout', /Ready to accept connections/)
    return child
  }
  let child = await start()
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    async start() {
      child = await start()
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async close() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
