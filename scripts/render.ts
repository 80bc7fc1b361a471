import { Command } from 'commander'
import { renderOnly } from '../build/publish.ts'
import { api } from '../data/api/table.ts'
import { readSettings } from '../dynamic/settings.ts'
import { exitWith } from './exit-codes.ts'
import { withProgress } from './progress.ts'

const program = new Command('npm run render --')
  .description('Renders the files that are missing or changed and switches to them.')
  .option('--all', 'render everything anew')
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .parse()

try {
  const { DATA_DIR, RENDER_PATCHES } = readSettings(process.env)
  const everything = program.opts<{ all?: boolean }>().all
  const options = { api, dataDir: DATA_DIR, patches: RENDER_PATCHES, everything }
  const { written, kept } = await withProgress((shown) => renderOnly({ ...options, ...shown }))
  console.log(`Rendered: ${written} files written, ${kept} kept.`)
} catch (error) {
  exitWith('unexpected', error)
}
