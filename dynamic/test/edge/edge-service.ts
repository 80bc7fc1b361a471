// For suites: the published sample world behind the deployed bundle in Deno, with a service as its origin, and another
// service without an edge.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { functionsFolder, publicFolder } from '../../../build/publish-tree/publish-tree.ts'
import { fetchApi } from '../fixtures/test-client.ts'
import { liveAt, openSampleFixture, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'
import { noon } from '../fixtures/live-world.ts'
import { commandEnvironment } from '../../../scripts/test/environment.ts'
import { freePort } from '../../../scripts/test/free-port.ts'
import { publishedRelease } from './published-release.ts'

export const repository = join(import.meta.dirname, '../../..')

/** Path of the Deno executable, which its package unpacks at first use. */
export function denoProgram(): string {
  const folder = join(repository, 'node_modules/deno')
  spawnSync(process.execPath, [join(folder, 'bin.cjs'), '--version'], { env: commandEnvironment() })
  return join(folder, process.platform === 'win32' ? 'deno.exe' : 'deno')
}

interface CachedEntry {
  readonly url: string
  readonly status: number
  readonly body: string
}

export interface EdgeFixture {
  readonly fixture: Fixture
  readonly alone: ServedFixture
  readonly origin: ServedFixture
  /** The edge in front of the files and the origin. */
  readonly edge: { readonly port: number; readonly key: string }
  /** Sends the simulated platform a command, if given; resolves to the entries of its cache. */
  platform(reported?: string): Promise<CachedEntry[]>
  close(): Promise<void>
}

/** The paths that netlify.toml excludes from the function. */
export function excludedPaths(): string[] {
  const [, list = ''] = /excludedPath = \[(.*?)\]/s.exec(readFileSync(join(repository, 'netlify.toml'), 'utf8')) ?? []
  return [...list.matchAll(/"(.*)"/g)].map(([, path = '']) => path)
}

/** Starts the simulated platform in Deno for a release; resolves to its process and port. Rejects if it ends. */
export function startPlatform(release: string, env: Readonly<Record<string, string>>): Promise<[ChildProcess, number]> {
  const reported = {
    root: join(release, publicFolder),
    bundle: join(release, functionsFolder, 'edge.js'),
    excluded: excludedPaths(),
  }
  const script = join(import.meta.dirname, 'edge-platform.mjs')
  const args = [
    'run',
    '--no-config',
    '--no-lock',
    '--no-prompt',
    '--no-remote',
    '--allow-net',
    '--allow-read',
    '--allow-env',
  ]
  const child = spawn(denoProgram(), [...args, script, JSON.stringify(reported)], {
    env: commandEnvironment({ DENO_NO_UPDATE_CHECK: '1', ...env }),
    stdio: 'pipe',
  })
  return new Promise((resolve, reject) => {
    let output = ''
    const listen = (chunk: Buffer) => {
      output += chunk.toString()
      const port = /listening (\d+)/.exec(output)?.[1]
      if (port) resolve([child, Number(port)])
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', () => reject(new Error(`The platform ended: ${output}`)))
  })
}

/** Publishes the sample world and starts the edge in front of a service, and another service alone. */
export async function openEdgeFixture(): Promise<EdgeFixture> {
  const fixture = await openSampleFixture()
  const [alone, origin] = [
    await fixture.serve({ live: await liveAt(fixture, noon) }),
    await fixture.serve({ live: await liveAt(fixture, noon), trustProxy: 1, port: await freePort() }),
  ]
  const [child, port] = await startPlatform(await publishedRelease('plain'), {
    ORIGIN_URL: origin.url,
    ORIGIN_TIMEOUT_MS: '30000',
  })
  const edge = { port, key: origin.key }
  return {
    fixture,
    alone,
    origin,
    edge,
    async platform(reported = 'cache') {
      return (await fetchApi(edge, `/__platform/${reported}`)).json as CachedEntry[]
    },
    async close() {
      child.kill('SIGKILL')
      await once(child, 'exit')
      await fixture.close()
    },
  }
}
