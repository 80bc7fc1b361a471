import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importAndRender, type RenderAndSwitchOptions } from '../../build/import-and-render.ts'
import type { Scale } from '../../data/sample/scale.ts'
import { writeSampleWorld } from '../../data/sample/world.ts'
import { withProgress } from '../command/progress.ts'

/** Imports the sample world and shows the progress. */
export async function importSampleWorld(options: RenderAndSwitchOptions, scale?: Scale): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sample-world-'))
  const clear = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', clear)
  try {
    const bundles = await writeSampleWorld(folder, { scale })
    await withProgress((progress) => importAndRender(bundles, { ...options, ...progress }))
  } finally {
    clear()
    process.off('exit', clear)
  }
}
