import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serviceFlags } from '../../command/service-flags.ts'

const root = join(import.meta.dirname, '../../..')

/** A server in a process of its own, so that it shares no event loop with the load. */
export interface ServerProcess {
  readonly url: string
  readonly port: number
  /** Of the observer's listener; undefined for a server that has none. */
  readonly observerPort: number | undefined
  /** Processor time used so far, in milliseconds; 0 where /proc does not tell. */
  cpuMilliseconds(): number
  /** Memory that the process holds; 0 where /proc does not tell. */
  residentBytes(): number
  /** Gauges of the service, by name and labels; empty for a server that has no observer's listener. */
  metrics(): Promise<ReadonlyMap<string, number>>
  stop(): Promise<void>
}

/** The service as it runs in production, on one core if one is named, with the flags of package.json, its log sent to /dev/null. */
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

/** A bare server of `answers` (`answers.ts`): `bare-http` or `bare-express`. */
export const startBare = (name: 'bare-http' | 'bare-express', answers: string): Promise<ServerProcess> =>
  start([join('scripts/bench/baselines', `${name}.ts`), answers], undefined, {})

/** On one core alone where one is named, with all its threads. */
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
