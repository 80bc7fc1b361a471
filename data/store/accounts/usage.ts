import type { Kysely } from 'kysely'
import { dayOf, instant, type AccountTables } from './tables.ts'

const dayMilliseconds = 86_400_000
const lastUseEveryMilliseconds = 60_000

/** Requests of one UTC day, and of which key (by prefix) how many. */
interface UsageDay {
  readonly day: string
  readonly count: number
  readonly keys: Readonly<Record<string, number>>
}

/** Counts uses in memory and adds them to the tables on `flush`: a crash loses a few seconds of counts, nothing else. */
export class Usage {
  readonly #db: Kysely<AccountTables>
  /** By days since 1970, then by key. */
  #counts = new Map<number, Map<number, number>>()
  readonly #lastUses = new Map<number, number>()
  readonly #lastUsesWritten = new Map<number, number>()
  #flushing: Promise<void> | undefined

  constructor(db: Kysely<AccountTables>) {
    this.#db = db
  }

  count(keyId: number): void {
    const now = Date.now()
    const day = Math.floor(now / dayMilliseconds)
    const counts = this.#counts.get(day) ?? new Map<number, number>()
    this.#counts.set(day, counts.set(keyId, (counts.get(keyId) ?? 0) + 1))
    this.#lastUses.set(keyId, now)
  }

  /**
   * Writes what was counted, once another flush has ended, which may put back what it could not write. On an error
   * nothing is lost: the next flush tries again. `everything`: last uses too.
   */
  async flush(everything = false): Promise<void> {
    while (this.#flushing) await this.#flushing.catch(() => undefined)
    this.#flushing = this.#flush(everything).finally(() => (this.#flushing = undefined))
    await this.#flushing
  }

  async #flush(everything: boolean): Promise<void> {
    const counts = this.#counts
    const lastUses = [...this.#lastUses].filter(([keyId, at]) => everything || this.#isDue(keyId, at))
    if (counts.size === 0 && lastUses.length === 0) return
    this.#counts = new Map()
    try {
      await this.#db.transaction().execute((db) => write(db, counts, lastUses))
    } catch (error) {
      this.#putBack(counts)
      throw error
    }
    for (const [keyId, at] of lastUses) {
      this.#lastUsesWritten.set(keyId, at)
      if (this.#lastUses.get(keyId) === at) this.#lastUses.delete(keyId)
    }
  }

  /** The last `days` days of an owner, today last, days without use included. */
  async ofOwner(ownerId: number, days: number): Promise<UsageDay[]> {
    await this.flush()
    const now = Date.now()
    const wanted = Array.from({ length: days }, (_, back) => dayOf(now - (days - 1 - back) * dayMilliseconds))
    const rows = await this.#db
      .selectFrom('usage_days')
      .innerJoin('api_keys', 'api_keys.id', 'usage_days.key_id')
      .select(['usage_days.day', 'usage_days.count', 'api_keys.prefix'])
      .where('api_keys.owner_id', '=', ownerId)
      .where('usage_days.day', '>=', wanted[0] ?? '')
      .orderBy('api_keys.id')
      .execute()
    return wanted.map((day) => {
      const keys = Object.fromEntries(rows.filter((row) => row.day === day).map((row) => [row.prefix, row.count]))
      return { day, count: Object.values(keys).reduce((sum, count) => sum + count, 0), keys }
    })
  }

  #isDue(keyId: number, at: number): boolean {
    return at - (this.#lastUsesWritten.get(keyId) ?? 0) >= lastUseEveryMilliseconds
  }

  #putBack(counts: ReadonlyMap<number, ReadonlyMap<number, number>>): void {
    for (const [day, keys] of counts) {
      const since = this.#counts.get(day) ?? new Map<number, number>()
      for (const [keyId, count] of keys) since.set(keyId, (since.get(keyId) ?? 0) + count)
      this.#counts.set(day, since)
    }
  }
}

async function write(
  db: Kysely<AccountTables>,
  counts: ReadonlyMap<number, ReadonlyMap<number, number>>,
  lastUses: readonly (readonly [keyId: number, at: number])[],
): Promise<void> {
  for (const [day, keys] of counts)
    for (const [key_id, count] of keys)
      await db
        .insertInto('usage_days')
        .values({ key_id, day: dayOf(day * dayMilliseconds), count })
        .onConflict((conflict) =>
          conflict
            .columns(['key_id', 'day'])
            .doUpdateSet((of) => ({ count: of('usage_days.count', '+', of.ref('excluded.count')) })),
        )
        .execute()
  for (const [id, at] of lastUses)
    await db
      .updateTable('api_keys')
      .set({ last_used_at: instant(at) })
      .where('id', '=', id)
      .execute()
}
