import { makeFolder } from '../../data/store/files/place-file.ts'
import { readSettings } from '../../dynamic/settings.ts'
import { exitWith } from '../command/exit-with.ts'
import { announce, runService } from '../service/run-service.ts'
import { siteOf } from '../site/build-site.ts'

export async function serve(): Promise<void> {
  try {
    const settings = readSettings(process.env)
    makeFolder(settings.DATA_DIR)
    announce(await runService(settings, { site: siteOf }))
  } catch (error) {
    exitWith('unexpected', error)
  }
}
