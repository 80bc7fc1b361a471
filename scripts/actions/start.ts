import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isOutdated } from '../../build/render/rendered-state.ts'
import { catalogFile } from '../../build/render/switch.ts'
import { api } from '../../data/api/table.ts'
import { Catalog } from '../../data/store/catalog/catalog.ts'
import { makeFolder } from '../../data/store/files/place-file.ts'
import { assertCanListen } from '../../dynamic/listener/listen.ts'
import { readSettings, type Settings } from '../../dynamic/settings.ts'
import { exitWith } from '../command/exit-with.ts'
import { renderMissing, runDataTask } from '../service/data-process.ts'
import { announce, runService } from '../service/run-service.ts'
import { simulate } from '../service/simulate.ts'
import { siteOf } from '../site/build-site.ts'

/**
 * Runs `npm start`: like `serve`, with the sample world if nothing was imported, rendering and a simulated observer.
 */
export async function start(): Promise<void> {
  try {
    const settings = readSettings(process.env)
    makeFolder(settings.DATA_DIR)
    const isImported = settings.CATALOG_URL === ''
    if (isImported) await prepareData(settings)
    const whileServing = [...(isImported ? [renderMissing] : []), ...(settings.OBSERVER === 'on' ? [simulate] : [])]
    announce(await runService(settings, { site: siteOf, whileServing, hasDevelopmentSignIn: true }))
  } catch (error) {
    exitWith('unexpected', error)
  }
}

/**
 * Does the work that is needed before the first response. Missing files are rendered later; files of older code are not
 * served.
 */
async function prepareData({ DATA_DIR: dataDir, HOST, PORT, OBSERVER_HOST, OBSERVER_PORT }: Settings): Promise<void> {
  await assertCanListen({ host: HOST, port: PORT }, { host: OBSERVER_HOST, port: OBSERVER_PORT })
  const file = join(dataDir, catalogFile)
  if (!existsSync(file)) {
    console.error('Nothing was imported yet: importing the sample world ...')
    return runDataTask('import')
  }
  const catalog = new Catalog(file, api)
  try {
    if (!(await isOutdated(catalog, dataDir))) return
  } finally {
    catalog.close()
  }
  await runDataTask('render')
}
