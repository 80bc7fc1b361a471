import { Command } from 'commander'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catalogFile } from '../build/render/switch.ts'
import { importAndRender, renderOnly } from '../build/publish.ts'
import { api } from '../data/api/table.ts'
import { writeSampleWorld } from '../data/sample/world.ts'
import { readSettings, settingsHelp } from '../dynamic/settings.ts'
import { exitWith } from './exit-codes.ts'
import { withProgress } from './progress.ts'
import { runService } from './run-service.ts'
import { simulate } from './simulate.ts'

new Command('npm start --')
  .description('The whole service on one machine, with the sample world where nothing was imported yet.')
  .addHelpText('after', `\n${settingsHelp()}`)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .parse()

try {
  const settings = readSettings(process.env)
  const options = { api, dataDir: settings.DATA_DIR, patches: settings.RENDER_PATCHES }
  mkdirSync(settings.DATA_DIR, { recursive: true })
  if (existsSync(join(settings.DATA_DIR, catalogFile)))
    await withProgress((shown) => renderOnly({ ...options, ...shown }))
  else {
    const folder = mkdtempSync(join(tmpdir(), 'sample-world-'))
    console.error('Nothing was imported yet: importing the sample world ...')
    const bundles = await writeSampleWorld(folder)
    await withProgress((shown) => importAndRender(bundles, { ...options, ...shown }))
    rmSync(folder, { recursive: true, force: true })
  }
  await runService(settings, settings.OBSERVER === 'on' ? simulate : undefined)
} catch (error) {
  exitWith('unexpected', error)
}
