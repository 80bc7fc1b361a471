import { createCommand } from './command/create-command.ts'

await createCommand(
  'npm run backup --',
  'Copies all databases and assets of DATA_DIR into a new folder, while the service runs, and verifies the copies.',
)
  .argument('<folder>', 'new folder; it can be used as a DATA_DIR: `npm run render` recreates the rendered files')
  .addHelpText('after', '\nExit codes: 0 done, 1 unexpected error, 2 wrong usage.')
  .action(async (folder: string) => (await import('./actions/backup.ts')).backUp(folder))
  .parseAsync()
