import { createCommand } from './command/create-command.ts'

await createCommand('npm run client --', 'Writes the npm package of the client that the service offers at /client.tgz.')
  .argument('<folder>', 'where its files are written; `npm install <folder>` and `npm publish <folder>` take it')
  .addHelpText('after', '\nIt needs no data. Exit codes: 0 done, 1 unexpected error, 2 wrong usage.')
  .action(async (folder: string) => (await import('./actions/client.ts')).writeClient(folder))
  .parseAsync()
