import { Command } from 'commander'
import { mkdirSync } from 'node:fs'
import { readSettings, settingsHelp } from '../dynamic/settings.ts'
import { exitWith } from './exit-codes.ts'
import { runService } from './run-service.ts'

new Command('npm run serve --')
  .description('Serves what was imported: production, without sample data.')
  .addHelpText('after', `\n${settingsHelp()}`)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .parse()

try {
  const settings = readSettings(process.env)
  mkdirSync(settings.DATA_DIR, { recursive: true })
  await runService(settings)
} catch (error) {
  exitWith('unexpected', error)
}
