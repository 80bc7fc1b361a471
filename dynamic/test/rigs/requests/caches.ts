// Starts the caches that Debian packages in front of a service, with their default settings.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandEnvironment } from '../../../../scripts/test/environment.ts'
import { freePort } from '../../../../scripts/test/free-port.ts'

export interface RunningCache {
  readonly name: string
  readonly port: number
  stop(): Promise<void>
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

async function start(name: string, port: number, program: string, args: readonly string[]): Promise<RunningCache> {
  const child: ChildProcess = spawn(program, args, { env: commandEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  for (let tries = 0; tries < 800 && !(await isOpen(port)); tries += 1) {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${said}`)
    await sleep(25)
  }
  return {
    ...{ name, port },
    async stop() {
      child.kill('SIGTERM')
      await Promise.race([once(child, 'exit'), sleep(5000)])
      child.kill('SIGKILL')
    },
  }
}

/** Starts Varnish in front of the service on port `origin`, with its files in a folder. */
export async function startVarnish(folder: string, origin: number): Promise<RunningCache> {
  const port = await freePort()
  const args = [
    '-F',
    '-a',
    `127.0.0.1:${port}`,
    '-b',
    `127.0.0.1:${origin}`,
    '-n',
    join(folder, 'varnish'),
    '-s',
    'malloc,64m',
  ]
  return start('varnish', port, 'varnishd', args)
}

/** Starts Squid as a reverse proxy in front of the service on port `origin`, with its files in a folder. */
export async function startSquid(folder: string, origin: number): Promise<RunningCache> {
  const port = await freePort()
  const root = join(folder, 'squid')
  mkdirSync(root)
  // Squid drops its root privileges and runs as another user.
  for (const path of [folder, root]) chmodSync(path, 0o777)
  const lines = [
    `http_port 127.0.0.1:${port} accel defaultsite=localhost no-vhost`,
    `cache_peer 127.0.0.1 parent ${origin} 0 no-query originserver`,
    ...[
      'http_access allow all',
      'cache_mem 64 MB',
      'access_log none',
      'pinger_enable off',
      'shutdown_lifetime 0 seconds',
    ],
    ...[
      `cache_log ${root}/cache.log`,
      `pid_filename ${root}/pid`,
      `coredump_dir ${root}`,
      'visible_hostname localhost',
    ],
  ]
  writeFileSync(join(root, 'squid.conf'), `${lines.join('\n')}\n`)
  return start('squid', port, 'squid', ['-N', '-f', join(root, 'squid.conf')])
}
