// The process of `data-process.ts`. It ends with the one that started it; the next start continues where it stopped.
import { renderOnly } from '../../build/import-and-render.ts'
import { api } from '../../data/api/table.ts'
import { readSettings } from '../../dynamic/settings.ts'
import { exitWith } from '../command/exit-with.ts'
import { withProgress } from '../command/progress.ts'

/** `import`: the sample world, of which nothing is rendered. `render`: what is missing or out of date. */
export type DataTask = 'import' | 'render'

process.once('disconnect', () => process.exit())
// That may have ended while this one was loaded.
if (!process.connected) process.exit()
process.channel?.unref()
// By themselves they would leave the folder that the sample world is written to.
process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143))
try {
  const { DATA_DIR, RENDER_PATCHES } = readSettings(process.env)
  if (process.argv[2] === 'import') {
    const { importSampleWorld } = await import('./sample.ts')
    await importSampleWorld({ api, dataDir: DATA_DIR, patches: 'none' })
  } else
    await withProgress((displayed) => renderOnly({ api, dataDir: DATA_DIR, patches: RENDER_PATCHES, ...displayed }))
} catch (error) {
  exitWith('unexpected', error)
}
