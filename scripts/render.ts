import { createCommand } from './command/create-command.ts'
import { lowerPriority } from './command/lower-priority.ts'

await createCommand('npm run render --', 'Renders the files that are missing or out of date and switches to them.')
  .option('--all', 'render every file again')
  .action(async ({ all }: { all?: boolean }) => {
    lowerPriority()
    await (await import('./actions/render.ts')).renderFiles(all)
  })
  .parseAsync()
