import { settingsHelp } from '../dynamic/setting-list.ts'
import { createCommand } from './command/create-command.ts'

await createCommand(
  'npm start --',
  'Runs the whole service on one machine; imports the sample world if nothing was imported yet.',
)
  .addHelpText('after', `\n${settingsHelp()}`)
  .action(async () => (await import('./actions/start.ts')).start())
  .parseAsync()
