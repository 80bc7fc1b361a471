import Database from 'better-sqlite3'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { liveFile, LiveWriter } from '../../../data/store/live/intake/live-writer.ts'
import { timed } from '../measure/rounds.ts'
import { noKnownItems } from './fill.ts'

/** Milliseconds. */
export interface BareTimes {
  readonly listings: number
  readonly rollUps: number
}

const tables = [
  { table: 'listings', order: 'number' },
  { table: 'price_roll_ups', order: 'start' },
] as const

/**
 * Baseline of the intake: the listings and roll-ups that one live.db came to hold, row by row with prepared statements into
 * the same tables and indexes of an empty one, as durable, in as many transactions. Rows come in order of time.
 */
export async function bareRows(filled: string, empty: string, transactions: number): Promise<BareTimes> {
  mkdirSync(empty)
  const writer = await LiveWriter.open({ dataDir: empty }, noKnownItems)
  await writer.close()
  const from = new Database(join(filled, liveFile), { readonly: true })
  const to = new Database(join(empty, liveFile))
  for (const pragma of ['synchronous = FULL', 'cache_size = -131072', 'wal_autocheckpoint = 16000']) to.pragma(pragma)
  const times: number[] = []
  for (const { table, order } of tables) {
    const rows = from.prepare(`SELECT * FROM ${table} ORDER BY ${order}`).raw().all() as unknown[][]
    const places = (rows[0] ?? []).map(() => '?').join()
    const insert = to.prepare(`INSERT INTO ${table} VALUES (${places})`)
    const insertAll = to.transaction((some: readonly unknown[][]) => {
      for (const row of some) insert.run(row)
    })
    const size = Math.ceil(rows.length / transactions)
    times.push(
      await timed(() => {
        for (let at = 0; at < rows.length; at += size) insertAll(rows.slice(at, at + size))
      }),
    )
  }
  from.close()
  to.close()
  const [listings = 0, rollUps = 0] = times
  return { listings, rollUps }
}
