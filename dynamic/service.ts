import type { Server } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import type { Logger } from 'pino'
import type { Api } from '../data/api/model/api.ts'
import { Accounts } from '../data/store/accounts/accounts.ts'
import type { StoreLocation } from '../data/store/dialect/open-store.ts'
import { AccessLog } from './http/access-log.ts'
import { hostAndPort } from './http/host-and-port.ts'
import { accountRouter, type AccountRouterOptions } from './account/account-router.ts'
import { apiAnswers, apiRequests } from './listener/api-requests.ts'
import { createApp } from './listener/app.ts'
import type { LiveIngest } from '../data/store/live/intake/live-ingest.ts'
import { EventStreams } from './events/event-streams.ts'
import { Gate } from './gate/gate.ts'
import { LoadShedder } from './gate/load-shedder.ts'
import { OpenConnections, type ConnectionLimits } from './gate/open-connections.ts'
import { mcpMessages } from './mcp/mcp-messages.ts'
import type { Metrics } from './metrics/metrics.ts'
import { createObserverServer } from './observer/observer-server.ts'
import type { SharedRedis } from './redis/connect-redis.ts'
import { RateLimits, type RateLimitSettings } from './gate/rate-limits.ts'
import { listen } from './listener/listen.ts'
import { createServer } from './listener/server.ts'
import type { ServedSite } from './pages/site-pages.ts'
import type { CatalogSource } from './catalog/generation.ts'
import { ServedCatalog } from './catalog/served-catalog.ts'
import { watchDatabase } from './database-watch.ts'
import { createMetrics } from './service-metrics.ts'

export interface ServiceOptions {
  api: Api
  dataDir: string
  /** The database server that has the accounts; without it they are in files of `dataDir`. */
  database?: StoreLocation['database']
  host: string
  /** 0 chooses a free port. */
  port: number
  trustProxy: number
  rateLimits: RateLimitSettings
  eventStreams: ConnectionLimits
  /** Maximum number of concurrent exports (`format`). */
  exports: ConnectionLimits
  /** Downloads the catalog; without it the catalog is imported into the data folder. */
  source?: CatalogSource
  /** Shares quotas and revoked keys with other instances; closed with the service. */
  redis?: SharedRedis
  /** Without it there is no `/account`. */
  account?: Pick<AccountRouterOptions, 'publicUrl' | 'sessionSecret' | 'provider'>
  /** The site; without it there is only the API. */
  site?: Pick<ServedSite, 'answer' | 'publicUrl'>
  build: Readonly<Record<string, string>>
  log: Logger
  /** Memory limit of all caches together, in MB; 256 by default. */
  memoryMegabytes?: number
  /** Closed with the service. */
  live: LiveIngest
  /** The observer's listener; without it no observations are accepted. */
  observer?: { readonly host: string; readonly port: number }
}

export interface Service {
  readonly url: string
  readonly port: number
  /** Port of the observer's listener. */
  readonly observerPort: number | undefined
  /** Stops accepting requests, finishes those in flight, and closes the databases. */
  close(): Promise<void>
}

/**
 * Size of the chunks that Node cuts small buffers from. A cached buffer keeps its whole chunk from being freed: when
 * one of 40 bodies of 1 to 3 KB was cached, chunks of 64 KB, as in Node 24 and 26, took 33 times the counted memory,
 * and chunks of 4 KB 1.7 times.
 */
const bufferPoolBytes = 4096
/**
 * Number of calls after which V8 records the type feedback of a function, without which it does not optimize it; 8 by
 * default. With 3, pages that follow the first 2,000 after a start take 12 to 15 % less processor time, and the service
 * takes no more memory. It is not a flag of the command, because Node 20, which may run the launcher, does not know it.
 */
const callsUntilFeedback = 3
const graceMilliseconds = 5000
const sweepMilliseconds = 50

