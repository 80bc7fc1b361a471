import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { catalogFile } from '../../build/render/switch.ts'
import { api } from '../../data/api/table.ts'
import { accountSettings } from '../../dynamic/account/account-settings.ts'
import { checkCatalogFile } from '../../data/store/catalog/catalog-schema.ts'
import { collectGarbage } from '../../data/store/cache/collect-garbage.ts'
import type { LiveIngest } from '../../data/store/live/intake/live-ingest.ts'
import { ThreadedLiveStore } from '../../data/store/live/threaded-live-store.ts'
import { createLog } from '../../dynamic/http/log.ts'
import type { CatalogSource } from '../../build/download/catalog-source.ts'
import type { SharedRedis } from '../../dynamic/redis/connect-redis.ts'
import type { Site } from '../../site/server/site-interface.ts'
import { startService, type Service } from '../../dynamic/service.ts'
import { lacksPublicUrl, misspelledSettings, storeLocation, type Settings } from '../../dynamic/settings.ts'

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  version: string
}

/** Starts something that runs while the service does, such as a simulated observer. It logs its own failures. */
type WhileServing = (live: LiveIngest, log: Logger) => { readonly stop: () => Promise<void> }

interface RunServiceOptions {
  /** Creates the site; without it there is only the API. */
  site?: (dataDir: string) => Site
  whileServing?: readonly WhileServing[]
  /** Allows sign-in under any name if there is no OAuth client and only this machine can reach the service. */
  hasDevelopmentSignIn?: boolean
}

/** Runs the service until SIGTERM or SIGINT; then the process ends with 0. */
export async function runService(
  settings: Settings,
  { site, whileServing = [], hasDevelopmentSignIn = false }: RunServiceOptions = {},
): Promise<Service> {
  const { log, flush } = createLog(settings.LOG_LEVEL)
  warnOfSettings(settings, log)
  // Handlers are set this early because process 1 of a container ignores signals without a handler.
  let stop = (): Promise<void> => Promise.resolve(process.exit(0))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
  const source = await sourceOf(settings, log)
  const live = await liveOf(settings, log)
  const redis = await redisOf(settings, log)
  const account = accountOf(settings, hasDevelopmentSignIn)
  const service = await startService({
    site: site && { answer: site(settings.DATA_DIR), publicUrl: account.publicUrl },
    live,
    observer: { host: settings.OBSERVER_HOST, port: settings.OBSERVER_PORT },
    api,
    log,
    ...storeLocation(settings),
    memoryMegabytes: settings.MEMORY_MB,
    host: settings.HOST,
    port: settings.PORT,
    trustProxy: settings.TRUST_PROXY,
    account,
    ...limitsOf(settings),
    source,
    redis,
    build: { version, node: process.version },
  }).catch(async (error: unknown) => {
    source?.close()
    redis?.close()
    await live.close()
    throw error
  })
  collectGarbage()
  log.info(`Serving on ${service.url}`)
  warmUp(live, log)
  const beside = whileServing.map((begin) => begin(live, log))
  stop = async () => {
    await Promise.all(beside.map((one) => one.stop()))
    source?.close()
    await service.close()
    log.info('stopped')
    flush()
    process.exit(0)
  }
  return service
}

const limitsOf = (settings: Settings) => ({
  rateLimits: {
    anonymous: settings.RATE_LIMIT_ANONYMOUS,
    key: settings.RATE_LIMIT_KEY,
    tiers: settings.RATE_LIMIT_TIERS,
  },
  eventStreams: { perAddress: settings.EVENT_STREAMS_PER_ADDRESS, total: settings.EVENT_STREAMS },
  exports: { perAddress: settings.EXPORTS_PER_ADDRESS, total: settings.EXPORTS },
})

const liveOf = (settings: Settings, log: Logger): Promise<ThreadedLiveStore> =>
  ThreadedLiveStore.open({
    location: storeLocation(settings),
    catalogFile,
    retention: settings.RETENTION_DAYS,
    indexedListings: settings.MARKET_INDEX_LISTINGS,
    memoryMegabytes: settings.MEMORY_MB,
    onFailure: (what, error) => log.error({ err: error }, what),
  })

function accountOf(settings: Settings, hasDevelopmentSignIn: boolean): ReturnType<typeof accountSettings> {
  const account = accountSettings(settings)
  const isDevelopment = hasDevelopmentSignIn && !account.provider && isOnlyLocal(settings)
  return isDevelopment ? { ...account, provider: 'development' } : account
}

/** Whether only this machine can reach the service. A public URL means that others can, through a proxy. */
const isOnlyLocal = ({ HOST, PUBLIC_URL }: Settings): boolean =>
  PUBLIC_URL === '' && ['127.0.0.1', '::1', 'localhost'].includes(HOST)

function warmUp(live: ThreadedLiveStore, log: Logger): void {
  live
    .warmUp()
    .then((why) => {
      if (why !== undefined) log.warn(`The snapshot of the market is not used, all listings are read instead: ${why}`)
    })
    .catch((error: unknown) => log.error({ err: error }, 'the market could not be read; the next request tries again'))
}

function warnOfSettings(settings: Settings, log: Logger): void {
  for (const [given, suggestion] of misspelledSettings(process.env))
    log.warn(`${given} is not a setting: did you mean ${suggestion}?`)
  const { publicUrl } = accountSettings(settings)
  if (lacksPublicUrl(settings))
    log.warn(`PUBLIC_URL is not set: pages, feeds and sign-in say that people reach this at ${publicUrl}`)
}

/**
 * Waits until there is a catalog, without which an instance would give wrong answers. Throws if the catalog is of
 * another version, before live data is migrated, after which that version could not be started again.
 */
async function sourceOf({ CATALOG_URL, DATA_DIR }: Settings, log: Logger): Promise<CatalogSource | undefined> {
  if (CATALOG_URL === '') {
    const file = join(DATA_DIR, catalogFile)
    if (existsSync(file)) checkCatalogFile(file, api)
    return undefined
  }
  const { CatalogSource } = await import('../../build/download/catalog-source.ts')
  const source = new CatalogSource({ api, url: CATALOG_URL, dataDir: DATA_DIR, log })
  await source.start()
  return source
}

/** Connects to Redis, if it is configured; the client is loaded only then. */
async function redisOf({ REDIS_URL, REDIS_PREFIX }: Settings, log: Logger): Promise<SharedRedis | undefined> {
  if (REDIS_URL === '') return undefined
  const { connectRedis } = await import('../../dynamic/redis/connect-redis.ts')
  return connectRedis({ url: REDIS_URL, prefix: REDIS_PREFIX }, log)
}

/** Prints the URL of the service, for operators and for the process that started it. */
export function announce({ url, observerPort }: Service): void {
  console.error(`Serving on ${url}  (try ${url}/v2/patches); observations on port ${observerPort}`)
}
