import { settingsHelp } from '../dynamic/setting-list.ts'
import { createCommand } from './command/create-command.ts'

await createCommand(
  'npm run dev --',
  'Runs service and site from their sources: the service restarts on every change, pages reload in the browser.',
)
  .addHelpText(
    'after',
    `
The data folder is "dev" below DATA_DIR. A small sample world is imported once, and again when the schema of the catalog changes.
Nothing is rendered beforehand, so every answer comes from the current code.

${settingsHelp()}`,
  )
  .action(async () => (await import('./actions/dev.ts')).develop())
  .parseAsync()
