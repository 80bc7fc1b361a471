import type { Kysely } from 'kysely'
import { feeds, type Feed } from '../../../api/model/feeds/feed-names.ts'
import type { LiveTables } from './tables.ts'

export async function getCounter(db: Kysely<LiveTables>, name: string): Promise<number> {
  const row = await db.selectFrom('numbers').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value ?? 0
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
