import type { Kysely, Selectable } from 'kysely'
import { AccountValidationError } from './account-validation-error.ts'
import { scopes as allScopes, signedInPermissions, standardTier, type Scope } from './scopes.ts'
import { instant, listOf, type AccountTables } from './tables.ts'

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
  /** The provider's permanent id of the user, never given to another one. */
  readonly id: string
  /** For people to read; may change. */
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

  /** The owner of this name, made when there is none, with these permissions beside what it had. A tier replaces its own. */
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

  /** Reduces an owner to these permissions; its keys lose the others at once. */
  async restrict(id: number, permissions: readonly Scope[]): Promise<void> {
    await this.#db
      .updateTable('owners')
      .set({ permissions: write(permissions) })
      .where('id', '=', id)
      .execute()
    this.#changed()
  }

  /**
   * The owner who signed in, made at the first time. Its name is `<username>@<provider>`, so that no one can sign in
   * under a name that an operator gave to another account.
   */
  async signedIn({ provider, id, username }: Identity): Promise<Owner> {
    const subject = `${provider}:${id}`
    return this.#db.transaction().execute(async (db) => {
      const known = await db.selectFrom('owners').selectAll().where('subject', '=', subject).executeTakeFirst()
      if (known) return toOwner(known)
      const name = await freeName(db, { provider, id, username })
      return insert(db, { name, subject, permissions: write(signedInPermissions), tier: standardTier })
    })
  }
}

/** The user's name; where others have it, with the id behind it, and a number where the name of another is just that. */
async function freeName(db: Kysely<AccountTables>, { provider, id, username }: Identity): Promise<string> {
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
  const created_at = instant(Date.now())
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
  return { id, name, permissions: listOf<Scope>(permissions), tier, created_at }
}
