import { createCommand } from './command/create-command.ts'

await createCommand(
  'npm run rollback --',
  'Re-activates the catalog from before the last import, with its files. A second rollback undoes the first.',
)
  .action(async () => (await import('./actions/rollback.ts')).rollBackImport())
  .parseAsync()
