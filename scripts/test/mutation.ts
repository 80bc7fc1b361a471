import { createCommand } from '../command/create-command.ts'

await createCommand(
  'node scripts/test/mutation.ts',
  'Mutates critical code, such as responses and permissions, and lists the mutants that no test detects. Downloads Stryker, which is not a dependency, with npx.',
)
  .argument('[places...]', 'key, path, route, request; all by default')
  .action(async (places: string[]) => (await import('./mutate-places.ts')).mutate(places))
  .parseAsync()
