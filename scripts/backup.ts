import { Command } from 'commander'
import { catalogFile } from '../build/render/switch.ts'
import { accountsFile } from '../data/store/accounts/accounts.ts'
import { backup, BackupError } from '../data/store/backup.ts'
import { liveFile } from '../data/store/live/live-writer.ts'
import { sessionSecretFile } from '../dynamic/account/session-secret.ts'
import { readSettings } from '../dynamic/settings.ts'
import { exitWith } from './exit-codes.ts'
import { createProgress } from './progress.ts'

const program = new Command('npm run backup --')
  .description(
    'Copies all databases and assets of DATA_DIR into a new folder, while the service runs, and verifies them.',
  )
  .argument('<folder>', 'where to; it may be a DATA_DIR afterwards: `npm run render` makes the rendered files anew')
  .addHelpText('after', '\nExit codes: 0 done, 1 unexpected error, 2 wrong usage.')
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .parse()

const [folder = ''] = program.args
const sources = {
  files: [catalogFile, sessionSecretFile],
  databases: [liveFile, accountsFile],
  folders: ['assets'],
}

const progress = createProgress('Copying')
try {
  const total = Object.values(sources).flat().length
  let done = 0
  const { DATA_DIR: dataDir } = readSettings(process.env)
  const copied = await backup(dataDir, folder, sources, (name) => progress.update(name, done++, total))
  progress.stop()
  console.log(`${folder} has ${copied.join(', ')}.`)
} catch (error) {
  progress.stop()
  exitWith(error instanceof BackupError ? 'usage' : 'unexpected', error)
}
