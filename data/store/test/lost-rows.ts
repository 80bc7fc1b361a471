import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Feed } from '../../api/model/feeds/feeds.ts'

/** For each feed a table, and a column with a different number in each row; for stock that is the price. */
const numberedRows = {
  market: ['listings', 'id'],
  trades: ['trades', 'id'],
  'merchant-stock': ['merchant_stock', 'price'],
} as const satisfies Partial<Record<Feed, readonly [string, string]>>

type NumberedFeed = keyof typeof numberedRows
const numberedFeeds = Object.keys(numberedRows) as readonly NumberedFeed[]

/**
 * Returns the problems of a live store whose writer has acknowledged rows with all numbers from 1 to `acknowledged` for
 * each of the feeds.
 */
export function lostRows(
  dataDir: string,
  acknowledged: number,
  feeds: readonly NumberedFeed[] = numberedFeeds,
): string[] {
  const db = new Database(join(dataDir, 'live.db'))
  try {
    const problem = db.pragma('quick_check', { simple: true })
    if (problem !== 'ok') return [`the database is damaged: ${String(problem)}`]
    return feeds.flatMap((feed) => {
      const [table, number] = numberedRows[feed]
      const found = db.prepare(`SELECT count(DISTINCT ${number}) FROM ${table} WHERE ${number} BETWEEN 1 AND ?`).pluck()
      const lost = acknowledged - Number(found.get(acknowledged))
      return lost === 0 ? [] : [`${lost} of ${acknowledged} acknowledged rows of ${feed} are lost`]
    })
  } catch (error) {
    return [String(error)]
  } finally {
    db.close()
  }
}
