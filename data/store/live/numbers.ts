import type { Kysely } from 'kysely'
import type { LiveTables } from './tables.ts'

export async function readNumber(db: Kysely<LiveTables>, name: string): Promise<number> {
  const row = await db.selectFrom('numbers').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value ?? 0
}

export async function writeNumber(db: Kysely<LiveTables>, name: string, value: number): Promise<void> {
  await db
    .insertInto('numbers')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** The instant of a feed's newest observation stands under this name. */
export const newestOf = (feed: string): string => `newest:${feed}`
