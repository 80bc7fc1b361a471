// The process that `data-process.ts` starts. It ends with its parent; the next start continues where it stopped.
import { renderOnly } from '../../build/import-and-render.ts'
import { api } from '../../data/api/table.ts'
import { readSettings } from '../../dynamic/settings.ts'
import { exitWith } from '../command/exit-with.ts'
import { lowerPriority } from '../command/lower-priority.ts'
import { withProgress } from '../command/progress.ts'

/** `import` imports the sample world without rendering. `render` renders missing and outdated files. */
export type DataTask = 'import' | 'render'

process.once('disconnect', () => process.exit())
// The parent may have ended while this process was loading.
if (!process.connected) process.exit()
process.channel?.unref()
// Without handlers, signals would leave the temporary folder of the sample world behind.
process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143))
try {
  const { DATA_DIR, RENDER_PATCHES } = readSettings(process.env)
  if (process.argv[2] === 'import') {
    const { importSampleWorld } = await import('./sample.ts')
    await importSampleWorld({ api, dataDir: DATA_DIR, patches: 'none' })
  } else {
    lowerPriority()
    await withProgress((displayed) => renderOnly({ api, dataDir: DATA_DIR, patches: RENDER_PATCHES, ...displayed }))
  }
} catch (error) {
  exitWith('unexpected', error)
}