/**
 * Starts the service. Rejects with `CannotListenError` or `SettingsError` if it cannot listen on its addresses, and
 * with other errors if the catalog or the accounts cannot be opened.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { api, log, host, trustProxy, live, redis } = options
  Buffer.poolSize = bufferPoolBytes
  setFlagsFromString(`--invocation-count-for-feedback-allocation=${callsUntilFeedback}`)
  const served = await ServedCatalog.open(options)
  const accounts = await openAccounts(options).catch((error: unknown) => {
    served.close()
    throw error
  })
  const limits = new RateLimits(options.rateLimits, redis?.client)
  const gate = new Gate(accounts, limits, trustProxy)
  const closeStores = async () => {
    served.close()
    redis?.close()
    await Promise.all([live.close(), accounts.close()])
  }
  let isOpen = true
  const account = options.account && accountRouter({ accounts, log, ...options.account })
  const site = options.site && { ...options.site, signIn: signInOf(options) }
  const app = createApp({ api, gate, served, live, log, account, site, isOpen: () => isOpen })
  const { server, observers, streams, accessLog } = createListeners(options, { app, served, accounts, limits, gate })
  const { port, observerPort } = await listenAll(server, observers, options).catch(async (error: unknown) => {
    server.close()
    await closeStores()
    throw error
  })
  const watch = options.database && watchDatabase({ query: () => live.newest(), log })
  return {
    port,
    observerPort,
    url: `http://${hostAndPort(host, port)}`,
    async close() {
      isOpen = false
      watch?.close()
      streams.close()
      await Promise.all([closeServer(server), observers && closeServer(observers)])
      accessLog.flush()
      await closeStores()
    },
  }
}

interface ServiceParts {
  readonly app: ReturnType<typeof createApp>
  readonly served: ServedCatalog
  readonly accounts: Accounts
  readonly limits: RateLimits
  readonly gate: Gate
}

/** Creates the listeners, which do not listen yet, and the streams and the access log that are closed with them. */
function createListeners(options: ServiceOptions, { app, served, accounts, limits, gate }: ServiceParts) {
  const { api, log, live, trustProxy } = options
  const streams = new EventStreams({ live, limits: options.eventStreams, trustProxy, log })
  const exports = new OpenConnections({ limits: options.exports, trustProxy, noun: 'exports' })
  const load = new LoadShedder()
  const metrics = createMetrics({ ...options, served, load, limits, streams, exports })
  const accessLog = accessLogOf(log, metrics)
  const answerOptions = { api, gate, served, live, load }
  const server = createServer({
    app,
    apiRequests: apiRequests({ ...answerOptions, streams, exports }),
    mcp: mcpMessages({
      api,
      gate,
      log,
      accessLog,
      version: options.build.version,
      answerApi: apiAnswers(answerOptions),
    }),
    ...{ load, log, accessLog, metrics, trustProxy },
  })
  const observers = options.observer && createObserverServer({ live, accounts, log, accessLog, metrics })
  return { server, observers, streams, accessLog }
}

function signInOf({ account }: ServiceOptions): ServedSite['signIn'] {
  if (account?.provider === 'development') return 'development'
  return account?.provider ? 'provider' : 'off'
}

/** Creates the log of requests, which also counts them in the metrics. */
const accessLogOf = (log: Logger, metrics: Metrics) =>
  new AccessLog(log, ({ endpoint, problem, status, milliseconds }) =>
    metrics.countRequest(endpoint ?? 'none', status, milliseconds / 1000, problem),
  )

async function openAccounts({ dataDir, database, log, redis }: ServiceOptions): Promise<Accounts> {
  const logMissedAnnouncement = (error: unknown) =>
    log.warn({ err: error }, 'other instances could not be told that keys changed: they notice it later by themselves')
  const accounts = await Accounts.open(
    { dataDir, database },
    {
      onFlushError: (error) => log.error({ err: error }, 'usage could not be written; it is retried'),
      onChange: () => void redis?.announceKeyChange().catch(logMissedAnnouncement),
    },
  )
  redis?.onKeyChange(() => accounts.clearKeyCache())
  return accounts
}

async function listenAll(server: Server, observers: Server | undefined, { host, port, observer }: ServiceOptions) {
  return {
    port: (await listen(server, { host, port }, '')).port,
    observerPort: observers && observer && (await listen(observers, observer, 'OBSERVER_')).port,
  }
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMilliseconds)
    // Connections become idle when their last response has been sent.
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMilliseconds)
    server.close(() => {
      clearTimeout(timer)
      clearInterval(sweep)
      resolve()
    })
    server.closeIdleConnections()
  })
}
