import type { Insertable, Kysely, Selectable } from 'kysely'
import { AccountValidationError } from './account-validation-error.ts'
import { hashKey, mintKey } from './key-text.ts'
import type { Scope } from './scopes.ts'
import { formatInstant, parseList, type AccountTables } from './tables.ts'

type Db = Kysely<AccountTables>
type KeyRow = Selectable<AccountTables['api_keys']>
type Joined = KeyRow & { owner: string; successor: string | null }

/** A key as its owner sees it. The state `replaced` means that it was rotated and is in its grace period. */
export interface ApiKey {
  readonly prefix: string
  readonly owner: string
  readonly name: string
  readonly state: 'active' | 'replaced' | 'expired' | 'revoked'
  readonly scopes: readonly Scope[]
  /** An empty list allows all origins. */
  readonly origins: readonly string[]
  readonly created_at: string
  readonly expires_at: string | null
  readonly revoked_at: string | null
  readonly last_used_at: string | null
  /** Prefix of the key that has replaced it. */
  readonly replaced_by: string | null
}

/** A new key with its text, which is returned only once. */
export type NewKey = ApiKey & { readonly key: string }

const selectKeys = (db: Db) =>
  db
    .selectFrom('api_keys')
    .innerJoin('owners', 'owners.id', 'api_keys.owner_id')
    .leftJoin('api_keys as next', 'next.id', 'api_keys.replaced_by')
    .selectAll('api_keys')
    .select(['owners.name as owner', 'next.prefix as successor'])

/** The keys of an owner, or of all owners, oldest first. */
export async function listKeys(db: Db, ownerId?: number): Promise<ApiKey[]> {
  const all = selectKeys(db).orderBy('api_keys.id')
  const rows = await (ownerId === undefined ? all : all.where('api_keys.owner_id', '=', ownerId)).execute()
  return rows.map(toApiKey)
}

/** Throws an `Error` if there is no key with this id. */
export async function readKey(db: Db, id: number): Promise<ApiKey> {
  return toApiKey(await selectKeys(db).where('api_keys.id', '=', id).executeTakeFirstOrThrow())
}

/** The row of a key by its prefix. Throws `AccountValidationError` if there is none, or if it has another owner. */
export async function keyRow(db: Db, prefix: string, ownerId?: number): Promise<KeyRow> {
  const row = await db.selectFrom('api_keys').selectAll().where('prefix', '=', prefix).executeTakeFirst()
  if (row && (ownerId === undefined || row.owner_id === ownerId)) return row
  throw new AccountValidationError('prefix', `There is no key ${prefix}.`)
}

/** As `keyRow`, but throws `AccountValidationError` too if the key has expired or was revoked. */
export async function liveKeyRow(db: Db, prefix: string, ownerId?: number): Promise<KeyRow> {
  const row = await keyRow(db, prefix, ownerId)
  const state = stateOf(row, Date.now())
  if (state === 'active' || state === 'replaced') return row
  throw new AccountValidationError('state', `The key ${prefix} ${state === 'revoked' ? 'was revoked' : 'has expired'}.`)
}

/** Generates a key and inserts its row. */
export async function insertKey(
  db: Db,
  values: Pick<Insertable<AccountTables['api_keys']>, 'owner_id' | 'name' | 'scopes' | 'origins' | 'expires_at'>,
): Promise<{ id: number; made: NewKey }> {
  const { key, prefix } = mintKey()
  const { id } = await db
    .insertInto('api_keys')
    .values({ ...values, prefix, hash: hashKey(key), created_at: formatInstant(Date.now()) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, made: { ...(await readKey(db, id)), key } }
}

function stateOf({ revoked_at, expires_at, replaced_by }: KeyRow, now: number): ApiKey['state'] {
  if (revoked_at !== null) return 'revoked'
  if (expires_at !== null && Date.parse(expires_at) <= now) return 'expired'
  return replaced_by === null ? 'active' : 'replaced'
}

function toApiKey(row: Joined): ApiKey {
  const { prefix, owner, name, created_at, expires_at, revoked_at, last_used_at } = row
  return {
    prefix,
    owner,
    name,
    state: stateOf(row, Date.now()),
    scopes: parseList<Scope>(row.scopes),
    origins: parseList(row.origins),
    created_at,
    expires_at,
    revoked_at,
    last_used_at,
    replaced_by: row.successor,
  }
}
