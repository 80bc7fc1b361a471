import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { nginxConfig } from '../../../build/publish-tree/nginx-config.ts'

const program = process.env.NGINX ?? 'nginx'

/** Whether nginx is installed. */
export const hasBalancer = (): boolean => spawnSync(program, ['-v']).status === 0

/**
 * Starts nginx in front of instances with the configuration of `publish:nginx`, but no tree, so it forwards everything.
 */
export async function startBalancer(folder: string, ports: readonly number[]) {
  const port = await freePort()
  mkdirSync(folder)
  const [none, cache] = [join(folder, 'none'), join(folder, 'cache')]
  const origins = ports.map((one) => `127.0.0.1:${one}`)
  const places = { listen: `127.0.0.1:${port}`, tree: none, pages: none, cache, anonymousLimit: 100_000_000 }
  writeFileSync(join(folder, 'service.conf'), nginxConfig({ origins, ...places }))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const http = `http { access_log off; ${temporary.join(' ')} include ${folder}/service.conf; }`
  const main = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {} ${http}`
  writeFileSync(join(folder, 'nginx.conf'), process.getuid?.() === 0 ? `user root; ${main}` : main)
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const isAnswering = () =>
    fetch(`http://127.0.0.1:${port}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isAnswering())) {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${folder}/error.log says why`)
    await sleep(50)
  }
  return {
    port,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
