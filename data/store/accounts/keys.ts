import type { Kysely } from 'kysely'
import { AccountValidationError } from './account-validation-error.ts'
import { keyName } from './key-name.ts'
import { insertKey, keyRow, listKeys, liveKeyRow, readKey, type ApiKey, type NewKey } from './key-rows.ts'
import { originPattern } from './origins.ts'
import { scopes as allScopes, type Scope } from './scopes.ts'
import { formatInstant, parseList, type AccountTables } from './tables.ts'

const dayMilliseconds = 86_400_000
const maxOrigins = 50

/** The properties of a new key. */
export interface KeyInput {
  readonly name: string
  readonly scopes: readonly Scope[]
  /** Patterns for `originPattern`; an empty list allows all origins. */
  readonly origins?: readonly string[]
  readonly expiresInDays?: number
  /** The key is refused if its owner already has this many usable keys. */
  readonly maxLive?: number
}

/**
 * The keys of accounts. A change takes effect at the next request, also if another process made it. If `ownerId` is given,
 * keys of other owners count as missing. All methods throw `AccountValidationError` for invalid requests.
 */
export class Keys {
  readonly #db: Kysely<AccountTables>
  readonly #changed: () => void

  constructor(db: Kysely<AccountTables>, changed: () => void) {
    this.#db = db
    this.#changed = changed
  }

  /** The keys of an owner, or of all owners, oldest first. */
  list(ownerId?: number): Promise<ApiKey[]> {
    return listKeys(this.#db, ownerId)
  }

  /** Creates a key. Its owner must be allowed to delegate its scopes. */
  create(ownerId: number, { name, scopes, origins = [], expiresInDays, maxLive }: KeyInput): Promise<NewKey> {
    return this.#write(async (db) => {
      const permissions = await permissionsOf(db, ownerId)
      const beyond = scopes.filter((scope) => !permissions.includes(scope))
      if (beyond.length > 0)
        throw new AccountValidationError(
          'scopes',
          `beyond what this account may delegate: ${beyond.join(', ')}`,
          permissions,
        )
      if (maxLive !== undefined) assertMaxKeys(maxLive, await listKeys(db, ownerId))
      const { made } = await insertKey(db, {
        owner_id: ownerId,
        name: keyName(name),
        scopes: writeScopes(scopes),
        origins: writeOrigins(origins),
        expires_at: expiresInDays === undefined ? null : inDays(expiresInDays),
      })
      return made
    })
  }

  /** Changes the name or the origins of a key that can still be used. */
  change(
    prefix: string,
    { name, origins }: { name?: string; origins?: readonly string[] },
    ownerId?: number,
  ): Promise<ApiKey> {
    return this.#write(async (db) => {
      const old = await liveKeyRow(db, prefix, ownerId)
      const values = {
        name: name === undefined ? old.name : keyName(name),
        origins: origins === undefined ? old.origins : writeOrigins(origins),
      }
      await db.updateTable('api_keys').set(values).where('id', '=', old.id).execute()
      return readKey(db, old.id)
    })
  }

  /** Revokes a key. Revoking it again changes nothing. */
  revoke(prefix: string, ownerId?: number): Promise<ApiKey> {
    return this.#write(async (db) => {
      const { id, revoked_at } = await keyRow(db, prefix, ownerId)
      const values = { revoked_at: revoked_at ?? formatInstant(Date.now()) }
      await db.updateTable('api_keys').set(values).where('id', '=', id).execute()
      return readKey(db, id)
    })
  }

  /**
   * Replaces a key by a new one with the original lifetime of the old key, which stays valid for the grace period. Refused
   * if the owner has twice `maxLive` usable keys, since as many again may be in their grace periods.
   */
  rotate(prefix: string, graceDays: number, ownerId?: number, maxLive?: number): Promise<NewKey> {
    return this.#write(async (db) => {
      const old = await liveKeyRow(db, prefix, ownerId)
      if (old.replaced_by !== null) throw new AccountValidationError('state', `The key ${prefix} was replaced already.`)
      if (maxLive !== undefined && graceDays > 0) assertMaxKeys(maxLive, await listKeys(db, old.owner_id), 2 * maxLive)
      const permissions = await permissionsOf(db, old.owner_id)
      const lifetime = old.expires_at === null ? undefined : Date.parse(old.expires_at) - Date.parse(old.created_at)
      const { id, made } = await insertKey(db, {
        owner_id: old.owner_id,
        name: old.name,
        origins: old.origins,
        scopes: writeScopes(parseList<Scope>(old.scopes).filter((scope) => permissions.includes(scope))),
        expires_at: lifetime === undefined ? null : formatInstant(Date.now() + lifetime),
      })
      const graceEnd = inDays(graceDays)
      const expires_at = old.expires_at !== null && old.expires_at < graceEnd ? old.expires_at : graceEnd
      await db.updateTable('api_keys').set({ replaced_by: id, expires_at }).where('id', '=', old.id).execute()
      return made
    })
  }

  async #write<T>(work: (db: Kysely<AccountTables>) => Promise<T>): Promise<T> {
    const result = await this.#db.transaction().execute(work)
    this.#changed()
    return result
  }
}

const inDays = (days: number): string => formatInstant(Date.now() + days * dayMilliseconds)

const writeScopes = (scopes: readonly Scope[]): string =>
  JSON.stringify(allScopes.filter((scope) => scopes.includes(scope)))

async function permissionsOf(db: Kysely<AccountTables>, ownerId: number): Promise<Scope[]> {
  const query = db.selectFrom('owners').select('permissions').where('id', '=', ownerId)
  return parseList<Scope>((await query.executeTakeFirstOrThrow()).permissions)
}

function assertMaxKeys(max: number, keys: readonly ApiKey[], maxWithReplaced = max): void {
  const live = keys.filter(({ state }) => state === 'active' || state === 'replaced')
  if (live.length >= maxWithReplaced)
    throw new AccountValidationError(
      'state',
      `An account may have ${max} live keys: revoke one that is no longer used.`,
    )
}

/** Throws `AccountValidationError` if the name or the origins of a key are not valid. */
export function checkKey({ name, origins = [] }: Pick<KeyInput, 'name' | 'origins'>): void {
  keyName(name)
  writeOrigins(origins)
}

function writeOrigins(given: readonly string[]): string {
  if (given.length > maxOrigins) throw new AccountValidationError('origins', `A key may have ${maxOrigins} origins.`)
  return JSON.stringify([...new Set(given.map(originPattern))])
}
