import { Command } from 'commander'
import { rollBack } from '../build/roll-back.ts'
import { api } from '../data/api/table.ts'
import { readSettings } from '../dynamic/settings.ts'
import { exitWith } from './exit-codes.ts'
import { withProgress } from './progress.ts'

new Command('npm run rollback')
  .description('Takes the last import back: the catalog before it, with its files. A second rollback returns.')
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .parse()

try {
  const { DATA_DIR, RENDER_PATCHES } = readSettings(process.env)
  const options = { api, dataDir: DATA_DIR, patches: RENDER_PATCHES }
  const { gone, back, written } = await withProgress(({ onRender }) => rollBack({ ...options, onRender }))
  const lines = [...gone.map((name) => `gone: ${name}`), ...back.map((name) => `back: ${name}`)]
  console.log(
    [...lines, `Rendered: ${written} files written. \`npm run publish:tree\` brings it to the CDN.`].join('\n'),
  )
} catch (error) {
  exitWith('unexpected', error)
}
