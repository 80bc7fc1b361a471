import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import type { Server } from 'node:http'
import type { Logger } from 'pino'
import type { Api } from '../data/api/api.ts'
import { parseTarget } from '../data/api/target.ts'
import { Accounts, accountsFile } from '../data/store/accounts/accounts.ts'
import { AccessLog } from './access-log.ts'
import { accountRouter, type AccountRouterOptions } from './account/account-router.ts'
import { askedEndpointOf } from './asked-endpoint.ts'
import { createApp } from './app.ts'
import type { LiveIntake } from '../data/store/live/live-intake.ts'
import { Gate } from './gate.ts'
import { Metrics } from './metrics.ts'
import { createObserverServer } from './observer/observer-server.ts'
import { RateLimits, type RateLimitSettings } from './rate-limits.ts'
import { createServer } from './server.ts'
import type { ServedSite } from './site-pages.ts'
import { ServedCatalog } from './served-catalog.ts'

export interface ServiceOptions {
  api: Api
  dataDir: string
  host: string
  /** 0 takes a free one. */
  port: number
  trustProxy: number
  rateLimits: RateLimitSettings
  /** Without it there is no `/account`. */
  account?: Pick<AccountRouterOptions, 'publicUrl' | 'sessionSecret' | 'provider'>
  /** Pages for people; without it there is the API alone. */
  site?: Pick<ServedSite, 'answer' | 'publicUrl'>
  build: Readonly<Record<string, string>>
  log: Logger
  /** Closed with the service. */
  live: LiveIntake
  /** The observer's listener; without it nothing is taken in. */
  observer?: { readonly host: string; readonly port: number }
}

export interface Service {
  readonly url: string
  readonly port: number
  /** Of the observer's listener. */
  readonly observerPort: number | undefined
  /** Stops accepting, finishes what is in flight, closes the databases. */
  close(): Promise<void>
}

const graceMilliseconds = 5000
const sweepMilliseconds = 50

/** Starts the service. Throws when the port is taken or the catalog cannot be opened. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { api, log, host, trustProxy, live, observer } = options
  const served = await ServedCatalog.open(options)
  const accounts = await Accounts.open(join(options.dataDir, accountsFile), {
    onFlushError: (error) => log.error({ err: error }, 'usage could not be written; it is kept'),
  })
  const gate = new Gate(accounts, new RateLimits(options.rateLimits), trustProxy)
  const closeStores = async () => {
    served.close()
    await live.close()
    await accounts.close()
  }
  let isOpen = true
  const account = options.account && accountRouter({ accounts, log, ...options.account })
  const site = options.site && { ...options.site, hasSignIn: options.account?.provider !== undefined }
  const app = createApp({ api, gate, served, live, log, account, site, isOpen: () => isOpen })
  const metrics = new Metrics(live)
  const accessLog = new AccessLog(log, (req, status, seconds) =>
    metrics.countRequest(askedEndpointOf(req) ?? endpointOf(api, req.url ?? ''), status, seconds),
  )
  const observerLog = new AccessLog(log)
  const server = createServer({ app, gate, served, log, accessLog, trustProxy })
  const observers = observer && createObserverServer({ live, accounts, log, accessLog: observerLog, metrics })
  const listening = async () => ({
    port: (await listen(server, options.port, host)).port,
    observerPort: observers && (await listen(observers, observer.port, observer.host)).port,
  })
  const { port, observerPort } = await listening().catch(async (error: unknown) => {
    server.close()
    await closeStores()
    throw error
  })
  return {
    port,
    observerPort,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    async close() {
      isOpen = false
      await Promise.all([closeServer(server), observers && closeServer(observers)])
      accessLog.flush()
      observerLog.flush()
      await closeStores()
    },
  }
}

/** Which endpoint a target means that was not answered by one, for it was refused. */
function endpointOf(api: Api, target: string): string {
  try {
    return api.match(parseTarget(target).segments)?.endpoint.id ?? 'none'
  } catch {
    return 'none'
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
    // A connection whose last answer went out meanwhile is kept alive by its client: it is idle only now.
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMilliseconds)
    server.close(() => {
      clearTimeout(timer)
      clearInterval(sweep)
      resolve()
    })
    server.closeIdleConnections()
  })
}
