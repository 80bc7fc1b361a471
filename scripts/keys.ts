import { join } from 'node:path'
import { Command } from 'commander'
import { AccountFault } from '../data/store/accounts/account-fault.ts'
import { Accounts, accountsFile } from '../data/store/accounts/accounts.ts'
import { keyName } from '../data/store/accounts/keys.ts'
import type { ApiKey } from '../data/store/accounts/key-rows.ts'
import { redactKeys } from '../data/store/accounts/redact-keys.ts'
import { scopes as allScopes, standardTier, type Scope } from '../data/store/accounts/scopes.ts'
import { readSettings } from '../dynamic/settings.ts'
import { exitWith } from './exit-codes.ts'
import { readDays, readKeyPrefix, readName, readOrigins, readScopes } from './key-options.ts'

interface CreateOptions {
  owner: string
  scopes: Scope[]
  origins?: string[]
  tier?: string
  name?: string
  expires?: number
}

const program = new Command('npm run keys --')
  .description('API keys, for operators. The service may be running: every change counts at its next request.')
  .addHelpText(
    'after',
    `
Scopes: ${allScopes.join(', ')}. Tiers: ${standardTier} and the names in RATE_LIMIT_TIERS.
Keys lie in accounts.db in DATA_DIR, as hashes: what create and rotate print is shown this once.
Exit codes: 0 done, 1 unexpected error, 2 wrong usage.`,
  )
  .configureOutput({ outputError: (text, write) => write(redactKeys(text)) })
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))

program
  .command('create')
  .description(
    'Makes a key and prints it alone on the last line. Its owner is made if new, and may delegate these scopes.',
  )
  .requiredOption('--owner <name>', 'whose key it is')
  .requiredOption(
    '--scopes <a,b>',
    `what it is for, of ${allScopes.join(', ')}; empty: the higher quota alone`,
    readScopes,
  )
  .option(
    '--origins <o,...>',
    'where browsers may use it from: hosts, *.hosts, with or without scheme and port',
    readOrigins,
  )
  .option('--tier <t>', "sets the owner's rate limit tier")
  .option('--name <n>', 'name of the key; the owner by default', readName)
  .option('--expires <days>', 'refuse it after so many days', readDays(1, 3650))
  .action((options: CreateOptions) => withAccounts((accounts, tiers) => create(accounts, tiers, options)))

program
  .command('list')
  .description('Lists all keys, without their secrets.')
  .action(() => withAccounts(async (accounts) => console.log(tableOf(await accounts.keys.list()))))

program
  .command('revoke')
  .description('Refuses a key from now on.')
  .argument('<prefix>', 'such as dl_abcd2345', readKeyPrefix)
  .action((prefix: string) =>
    withAccounts(async (accounts) => {
      const { owner, name, revoked_at } = await accounts.keys.revoke(prefix)
      console.log(`The key ${prefix} (${name}) of ${owner} is revoked since ${revoked_at}.`)
    }),
  )

program
  .command('rotate')
  .description(
    'Makes a key in the place of another, and prints it alone on the last line. The old one lives on for a while.',
  )
  .argument('<prefix>', 'such as dl_abcd2345', readKeyPrefix)
  .option('--grace-days <n>', 'how long the old key lives on', readDays(0, 365), 7)
  .action((prefix: string, { graceDays }: { graceDays: number }) =>
    withAccounts(async (accounts) => {
      const { key, owner, name } = await accounts.keys.rotate(prefix, graceDays)
      console.log(`A new key (${name}) of ${owner}; ${prefix} is refused after ${graceDays} days. Shown this once:`)
      console.log(key)
    }),
  )

await program.parseAsync()

async function create(accounts: Accounts, tiers: readonly string[], options: CreateOptions): Promise<void> {
  const { owner: ownerName, scopes, origins, tier, name, expires } = options
  if (tier !== undefined && !tiers.includes(tier))
    throw new AccountFault('owner', `${tier} is no tier: ${tiers.join(', ')} (RATE_LIMIT_TIERS names more).`)
  const owner = await accounts.owners.grant(ownerName, scopes, tier)
  const wish = { name: name ?? keyName(ownerName), scopes, origins, expiresInDays: expires }
  const made = await accounts.keys.create(owner.id, wish)
  const where = made.origins.length > 0 ? made.origins.join(', ') : 'everywhere'
  const until = made.expires_at === null ? '' : `, until ${made.expires_at}`
  console.log(`A key (${made.name}) of ${owner.name}, tier ${owner.tier}, for ${made.scopes.join(', ') || 'no scope'}:`)
  console.log(
    `usable ${where}${until}. ${owner.name} may delegate ${owner.permissions.join(', ') || 'nothing'}. Shown this once:`,
  )
  console.log(made.key)
}

async function withAccounts(work: (accounts: Accounts, tiers: readonly string[]) => Promise<void>): Promise<void> {
  try {
    const { DATA_DIR, RATE_LIMIT_TIERS } = readSettings(process.env)
    const accounts = await Accounts.open(join(DATA_DIR, accountsFile))
    try {
      await work(accounts, [standardTier, ...Object.keys(RATE_LIMIT_TIERS)])
    } finally {
      await accounts.close()
    }
  } catch (error) {
    exitWith(error instanceof AccountFault ? 'usage' : 'unexpected', error)
  }
}

function tableOf(keys: readonly ApiKey[]): string {
  const rows = keys.map(({ prefix, owner, name, state, scopes, origins, expires_at, last_used_at }) => [
    ...[prefix, state, owner, name, scopes.join(',') || '-', origins.join(',') || 'everywhere'],
    ...[expires_at?.slice(0, 10) ?? 'never', last_used_at?.slice(0, 16) ?? 'never'],
  ])
  const table = [['prefix', 'state', 'owner', 'name', 'scopes', 'origins', 'expires', 'last used'], ...rows]
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
