import { redactKeys } from '../data/store/accounts/redact-keys.ts'
import { scopes as allScopes, standardTier } from '../data/store/accounts/scopes.ts'
import type { CreateArguments } from './actions/keys.ts'
import { createCommand } from './command/create-command.ts'
import { readKeyPrefix, readName, readOrigins, readScopes } from './command/key-options.ts'
import { readLine } from './command/read-line.ts'
import { readWholeNumber } from './command/whole-number.ts'

const load = () => import('./actions/keys.ts')

const prefixHelp =
  'such as dl_abcd2345, or the key; without it, a line of standard input is read, so that no list of processes shows the key'

const program = createCommand(
  'npm run keys --',
  'Manages API keys, for operators. The service may be running: a change applies within a second (with files, at once).',
)
  .addHelpText(
    'after',
    `
Scopes: ${allScopes.join(', ')} (admin is reserved: nothing needs it yet). Tiers: ${standardTier} and the names in RATE_LIMIT_TIERS.
Hashes of keys are in accounts.db of DATA_DIR, or in PostgreSQL (DATABASE_URL): a key is only shown when create or rotate prints it.
Exit codes: 0 done, 1 unexpected error, 2 wrong usage.`,
  )
  .configureOutput({ outputError: (text, write) => write(redactKeys(text)) })

async function prefixFromInput(): Promise<string> {
  const line = await readLine('Prefix or key: ')
  try {
    return readKeyPrefix(line.trim())
  } catch (error) {
    return program.error(`error: ${(error as Error).message}`)
  }
}

program
  .command('create')
  .description(
    'Creates a key and prints it on the last line. Creates the owner if it is new, and lets it delegate these scopes.',
  )
  .requiredOption('--owner <name>', 'whose key it is')
  .requiredOption(
    '--scopes <a,b>',
    `comma-separated, of ${allScopes.join(', ')}; empty: only the higher quota`,
    readScopes,
  )
  .option(
    '--origins <o,...>',
    'where browsers may use it: hosts or *.hosts, with or without scheme and port',
    readOrigins,
  )
  .option('--tier <t>', "sets the owner's rate limit tier")
  .option('--name <n>', 'name of the key; the owner by default', readName)
  .option('--expires <days>', 'days until it expires', readWholeNumber(1, 3650, ' of days'))
  .action(async (given: CreateArguments) => (await load()).createKey(given))

program
  .command('list')
  .description('Lists all keys, without their secrets.')
  .action(async () => (await load()).listKeys())

program
  .command('revoke')
  .description('Revokes a key.')
  .argument('[prefix]', prefixHelp, readKeyPrefix)
  .action(async (prefix?: string) => (await load()).revokeKey(prefix ?? (await prefixFromInput())))

program
  .command('rotate')
  .description(
    'Creates a key that replaces another, and prints it on the last line. The old one is accepted for a while.',
  )
  .argument('[prefix]', prefixHelp, readKeyPrefix)
  .option('--grace-days <n>', 'how long the old key is accepted', readWholeNumber(0, 365, ' of days'), 7)
  .action(async (prefix: string | undefined, { graceDays }: { graceDays: number }) =>
    (await load()).rotateKey(prefix ?? (await prefixFromInput()), graceDays),
  )

await program.parseAsync()
