// For suites: a separate server process that can be killed, frozen, and restarted on its port.
import { once } from 'node:events'
import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'

export interface DisposableServer {
  readonly url: string
  /** Ends the server without closing its connections properly, as a crash would. */
  kill(): Promise<void>
  /** Restarts the server on the same port with the data in its folder. */
  start(): Promise<void>
  /** Stops the server: connections stay open and new ones are accepted, but nothing is answered. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

interface ServerProgram {
  readonly url: string
  /** The folder with all data of the server, removed at the end. */
  readonly folder: string
  /** Starts the server; resolves when it accepts connections. */
  readonly launch: () => Promise<ChildProcess>
  /** The signal that ends the server at once. */
  readonly killSignal: NodeJS.Signals
}

/** Starts a server program; signals also go to its child processes. */
export async function startDisposable({ url, folder, launch, killSignal }: ServerProgram): Promise<DisposableServer> {
  let child = await launch()
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of [child.pid ?? 0, ...childrenOf(child.pid ?? 0)]) process.kill(pid, signal)
  }
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(killSignal)
    await ended
  }
  return {
    url,
    kill,
    async start() {
      child = await launch()
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
