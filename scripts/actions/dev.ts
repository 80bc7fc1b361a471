import { join } from 'node:path'
import { hostAndPort } from '../../dynamic/http/host-and-port.ts'
import { readBuildSettings } from '../../dynamic/settings.ts'
import { exitWith } from '../command/exit-with.ts'
import { DevService } from '../dev/dev-service.ts'
import { startPages } from '../dev/dev-pages.ts'
import { watchSources } from '../dev/watch-sources.ts'

/** Runs service and pages until SIGINT or SIGTERM, then ends all processes with exit code 0. */
export async function develop(): Promise<void> {
  try {
    const settings = readBuildSettings(process.env)
    const publicUrl = settings.PUBLIC_URL || `http://${hostAndPort(settings.HOST, settings.PORT)}`
    const dataDir = join(settings.DATA_DIR, 'dev')
    const service = new DevService({ dataDir, publicUrl })
    const unwatch = watchSources(() => service.restart())
    service.restart()
    const pages = await startPages({ service, settings, dataDir, publicUrl })
    console.error(`Pages and API on ${publicUrl}; Ctrl-C ends it.`)
    const stop = async () => {
      unwatch()
      await Promise.all([pages.stop(), service.stop()])
      process.exit(0)
    }
    process.once('SIGINT', () => void stop())
    process.once('SIGTERM', () => void stop())
  } catch (error) {
    exitWith('unexpected', error)
    process.exit()
  }
}
