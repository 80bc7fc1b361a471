import { createCommand } from './command/create-command.ts'

await createCommand(
  'npm run move --',
  'Copies accounts and live data from the files of DATA_DIR to a PostgreSQL database, while the service runs, and verifies each table.',
)
  .requiredOption('--to <url>', 'an empty database: postgres://user:password@host:port/database')
  .addHelpText(
    'after',
    `
1. Run it while the service runs: it copies all rows, then what has changed meanwhile.
2. Stop the service, and run it again: it takes over what came since and says that all is there.
3. Start the service with DATABASE_URL. The files are left as they are, and are not read any more.
A run that was interrupted is continued by the next one. Until all is there, no service starts on the database.
Exit codes: 0 done, 1 unexpected error, 2 wrong usage.`,
  )
  .action(async ({ to }: { to: string }) => (await import('./actions/move.ts')).move(to))
  .parseAsync()
