import { settingsHelp } from '../dynamic/setting-list.ts'
import { createCommand } from './command/create-command.ts'

await createCommand('npm run serve --', 'Serves what was imported, without sample data: for production.')
  .addHelpText('after', `\n${settingsHelp()}`)
  .action(async () => (await import('./actions/serve.ts')).serve())
  .parseAsync()
