import { stepNames } from './command/check-steps.ts'
import { createCommand } from './command/create-command.ts'

await createCommand(
  'npm run check --',
  'Checks types, lint and formatting. `npm run fix` repairs what can be repaired automatically.',
)
  .argument('[step...]', `of ${stepNames.join(', ')}; all by default`)
  .action(async (names: string[]) => (await import('./actions/check.ts')).check(names))
  .parseAsync()
