import { AccountValidationError } from '../../data/store/accounts/account-validation-error.ts'
import { Accounts, accountsFile } from '../../data/store/accounts/accounts.ts'
import type { ApiKey } from '../../data/store/accounts/key-rows.ts'
import { checkKey } from '../../data/store/accounts/keys.ts'
import { standardTier, type Scope } from '../../data/store/accounts/scopes.ts'
import { storeLocation } from '../../dynamic/settings.ts'
import type { RedisLocation } from '../../dynamic/redis/connect-redis.ts'
import { alignedRow, columnWidths } from '../command/aligned-columns.ts'
import { commandSettings, isMissing, noteCreated } from '../command/command-settings.ts'
import { exitWith } from '../command/exit-with.ts'

export interface CreateArguments {
  owner: string
  scopes: Scope[]
  origins?: string[]
  tier?: string
  name?: string
  expires?: number
}

// Each command of `npm run keys` prints its errors and sets the exit code.

export const createKey = (given: CreateArguments) => withAccounts((accounts, tiers) => create(accounts, tiers, given))

export const listKeys = () => withKeys(async (accounts) => console.log(tableOf(await accounts.keys.list())))

export const revokeKey = (prefix: string) =>
  withKeys(async (accounts) => {
    const { owner, name, revoked_at } = await accounts.keys.revoke(prefix)
    console.log(`The key ${prefix} (${name}) of ${owner} is revoked since ${revoked_at}.`)
  })

export const rotateKey = (prefix: string, graceDays: number) =>
  withKeys(async (accounts) => {
    const { key, owner, name } = await accounts.keys.rotate(prefix, graceDays)
    console.log(`A new key (${name}) of ${owner}; ${prefix} is refused after ${graceDays} days. Shown this once:`)
    console.log(key)
  })

async function create(accounts: Accounts, tiers: readonly string[], options: CreateArguments): Promise<void> {
  const { owner: ownerName, scopes, origins, tier, name, expires } = options
  if (tier !== undefined && !tiers.includes(tier))
    throw new AccountValidationError(
      'owner',
      `${tier} is not a tier: ${tiers.join(', ')} (RATE_LIMIT_TIERS names more).`,
    )
  const input = { name: name ?? ownerName, scopes, origins, expiresInDays: expires }
  checkKey(input)
  const owner = await accounts.owners.grant(ownerName, scopes, tier)
  const made = await accounts.keys.create(owner.id, input)
  const where = made.origins.length > 0 ? `from ${made.origins.join(', ')}` : 'everywhere'
  const until = made.expires_at === null ? '' : `, until ${made.expires_at}`
  console.log(`A key (${made.name}) of ${owner.name}, tier ${owner.tier}, for ${made.scopes.join(', ') || 'no scope'}:`)
  console.log(
    `usable ${where}${until}. ${owner.name} may delegate ${owner.permissions.join(', ') || 'nothing'}. Shown this once:`,
  )
  console.log(made.key)
}

type Work = (accounts: Accounts, tiers: readonly string[]) => Promise<void>

/** Like `withAccounts`, but refuses a `DATA_DIR` without accounts: it has no keys to list or to change. */
const withKeys = (work: Work) => withAccounts(work, { areNeeded: true })

async function withAccounts(work: Work, { areNeeded = false } = {}): Promise<void> {
  try {
    const settings = commandSettings()
    const { REDIS_URL, REDIS_PREFIX } = settings
    const location = storeLocation(settings)
    const areMissing = isMissing(location, accountsFile)
    if (areMissing && areNeeded)
      throw new AccountValidationError(
        'prefix',
        `There are no keys in ${location.dataDir}: set DATA_DIR to the folder of the service, or create a key first.`,
      )
    let changes = 0
    const accounts = await Accounts.open(location, { onChange: () => void (changes += 1) })
    if (areMissing) noteCreated(location, accountsFile)
    try {
      await work(accounts, [standardTier, ...Object.keys(settings.RATE_LIMIT_TIERS)])
    } finally {
      await accounts.close()
      if (changes > 0 && REDIS_URL !== '') await tellInstances({ url: REDIS_URL, prefix: REDIS_PREFIX })
    }
  } catch (error) {
    exitWith(error instanceof AccountValidationError ? 'usage' : 'unexpected', error)
  }
}

/**
 * Announces a change of keys to other instances. If this fails, they notice the change by themselves within a second.
 */
async function tellInstances(place: RedisLocation): Promise<void> {
  const { announceKeyChangeTo } = await import('../../dynamic/redis/connect-redis.ts')
  await announceKeyChangeTo(place).catch((error: unknown) =>
    console.error(`Redis could not be notified, so instances notice the change within a second (${String(error)}).`),
  )
}

function tableOf(keys: readonly ApiKey[]): string {
  const rows = keys.map(({ prefix, owner, name, state, scopes, origins, expires_at, last_used_at }) => [
    ...[prefix, state, owner, name, scopes.join(',') || '-', origins.join(',') || 'everywhere'],
    ...[expires_at?.slice(0, 10) ?? 'never', last_used_at?.slice(0, 16) ?? 'never'],
  ])
  const table = [['prefix', 'state', 'owner', 'name', 'scopes', 'origins', 'expires', 'last used'], ...rows]
  const widths = columnWidths(table)
  return table.map((row) => alignedRow(row, widths)).join('\n')
}
