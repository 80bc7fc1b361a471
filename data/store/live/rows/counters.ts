import type { Kysely } from 'kysely'
import { feeds, type Feed } from '../../../api/model/feeds/feed-names.ts'
import { dialectOf } from '../../dialect/dialect.ts'
import { compiledOnce } from './insert-rows.ts'
import type { LiveTables } from './tables.ts'

export async function getCounter(db: Kysely<LiveTables>, name: string): Promise<number> {
  return (await findCounter(db, name)) ?? 0
}

/** Undefined if it was never set. Every answer reads two of them. */
export async function findCounter(db: Kysely<LiveTables>, name: string): Promise<number | undefined> {
  const query = compiledOnce(`${dialectOf(db).name} counter`, () =>
    db.selectFrom('numbers').select('value').where('name', '=', name).compile(),
  )
  const { rows } = await db.executeQuery<{ value: number }>({ ...query, parameters: [name] })
  return rows[0]?.value
}

/** Two counters, which every list of the market reads, with one query; and which server they are of, if it has either. */
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

/** The name of the counter that has the instant of a feed's newest observation. */
export const newestOf = (feed: string): string => `newest:${feed}`

/** The instant of the newest observation of each feed that has one. */
export async function newestOfFeeds(db: Kysely<LiveTables>): Promise<Partial<Record<Feed, number>>> {
  const numbers = await db.selectFrom('numbers').selectAll().execute()
  const held = new Map(numbers.map(({ name, value }) => [name, value]))
  return Object.fromEntries(
    feeds.flatMap((feed) => {
      const at = held.get(newestOf(feed))
      return at === undefined ? [] : [[feed, at]]
    }),
  )
}
