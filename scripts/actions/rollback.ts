import { rollBack } from '../../build/roll-back.ts'
import { api } from '../../data/api/table.ts'
import { buildSettings } from '../command/command-settings.ts'
import { exitWith } from '../command/exit-with.ts'
import { withProgress } from '../command/progress.ts'

const howItSpreads =
  '`npm run deploy -- --yes` brings it to the CDN, `npm run publish:tree -- --compressed` to nginx and instances.'

/** Runs `npm run rollback`: prints the removed and restored patches, or an error and sets the exit code. */
export async function rollBackImport(): Promise<void> {
  try {
    const { DATA_DIR, RENDER_PATCHES } = buildSettings()
    const options = { api, dataDir: DATA_DIR, patches: RENDER_PATCHES }
    const {
      removed: gone,
      restored: back,
      written,
    } = await withProgress(({ onRender }) => rollBack({ ...options, onRender }))
    const lines = [...gone.map((name) => `gone: ${name}`), ...back.map((name) => `back: ${name}`)]
    console.log([...lines, `Rendered: ${written} files written. ${howItSpreads}`].join('\n'))
  } catch (error) {
    exitWith('unexpected', error)
  }
}
