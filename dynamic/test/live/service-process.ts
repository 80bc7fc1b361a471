// For suites: the service in a separate process, which may be killed.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Accounts } from '../../../data/store/accounts/accounts.ts'
import type { TestStore } from '../../../data/store/test/test-store.ts'
import { serviceFlags } from '../../../scripts/command/service-flags.ts'
import { commandEnvironment } from '../../../scripts/test/environment.ts'

const repository = join(import.meta.dirname, '../../..')
const children = new Set<ChildProcess>()

/** Starts Node in the root of the repository with the environment of commands. */
export function startProcess(args: readonly string[], environment: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [...args], { cwd: repository, env: commandEnvironment(environment) })
  children.add(child)
  return child
}

/** Waits until the output of the child matches; throws if the child ends before that, or after two minutes. */
export async function waitForOutput(
  child: ChildProcess,
  stream: 'stdout' | 'stderr',
  what: RegExp,
): Promise<RegExpExecArray> {
  let text = ''
  const listen = (chunk: Buffer) => (text += chunk.toString())
  child[stream]?.on('data', listen)
  for (let nth = 0; nth < 4800; nth += 1) {
    const found = what.exec(text)
    if (found) return found
    if (child.exitCode !== null) break
    await sleep(25)
  }
  throw new Error(`the output never matched ${what}: ${text}`)
}

/** Kills a process; resolves when it has ended. */
export async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  children.delete(child)
}

/** Kills all processes that a suite has started and not ended. */
export function killAll(): void {
  for (const child of children) child.kill('SIGKILL')
}

export interface ServiceProcess {
  readonly child: ChildProcess
  readonly port: number
  readonly observerPort: number
  readonly key: string
}

/** Creates a key with the scope of observers. */
export async function observerKey(store: Pick<TestStore, 'location'>): Promise<string> {
  const accounts = await Accounts.open(await store.location())
  const { id: ownerId } = await accounts.owners.grant('observer', ['observe'])
  const { key } = await accounts.keys.create(ownerId, { name: 'observer', scopes: ['observe'] })
  await accounts.close()
  return key
}

/** Starts the service on a store; `key` is returned with it for its clients. */
export async function serveProcess(store: Pick<TestStore, 'settings'>, key: string, port = 0): Promise<ServiceProcess> {
  const child = startProcess([...serviceFlags, 'scripts/serve.ts'], {
    ...{ PORT: String(port), OBSERVER_PORT: '0', LOG_LEVEL: 'silent' },
    RATE_LIMIT_ANONYMOUS: '1000000',
    ...(await store.settings()),
  })
  const [, served, observerPort] = await waitForOutput(
    child,
    'stderr',
    /Serving on http:\/\/[^:]+:(\d+).*on port (\d+)/,
  )
  return { child, port: Number(served), observerPort: Number(observerPort), key }
}
