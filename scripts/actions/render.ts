import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { renderOnly } from '../../build/import-and-render.ts'
import { catalogFile } from '../../build/render/switch.ts'
import { api } from '../../data/api/table.ts'
import { buildSettings } from '../command/command-settings.ts'
import { exitWith } from '../command/exit-with.ts'
import { withProgress } from '../command/progress.ts'

/** Runs `npm run render`, with `everything` even for current files; prints errors and sets the exit code. */
export async function renderFiles(everything: boolean | undefined): Promise<void> {
  try {
    const { DATA_DIR, RENDER_PATCHES } = buildSettings()
    if (!existsSync(join(DATA_DIR, catalogFile))) {
      const where = 'set DATA_DIR to the folder of the service, or import a patch first'
      exitWith('usage', new Error(`There is no catalog in ${DATA_DIR}: ${where}.`))
      return
    }
    const options = { api, dataDir: DATA_DIR, patches: RENDER_PATCHES, everything }
    const { written, kept } = await withProgress((displayed) => renderOnly({ ...options, ...displayed }))
    console.log(`Rendered: ${written} files written, ${kept} kept.`)
  } catch (error) {
    exitWith('unexpected', error)
  }
}
