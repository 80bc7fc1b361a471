import { makeFolder } from '../../data/store/files/place-file.ts'
import { readSettings } from '../../dynamic/settings.ts'
import { exitWith } from '../command/exit-with.ts'
import { announce, runService } from '../service/run-service.ts'
import { siteOf } from '../site/build-site.ts'

/**
 * Runs `npm run serve`: the service until a signal ends it. Prints an error and sets the exit code if it cannot start.
 */
export async function serve(): Promise<void> {
  try {
    const settings = readSettings(process.env)
    makeFolder(settings.DATA_DIR)
    announce(await runService(settings, { site: siteOf }))
  } catch (error) {
    exitWith('unexpected', error)
  }
}
