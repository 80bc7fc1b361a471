import { feeds } from '../data/api/model/feeds/feed-names.ts'
import { createCommand } from './command/create-command.ts'

const load = () => import('./actions/observe.ts')

const program = createCommand(
  'npm run observe --',
  'Stores observations from a file in the live store; the service may be running.',
)
  .usage('<feed> <file> | quarantine list [--json] | quarantine replay')
  .addHelpText(
    'after',
    `
Feeds: ${feeds.join(', ')}. A file has one JSON object a line (.ndjson or .ndjson.gz); reading it again changes nothing.
Exit codes: 0 all lines are stored, 1 unexpected error, 2 wrong usage, 3 some lines were rejected and are in quarantine.`,
  )

program
  .command('file', { isDefault: true, hidden: true })
  .argument('<feed>', 'what the file holds')
  .argument('<file>', 'NDJSON, gzip allowed')
  .action(async (feed: string, file: string) => (await load()).observeFile(feed, file))

const quarantine = program.command('quarantine').description('Lines that were rejected.')
quarantine
  .command('list')
  .description('Prints the lines in quarantine, oldest first.')
  .option('--json', 'one JSON object a line')
  .action(async ({ json }: { json?: boolean }) => (await load()).listQuarantine(json ?? false))
quarantine
  .command('replay')
  .description('Processes the lines in quarantine again; lines that are valid now are stored and leave it.')
  .action(async () => (await load()).replayQuarantine())

await program.parseAsync()
