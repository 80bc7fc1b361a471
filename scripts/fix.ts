import { createCommand } from './command/create-command.ts'

await createCommand('npm run fix --', 'Repairs lint and formatting as far as oxlint, oxfmt, ESLint and prettier can.')
  .action(async () => (await import('./actions/fix.ts')).fix())
  .parseAsync()
