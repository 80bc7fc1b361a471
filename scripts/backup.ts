import { createCommand } from './command/create-command.ts'

await createCommand(
  'npm run backup --',
  'Copies all databases and assets into a new or empty folder, while the service runs, and verifies the copies.',
)
  .argument(
    '<folder>',
    'new or empty folder; it can be used as a DATA_DIR: `npm run render` recreates the rendered files',
  )
  .option(
    '--verify-on <url>',
    'a server on which the dump of DATABASE_URL is restored for a check; the same by default',
  )
  .addHelpText(
    'after',
    `
With DATABASE_URL accounts and live data are dumped by pg_dump into database.dump, which is restored into a database of its own for a
check. pg_dump and pg_restore must be at least of the server's version, and the role be allowed to create databases.
Exit codes: 0 done, 1 unexpected error, 2 wrong usage.`,
  )
  .action(async (folder: string, options: { verifyOn?: string }) =>
    (await import('./actions/backup.ts')).backUp(folder, options),
  )
  .parseAsync()
