import type { AddressInfo } from 'node:net'
import type { Server } from 'node:http'
import type { Logger } from 'pino'
import type { Api } from '../data/api/api.ts'
import { createApp } from './app.ts'
import { createServer } from './server.ts'
import { ServedCatalog } from './served-catalog.ts'

export interface ServiceOptions {
  api: Api
  dataDir: string
  host: string
  /** 0 takes a free one. */
  port: number
  trustProxy: number
  build: Readonly<Record<string, string>>
  log: Logger
}

export interface Service {
  readonly url: string
  readonly port: number
  /** Stops accepting, finishes what is in flight, closes the databases. */
  close(): Promise<void>
}

const graceMilliseconds = 5000

/** Starts the service. Throws when the port is taken or the catalog cannot be opened. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { api, log, host, trustProxy } = options
  const served = await ServedCatalog.open(options)
  let isOpen = true
  const app = createApp({ api, served, log, isOpen: () => isOpen })
  const server = createServer({ app, served, log, trustProxy })
  const { port } = await listen(server, options.port, host).catch((error: unknown) => {
    served.close()
    throw error
  })
  return {
    port,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    async close() {
      isOpen = false
      await closeServer(server)
      served.close()
    },
  }
}

function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve(server.address() as AddressInfo))
  })
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMilliseconds)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}
