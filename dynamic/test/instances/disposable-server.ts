// For suites: a server of their own, which may be ended at once, frozen, and started again on its port.
import { once } from 'node:events'
import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'

export interface DisposableServer {
  readonly url: string
  /** Ends it without a word to its clients, as a crash would. */
  kill(): Promise<void>
  /** Starts it again on the same port, with what it keeps in its folder. */
  start(): Promise<void>
  /** Connections stay open, new ones are accepted, and nothing is answered. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

interface ServerProgram {
  readonly url: string
  /** All that it writes, removed at the end. */
  readonly folder: string
  /** Resolves when it accepts connections. */
  readonly launch: () => Promise<ChildProcess>
  /** What ends it at once. */
  readonly endedBy: NodeJS.Signals
}

export async function startDisposable({ url, folder, launch, endedBy }: ServerProgram): Promise<DisposableServer> {
  let child = await launch()
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of [child.pid ?? 0, ...childrenOf(child.pid ?? 0)]) process.kill(pid, signal)
  }
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(endedBy)
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
