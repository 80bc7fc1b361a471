import type { Kysely, Selectable } from 'kysely'
import { AccountValidationError } from './account-validation-error.ts'
import { scopes as allScopes, signedInPermissions, standardTier, type Scope } from './scopes.ts'
import { formatInstant, parseList, type AccountTables } from './tables.ts'

export interface Owner {
  readonly id: number
  readonly name: string
  readonly permissions: readonly Scope[]
  readonly tier: string
  readonly created_at: string
}

/** A user of the sign-in provider. */
export interface Identity {
  /** Host of the provider. */
  readonly provider: string
  /** Permanent id of the user, which the provider never reassigns. */
  readonly id: string
  /** Name for display, which may change. */
  readonly username: string
}

type Row = Selectable<AccountTables['owners']>

/** Accounts: owners of keys, and the permissions that they may delegate to them. */
export class Owners {
  readonly #db: Kysely<AccountTables>
  readonly #changed: () => void

  constructor(db: Kysely<AccountTables>, changed: () => void) {
    this.#db = db
    this.#changed = changed
  }

  async byId(id: number): Promise<Owner | undefined> {
    return toOwner(await this.#db.selectFrom('owners').selectAll().where('id', '=', id).executeTakeFirst())
  }

  async byName(name: string): Promise<Owner | undefined> {
    return toOwner(await this.#db.selectFrom('owners').selectAll().where('name', '=', name).executeTakeFirst())
  }

  /**
   * Adds permissions to the owner with a name, who is created if needed; a tier replaces the current one. Throws
   * `AccountValidationError` if the name is not valid.
   */
  async grant(name: string, permissions: readonly Scope[], tier?: string): Promise<Owner> {
    if (!/^[^\p{C}]{1,100}$/u.test(name) || name.trim() !== name)
      throw new AccountValidationError('owner', 'The name of an owner has 1 to 100 printable characters.')
    const owner = await this.#db.transaction().execute(async (db) => {
      const found = toOwner(await db.selectFrom('owners').selectAll().where('name', '=', name).executeTakeFirst())
      const wanted = { permissions: write([...(found?.permissions ?? []), ...permissions]), ...(tier && { tier }) }
      if (!found) return insert(db, { name, subject: null, tier: standardTier, ...wanted })
      return toOwner(
        await db.updateTable('owners').set(wanted).where('id', '=', found.id).returningAll().executeTakeFirstOrThrow(),
      )
    })
    this.#changed()
    return owner
  }

  /** Replaces the permissions of an owner. Its keys lose all others at once. */
  async restrict(id: number, permissions: readonly Scope[]): Promise<void> {
    await this.#db
      .updateTable('owners')
      .set({ permissions: write(permissions) })
      .where('id', '=', id)
      .execute()
    this.#changed()
  }

  /**
   * Returns the owner with an identity, who is created at the first sign-in. The name is `<username>@<provider>`, so that
   * nobody can sign in with the name of an account that an operator has created.
   */
  async signIn({ provider, id, username }: Identity): Promise<Owner> {
    const subject = `${provider}:${id}`
    return this.#db.transaction().execute(async (db) => {
      const known = await db.selectFrom('owners').selectAll().where('subject', '=', subject).executeTakeFirst()
      if (known) return toOwner(known)
      const name = await unusedName(db, { provider, id, username })
      return insert(db, { name, subject, permissions: write(signedInPermissions), tier: standardTier })
    })
  }
}

/**
 * An unused name: the username, if needed followed by the id and, if another owner has exactly that name, by a number.
 */
async function unusedName(db: Kysely<AccountTables>, { provider, id, username }: Identity): Promise<string> {
  const endings = ['', `.${id}`]
  for (let nth = 0; ; nth += 1) {
    const name = `${readableName(username)}${endings[nth] ?? `.${id}.${nth}`}@${provider}`
    if (!(await db.selectFrom('owners').select('id').where('name', '=', name).executeTakeFirst())) return name
  }
}

const readableName = (username: string): string => username.replace(/[^\p{L}\p{N}._-]/gu, '').slice(0, 40) || 'somebody'

const write = (permissions: readonly Scope[]): string =>
  JSON.stringify(allScopes.filter((scope) => permissions.includes(scope)))

async function insert(
  db: Kysely<AccountTables>,
  values: Pick<Row, 'name' | 'subject' | 'permissions' | 'tier'>,
): Promise<Owner> {
  const created_at = formatInstant(Date.now())
  const row = await db
    .insertInto('owners')
    .values({ ...values, created_at })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toOwner(row)
}

function toOwner(row: Row): Owner
function toOwner(row: Row | undefined): Owner | undefined
function toOwner(row: Row | undefined): Owner | undefined {
  if (!row) return undefined
  const { id, name, permissions, tier, created_at } = row
  return { id, name, permissions: parseList<Scope>(permissions), tier, created_at }
}
