import type { Kysely } from 'kysely'
import { hashKey } from './key-text.ts'
import { formatInstant, type AccountTables } from './tables.ts'

const touchEveryMilliseconds = 60_000

interface StoredSession {
  /** The owner; undefined until someone has signed in. */
  readonly ownerId: number | undefined
  readonly data: string
  /** The session expires at this instant unless it is used (ms since 1970). */
  readonly idleUntil: number
  /** The session expires at this instant in any case (ms since 1970). */
  readonly endsAt: number
}

/** Sessions of the site. Expired ones count as missing. */
export class Sessions {
  readonly #db: Kysely<AccountTables>

  constructor(db: Kysely<AccountTables>) {
    this.#db = db
  }

  async read(id: string): Promise<string | undefined> {
    return (await this.#current().select('data').where('id_hash', '=', hashKey(id)).executeTakeFirst())?.data
  }

  /** Creates or replaces a session, and deletes expired ones. */
  async write(id: string, session: StoredSession): Promise<void> {
    const values = valuesOf(session)
    await this.#db.transaction().execute(async (db) => {
      await db.deleteFrom('sessions').where('idle_until', '<=', formatInstant(Date.now())).execute()
      await db
        .insertInto('sessions')
        .values({ id_hash: hashKey(id), ...values })
        .onConflict((conflict) => conflict.column('id_hash').doUpdateSet(values))
        .execute()
    })
  }

  /** Replaces a session. Does nothing if it was removed meanwhile. */
  async rewrite(id: string, session: StoredSession): Promise<void> {
    await this.#db.updateTable('sessions').set(valuesOf(session)).where('id_hash', '=', hashKey(id)).execute()
  }

  /** Extends the idle time of a session. Writes at most once a minute. */
  async touch(id: string, idleUntil: number): Promise<void> {
    await this.#db
      .updateTable('sessions')
      .set({ idle_until: formatInstant(idleUntil) })
      .where('id_hash', '=', hashKey(id))
      .where('idle_until', '<', formatInstant(idleUntil - touchEveryMilliseconds))
      .execute()
  }

  async remove(id: string): Promise<void> {
    await this.#db.deleteFrom('sessions').where('id_hash', '=', hashKey(id)).execute()
  }

  /** Removes sessions without an owner, those that end first, until `max` are left. */
  async limitAnonymous(max: number): Promise<void> {
    const anonymous = this.#current().where('owner_id', 'is', null)
    const { count } = await anonymous.select((of) => of.fn.countAll().as('count')).executeTakeFirstOrThrow()
    const excess = Number(count) - max
    if (excess <= 0) return
    const oldest = anonymous.select('id_hash').orderBy('ends_at').orderBy('id_hash').limit(excess)
    await this.#db.deleteFrom('sessions').where('id_hash', 'in', oldest).execute()
  }

  #current() {
    const now = formatInstant(Date.now())
    return this.#db.selectFrom('sessions').where('idle_until', '>', now).where('ends_at', '>', now)
  }
}

const valuesOf = ({ ownerId, data, idleUntil, endsAt }: StoredSession) => ({
  owner_id: ownerId ?? null,
  data,
  idle_until: formatInstant(idleUntil),
  ends_at: formatInstant(endsAt),
})
