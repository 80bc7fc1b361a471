import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { catalogFile } from '../build/render/switch.ts'
import { api } from '../data/api/table.ts'
import { accountSettings } from '../dynamic/account/account-settings.ts'
import type { LiveIntake } from '../data/store/live/live-intake.ts'
import { LiveThreads } from '../data/store/live/live-threads.ts'
import { createLog } from '../dynamic/log.ts'
import { startService } from '../dynamic/service.ts'
import { openSite } from './site.ts'
import { lacksPublicUrl, misspelledSettings, type Settings } from '../dynamic/settings.ts'

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  version: string
}

/** Something that goes on beside the service, such as a simulated observer; returns how to stop it. */
export type WhileServing = (live: LiveIntake, log: Logger) => Promise<{ stop: () => Promise<void> }>

/** Runs the service until SIGTERM or SIGINT; then the process ends with 0. */
export async function runService(settings: Settings, whileServing?: WhileServing): Promise<void> {
  const { log, flush } = createLog(settings.LOG_LEVEL)
  for (const [given, meant] of misspelledSettings(process.env))
    log.warn(`${given} is no setting: did you mean ${meant}?`)
  const live = await LiveThreads.open({
    dataDir: settings.DATA_DIR,
    catalogFile,
    retention: settings.RETENTION_DAYS,
  })
  const account = accountSettings(settings)
  if (lacksPublicUrl(settings))
    log.warn(`PUBLIC_URL is not set: pages, feeds and sign-in say that people reach this at ${account.publicUrl}`)
  const service = await startService({
    site: { answer: await openSite(settings.DATA_DIR), publicUrl: account.publicUrl },
    live,
    observer: { host: settings.OBSERVER_HOST, port: settings.OBSERVER_PORT },
    api,
    log,
    dataDir: settings.DATA_DIR,
    host: settings.HOST,
    port: settings.PORT,
    trustProxy: settings.TRUST_PROXY,
    account,
    rateLimits: {
      anonymous: settings.RATE_LIMIT_ANONYMOUS,
      key: settings.RATE_LIMIT_KEY,
      tiers: settings.RATE_LIMIT_TIERS,
    },
    build: { version, node: process.version },
  })
  log.info(`Serving on ${service.url}`)
  console.error(
    `Serving on ${service.url}  (try ${service.url}/v2/patches); observations on port ${service.observerPort}`,
  )
  const beside = whileServing?.(live, log).catch((error: unknown) => {
    log.error({ err: error }, 'the simulated observer failed')
    return undefined
  })
  const stop = async () => {
    await (await beside)?.stop()
    await service.close()
    log.info('stopped')
    flush()
    process.exit(0)
  }
  process.once('SIGTERM', () => void stop())
  process.once('SIGINT', () => void stop())
}
