// The process of the service under `npm run dev`: the API without pages and without rendered files.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { catalogFile } from '../../build/render/switch.ts'
import { api } from '../../data/api/table.ts'
import { Catalog } from '../../data/store/catalog/catalog.ts'
import { makeFolder } from '../../data/store/files/place-file.ts'
import { readSettings } from '../../dynamic/settings.ts'
import { exitWith } from '../command/exit-with.ts'
import { runService } from '../service/run-service.ts'
import { simulate } from '../service/simulate.ts'
import type { ServiceReady } from './service-messages.ts'

process.once('disconnect', () => process.exit(0))
try {
  const settings = readSettings(process.env)
  makeFolder(settings.DATA_DIR)
  if (!hasPatches(settings.DATA_DIR)) await importSample(settings.DATA_DIR)
  const whileServing = settings.OBSERVER === 'on' ? [simulate] : []
  const { url } = await runService(settings, { whileServing })
  process.send?.({ url } satisfies ServiceReady)
} catch (error) {
  exitWith('unexpected', error)
  process.exit()
}

/** Whether there is a catalog of the current schema with patches. */
function hasPatches(dataDir: string): boolean {
  const file = join(dataDir, catalogFile)
  if (!existsSync(file)) return false
  try {
    const catalog = new Catalog(file, api)
    const { all } = catalog.patches
    catalog.close()
    return all.length > 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return false
  }
}

async function importSample(dataDir: string): Promise<void> {
  console.error('Importing the sample world ...')
  rmSync(join(dataDir, catalogFile), { force: true })
  const { importSampleWorld } = await import('../service/sample.ts')
  await importSampleWorld({ api, dataDir, patches: 'none' }, 'small')
}
