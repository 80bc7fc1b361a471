import { createCommand } from './command/create-command.ts'

await createCommand(
  'npm test --',
  'Runs all checks and suites; with arguments, only Vitest with these arguments: `npm test -- data/api`.',
)
  .argument('[arguments...]', 'paths of suites and options of Vitest; with --watch it runs again after every change')
  .option('--long', 'suites in their long form: whole matrices, every kill point')
  .allowUnknownOption()
  .action(async (given: string[], options: { long?: boolean }) =>
    (await import('./actions/test.ts')).test(given, options),
  )
  .parseAsync()
