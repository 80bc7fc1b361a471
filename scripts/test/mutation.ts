import { createCommand } from '../command/create-command.ts'

await createCommand(
  'node scripts/test/mutation.ts',
  'Changes the code that decides what is answered and who may ask, one place at a time, and lists the changes that no test notices. Downloads Stryker, which is not a dependency, with npx.',
)
  .argument('[places...]', 'key, path, route, request; all by default')
  .action(async (places: string[]) => (await import('./mutate-places.ts')).mutate(places))
  .parseAsync()
