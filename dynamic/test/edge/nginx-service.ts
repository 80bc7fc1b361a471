// For suites: the published sample world behind Debian's nginx, with a service as its origin, and another service
// without nginx.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { nginxConfig } from '../../../build/publish-tree/nginx-config.ts'
import { publishedPagesLink } from '../../../build/render/published-pages.ts'
import { publicFolder } from '../../../build/publish-tree/publish-tree.ts'
import {
  liveAt,
  openSampleFixture,
  type Fixture,
  type ServedFixture,
  type ServeOptions,
} from '../fixtures/test-service.ts'
import { noon } from '../fixtures/live-world.ts'
import { commandEnvironment } from '../../../scripts/test/environment.ts'
import { freePort } from '../../../scripts/test/free-port.ts'
import { canRun } from '../../../scripts/test/requirements.ts'
import { publishedRelease } from './published-release.ts'

const program = process.env.NGINX ?? 'nginx'
const env = commandEnvironment()
/**
 * Whether nginx is installed. If not, its suites are reported as skipped, or this throws where suites must not be
 * skipped.
 */
export const hasNginx = canRun(
  'nginx in front of the service',
  program,
  spawnSync(program, ['-v'], { env }).status === 0,
)

/** An answer in the cache of nginx. */
export interface CachedAnswer {
  /** The target and the encoding of the cache key. */
  readonly target: string
  readonly coding: string
  readonly status: number
  readonly head: string
  readonly bytes: Buffer
}

export interface NginxFixture {
  readonly fixture: Fixture
  readonly alone: ServedFixture
  readonly origin: ServedFixture
  readonly edge: { readonly port: number; readonly key: string }
  kept(): CachedAnswer[]
  forget(): Promise<void>
  /** Restarts the service behind it, on its port. */
  restartOrigin(): Promise<ServedFixture>
  close(): Promise<void>
}

/** Publishes the sample world and starts nginx in front of a service, and another service alone. */
export async function openNginxFixture(): Promise<NginxFixture> {
  const fixture = await openSampleFixture()
  const serve = async (overrides?: ServeOptions) => fixture.serve({ live: await liveAt(fixture, noon), ...overrides })
  const [alone, origin] = [await serve(), await serve({ trustProxy: 1, port: await freePort() })]
  const { port, start, stop, cache } = await startNginxOn(fixture, await publishedRelease('packed'), [origin.port])
  return {
    ...{ fixture, alone, origin, edge: { port, key: origin.key } },
    kept: () => readCached(cache),
    async forget() {
      await stop()
      rmSync(cache, { recursive: true, force: true })
      await start()
    },
    restartOrigin: () => serve({ trustProxy: 1, port: origin.port }),
    async close() {
      await stop()
      await fixture.close()
    },
  }
}

export interface RunningNginx {
  readonly port: number
  /** Folder of cached answers. */
  readonly cache: string
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Starts nginx in front of a release and the instances of a service. */
export async function startNginxOn(
  fixture: Fixture,
  release: string,
  originPorts: readonly number[],
): Promise<RunningNginx> {
  const port = await freePort()
  const root = join(fixture.dataDir, 'nginx')
  const cache = join(root, 'cache')
  writeConfig(root, {
    ...{ listen: `127.0.0.1:${port}`, anonymousLimit: 100_000_000 },
    origins: originPorts.map((originPort) => `127.0.0.1:${originPort}`),
    ...{ tree: join(release, publicFolder), pages: join(fixture.dataDir, publishedPagesLink), cache },
  })
  let child = await startNginx(root, port)
  return {
    port,
    cache,
    async start() {
      child = await startNginx(root, port)
    },
    async stop() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

/** Writes a main configuration like Debian's, which includes ours. */
function writeConfig(root: string, options: Parameters<typeof nginxConfig>[0]): void {
  mkdirSync(root, { recursive: true })
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${root}/${name};`)
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const http = `access_log off; ${temp.join(' ')} include ${root}/deepledger.conf;`
  const main = `${user} daemon off; master_process off; pid ${root}/pid; error_log ${root}/error.log; events {} http { ${http} }`
  writeFileSync(join(root, 'nginx.conf'), main)
  writeFileSync(join(root, 'deepledger.conf'), nginxConfig(options))
}

async function startNginx(root: string, port: number): Promise<ChildProcess> {
  const child = spawn(program, ['-p', root, '-c', join(root, 'nginx.conf')], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  for (let tries = 0; tries < 2400; tries += 1) {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${said}`)
    if (await isOpen(port)) return child
    await sleep(25)
  }
  throw new Error(`nginx does not answer: ${said}`)
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

/** Reads the answers from the cache of nginx, whose files have the key, then the original answer. */
function readCached(cache: string): CachedAnswer[] {
  if (!existsSync(cache)) return []
  // Files that are still being written have longer names.
  const files = readdirSync(cache, { recursive: true, withFileTypes: true }).filter(({ name }) =>
    /^[0-9a-f]{32}$/.test(name),
  )
  return files.map(({ parentPath, name }) => {
    const file = readFileSync(join(parentPath, name))
    const at = file.indexOf('\nKEY: ') + 6
    const end = file.indexOf('\n', at)
    const [target = '', coding = ''] = file.subarray(at, end).toString('latin1').split(' ')
    const bodyAt = file.indexOf('\r\n\r\n', end) + 4
    const head = file.subarray(end + 1, bodyAt).toString('latin1')
    return { target, coding, status: Number(head.split(' ')[1]), head, bytes: file.subarray(bodyAt) }
  })
}
