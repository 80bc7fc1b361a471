// For suites: the sample world published, the very bundle in Deno before it, Express behind it and another one alone.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { functionsFolder, publicFolder, publishTree } from '../../build/publish-tree/publish-tree.ts'
import { ask } from './ask.ts'
import { liveAt, openSampleHouse, type House, type ServedHouse } from './house.ts'
import { noon } from './live-world.ts'

export const repository = join(import.meta.dirname, '../..')

/** Path of Deno itself, which its package unpacks when it is first asked. */
export function denoProgram(): string {
  const folder = join(repository, 'node_modules/deno')
  spawnSync(process.execPath, [join(folder, 'bin.cjs'), '--version'])
  return join(folder, process.platform === 'win32' ? 'deno.exe' : 'deno')
}

export interface KeptByCache {
  readonly url: string
  readonly status: number
  readonly body: string
}

export interface EdgeHouse {
  readonly house: House
  readonly alone: ServedHouse
  readonly origin: ServedHouse
  /** The edge before the files and the origin. */
  readonly edge: { readonly port: number; readonly key: string }
  readonly release: string
  /** Tells the platform something; it answers with what its cache holds. */
  platform(told?: string): Promise<KeptByCache[]>
  close(): Promise<void>
}

/** Paths of the platform itself, which the function in netlify.toml is not on; it is on all others. */
export function excludedPaths(): string[] {
  const [, list = ''] = /excludedPath = \[(.*?)\]/s.exec(readFileSync(join(repository, 'netlify.toml'), 'utf8')) ?? []
  return [...list.matchAll(/"(.*)"/g)].map(([, path = '']) => path)
}

export function startPlatform(release: string, env: Readonly<Record<string, string>>): Promise<[ChildProcess, number]> {
  const told = {
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
  const child = spawn(denoProgram(), [...args, script, JSON.stringify(told)], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DENO_NO_UPDATE_CHECK: '1', ...env },
    stdio: 'pipe',
  })
  return new Promise((resolve, reject) => {
    let said = ''
    const listen = (chunk: Buffer) => {
      said += chunk.toString()
      const port = /listening (\d+)/.exec(said)?.[1]
      if (port) resolve([child, Number(port)])
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', () => reject(new Error(`The platform ended: ${said}`)))
  })
}

export async function openEdgeHouse(env: Readonly<Record<string, string>> = {}): Promise<EdgeHouse> {
  const house = await openSampleHouse()
  const { folder } = await publishTree({ dataDir: house.dataDir, to: join(house.dataDir, 'publish') })
  const release = realpathSync(folder)
  const [alone, origin] = [
    await house.serve({ live: await liveAt(house, noon) }),
    await house.serve({ live: await liveAt(house, noon), trustProxy: 1 }),
  ]
  const [child, port] = await startPlatform(release, { ORIGIN_URL: origin.url, ORIGIN_TIMEOUT_MS: '2000', ...env })
  const edge = { port, key: origin.key }
  return {
    house,
    alone,
    origin,
    edge,
    release,
    async platform(told = 'cache') {
      return (await ask(edge, `/__platform/${told}`)).json as KeptByCache[]
    },
    async close() {
      child.kill('SIGKILL')
      await once(child, 'exit')
      await house.close()
    },
  }
}
