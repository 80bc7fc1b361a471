import type { Kysely } from 'kysely'
import { utcDay, formatInstant, type AccountTables } from './tables.ts'

const dayMilliseconds = 86_400_000
const lastUseEveryMilliseconds = 60_000

/** Number of requests on a UTC day, in all and by prefix of the key. */
interface UsageDay {
  readonly day: string
  readonly count: number
  readonly keys: Readonly<Record<string, number>>
}

/** Counts uses of keys in memory and adds them to the tables on `flush`. A crash only loses a few seconds of counts. */
export class Usage {
  readonly #db: Kysely<AccountTables>
  /** Counts by day (since 1970), then by id of the key. */
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
   * Writes the counts, after waiting for another flush, which may put its counts back if it fails. If this one fails, its
   * counts are put back too. Times of last use are written once a minute, or all of them with `everything`.
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

  /** The usage of the keys of an owner on the last `days` days, including days without use. Today is the last one. */
  async ofOwner(ownerId: number, days: number): Promise<UsageDay[]> {
    await this.flush()
    const now = Date.now()
    const wanted = Array.from({ length: days }, (_, back) => utcDay(now - (days - 1 - back) * dayMilliseconds))
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
        .values({ key_id, day: utcDay(day * dayMilliseconds), count })
        .onConflict((conflict) =>
          conflict
            .columns(['key_id', 'day'])
            .doUpdateSet((of) => ({ count: of('usage_days.count', '+', of.ref('excluded.count')) })),
        )
        .execute()
  for (const [id, at] of lastUses)
    await db
      .updateTable('api_keys')
      .set({ last_used_at: formatInstant(at) })
      .where('id', '=', id)
      .execute()
}
