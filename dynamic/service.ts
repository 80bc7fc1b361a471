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
  /** Where accounts are, beside the live store; files of `dataDir` if not given. */
  database?: StoreLocation['database']
  host: string
  /** 0 takes a free one. */
  port: number
  trustProxy: number
  rateLimits: RateLimitSettings
  eventStreams: ConnectionLimits
  /** Maximum number of concurrent exports (`format`). */
  exports: ConnectionLimits
  /** Without it the catalog is imported into the data folder. */
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
  /** Of the observer's listener. */
  readonly observerPort: number | undefined
  /** Stops accepting, finishes what is in flight, closes the databases. */
  close(): Promise<void>
}

/**
 * Small buffers are parts of chunks of so many bytes, and one that is cached keeps its chunk from being freed. Where
 * one of 40 bodies of 1 to 3 KB was kept, chunks of 64 KB as in Node 24 and 26 held 33 times what was counted, those of
 * 4 KB 1.7 times.
 */
const bufferPoolBytes = 4096
/**
 * After so many calls of a function V8 notes what it is called with, without which it is not compiled to fast code; by
 * default after 8. Pages that follow the first 2,000 after a start take 12 to 15 % less processor time, and the service
 * no more memory. It is no flag of the command, because the Node 20 that may run the launcher does not know it.
 */
const callsUntilFeedback = 3
const graceMilliseconds = 5000
const sweepMilliseconds = 50

/** Starts the service. Throws `SettingsError` when it cannot listen there, and when the catalog cannot be opened. */
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
  const watch = options.database && watchDatabase({ ask: () => live.newest(), log })
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

/** The listeners, which do not listen yet, and what is closed with them. */
function createListeners(options: ServiceOptions, { app, served, accounts, limits, gate }: ServiceParts) {
  const { api, log, live, trustProxy } = options
  const streams = new EventStreams({ live, limits: options.eventStreams, trustProxy, log })
  const exports = new OpenConnections({ limits: options.exports, trustProxy, what: 'exports' })
  const load = new LoadShedder()
  const metrics = createMetrics({ ...options, served, load, limits, streams, exports })
  const accessLog = accessLogOf(log, metrics)
  const asked = { api, gate, served, live, load }
  const server = createServer({
    app,
    apiRequests: apiRequests({ ...asked, streams, exports }),
    mcp: mcpMessages({ api, gate, log, accessLog, version: options.build.version, answerApi: apiAnswers(asked) }),
    ...{ load, log, accessLog, metrics, trustProxy },
  })
  const observers = options.observer && createObserverServer({ live, accounts, log, accessLog, metrics })
  return { server, observers, streams, accessLog }
}

function signInOf({ account }: ServiceOptions): ServedSite['signIn'] {
  if (account?.provider === 'development') return 'development'
  return account?.provider ? 'provider' : 'off'
}

/** Logs and counts each request of a listener. */
const accessLogOf = (log: Logger, metrics: Metrics) =>
  new AccessLog(log, ({ endpoint, problem, status, milliseconds }) =>
    metrics.countRequest(endpoint ?? 'none', status, milliseconds / 1000, problem),
  )

async function openAccounts({ dataDir, database, log, redis }: ServiceOptions): Promise<Accounts> {
  const missedNews = (error: unknown) =>
    log.warn({ err: error }, 'other instances were not told that keys changed: they notice by themselves')
  const accounts = await Accounts.open(
    { dataDir, database },
    {
      onFlushError: (error) => log.error({ err: error }, 'usage could not be written; it is kept'),
      onChange: () => void redis?.announceKeyChange().catch(missedNews),
    },
  )
  redis?.onKeyChange(() => accounts.changedElsewhere())
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
    // A connection whose last response was sent in the meantime is only idle now.
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMilliseconds)
    server.close(() => {
      clearTimeout(timer)
      clearInterval(sweep)
      resolve()
    })
    server.closeIdleConnections()
  })
}
