import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { renderOnly } from '../../build/import-and-render.ts'
import { catalogFile } from '../../build/render/switch.ts'
import { api } from '../../data/api/table.ts'
import { readSettings } from '../../dynamic/settings.ts'
import { exitWith } from '../command/exit-with.ts'
import { withProgress } from '../command/progress.ts'
import { announce, runService } from '../service/run-service.ts'
import { importSampleWorld } from '../service/sample.ts'
import { simulate } from '../service/simulate.ts'
import { siteOf } from '../site/build-site.ts'

export async function start(): Promise<void> {
  try {
    const settings = readSettings(process.env)
    const options = { api, dataDir: settings.DATA_DIR, patches: settings.RENDER_PATCHES }
    mkdirSync(settings.DATA_DIR, { recursive: true })
    if (existsSync(join(settings.DATA_DIR, catalogFile)))
      await withProgress((displayed) => renderOnly({ ...options, ...displayed }))
    else {
      console.error('Nothing was imported yet: importing the sample world ...')
      await importSampleWorld(options)
    }
    announce(
      await runService(settings, {
        site: siteOf,
        whileServing: settings.OBSERVER === 'on' ? simulate : undefined,
      }),
    )
  } catch (error) {
    exitWith('unexpected', error)
  }
}
