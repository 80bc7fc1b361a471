import type { Kysely } from 'kysely'
import { feeds, type Feed } from '../../../api/model/feeds/feed-names.ts'
import { dialectOf } from '../../dialect/dialect.ts'
import { compiledOnce } from './insert-rows.ts'
import type { LiveTables } from './tables.ts'

/** The value of a counter, 0 if it was never set. */
export async function getCounter(db: Kysely<LiveTables>, name: string): Promise<number> {
  return (await findCounter(db, name)) ?? 0
}

/** The value of a counter, undefined if it was never set. */
export async function findCounter(db: Kysely<LiveTables>, name: string): Promise<number | undefined> {
  const query = compiledOnce(`${dialectOf(db).name} counter`, () =>
    db.selectFrom('numbers').select('value').where('name', '=', name).compile(),
  )
  const { rows } = await db.executeQuery<{ value: number }>({ ...query, parameters: [name] })
  return rows[0]?.value
}

/**
 * Reads two counters with one query, because every list of the market needs them. `server` identifies the database server;
 * it is null for SQLite, or if neither counter was ever set.
 */
export async function getCounters<A extends string, B extends string>(
  db: Kysely<LiveTables>,
  first: A,
  second: B,
): Promise<Record<A | B, number> & { readonly server: string | null }> {
  const dialect = dialectOf(db)
  const query = compiledOnce(`${dialect.name} two counters`, () =>
    db
      .selectFrom('numbers')
      .selectAll()
      .select(dialect.server.as('server'))
      .where('name', 'in', [first, second])
      .compile(),
  )
  interface Counted {
    readonly name: string
    readonly value: number
    readonly server: string | null
  }
  const { rows } = await db.executeQuery<Counted>({ ...query, parameters: [first, second] })
  const valueOf = (name: string) => rows.find((row) => row.name === name)?.value ?? 0
  const values = { [first]: valueOf(first), [second]: valueOf(second) } as Record<A | B, number>
  return { ...values, server: rows[0]?.server ?? null }
}

export async function setCounter(db: Kysely<LiveTables>, name: string, value: number): Promise<void> {
  await db
    .insertInto('numbers')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/**
 * Name of the counter that has an instant: retention has deleted rows of the feed that are older. The index of the
 * market reads that of its feed.
 */
export const prunedBefore = (feed: Feed): string => (feed === 'market' ? 'pruned_before' : `pruned_before:${feed}`)

/** Name of the counter that has the instant of a feed's newest observation. */
export const newestObservation = (feed: string): string => `newest:${feed}`

/** The instant of the newest observation of each feed that has one, in ms since 1970. */
export async function newestObservations(db: Kysely<LiveTables>): Promise<Partial<Record<Feed, number>>> {
  const numbers = await db.selectFrom('numbers').selectAll().execute()
  const values = new Map(numbers.map(({ name, value }) => [name, value]))
  return Object.fromEntries(
    feeds.flatMap((feed) => {
      const at = values.get(newestObservation(feed))
      return at === undefined ? [] : [[feed, at]]
    }),
  )
}
