import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serviceFlags } from '../../command/service-flags.ts'

const root = join(import.meta.dirname, '../../..')

/** A server in a separate process, so that it does not share an event loop with the load. */
export interface ServerProcess {
  readonly url: string
  readonly port: number
  /** Port of the observer's listener; undefined for a server without one. */
  readonly observerPort: number | undefined
  /** Processor time used so far in milliseconds; 0 without /proc. */
  cpuMilliseconds(): number
  /** Resident memory of the process; 0 without /proc. */
  residentBytes(): number
  /** Gauges of the service by name and labels; empty for a server without an observer's listener. */
  metrics(): Promise<ReadonlyMap<string, number>>
  stop(): Promise<void>
}

/**
 * Starts the service as in production, with the flags of package.json, its log sent to /dev/null, and pinned to `core`
 * if given.
 */
export const startService = (
  dataDir: string,
  { core, ...environment }: { readonly core?: number; readonly TRUST_PROXY?: string } = {},
): Promise<ServerProcess> =>
  start([...serviceFlags, 'scripts/run.mjs', 'serve'], core, {
    DATA_DIR: dataDir,
    PORT: '0',
    OBSERVER_PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    RATE_LIMIT_ANONYMOUS: '100000000',
    ...environment,
  })

/** Starts the bare server `bare-http` or `bare-express` with a file of answers (`answers.ts`). */
export const startBare = (name: 'bare-http' | 'bare-express', answers: string): Promise<ServerProcess> =>
  start([join('scripts/bench/baselines', `${name}.ts`), answers], undefined, {})

/** Starts a server, with all its threads pinned to `core` if given. */
async function start(
  args: readonly string[],
  core: number | undefined,
  environment: Record<string, string>,
): Promise<ServerProcess> {
  const command = [...(core === undefined ? [] : ['taskset', '-c', String(core)]), process.execPath, ...args]
  const child = spawn(command[0] ?? '', command.slice(1), {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = once(child, 'exit')
  void ended.then(() => process.off('exit', kill))
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const found = /Serving on (http:\S+)/.exec(said)?.[1]
      if (found) resolve(found)
    })
    void ended.then((how) => reject(new Error(`${args[0]} ended at once (${how.join(' ')}): ${said}`)))
  })
  const observerPort = /observations on port (\d+)/.exec(said)?.[1]
  return {
    url,
    port: Number(new URL(url).port),
    observerPort: observerPort === undefined ? undefined : Number(observerPort),
    cpuMilliseconds: () => cpuOf(child.pid ?? 0),
    residentBytes: () => residentBytesOf(child.pid ?? 0),
    metrics: () => metricsAt(observerPort),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

function residentBytesOf(pid: number): number {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) return 0
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) * 1024
}

async function metricsAt(port: string | undefined): Promise<ReadonlyMap<string, number>> {
  if (port === undefined) return new Map()
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const gauges = text.split('\n').filter((line) => !line.startsWith('#') && line.includes(' '))
  return new Map(
    gauges.map((line): [string, number] => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), Number(line.slice(at + 1))]
    }),
  )
}

const millisecondsPerTick = 10

function cpuOf(pid: number): number {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return 0
  const [, fields = ''] = readFileSync(file, 'utf8').split(') ')
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number)
  return (user + system) * millisecondsPerTick
}
