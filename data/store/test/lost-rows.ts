import { join } from 'node:path'
import Database from 'better-sqlite3'

/** What is wrong with the live store of a folder, whose writer had acknowledged trades with all ids from 1 to `acknowledged`. */
export function lostRows(dataDir: string, acknowledged: number): string[] {
  const db = new Database(join(dataDir, 'live.db'))
  try {
    const problem = db.pragma('quick_check', { simple: true })
    if (problem !== 'ok') return [`the database is damaged: ${String(problem)}`]
    const { found } = db.prepare('SELECT count(DISTINCT id) AS found FROM trades WHERE id <= ?').get(acknowledged) as {
      found: number
    }
    return found === acknowledged ? [] : [`${acknowledged - found} of ${acknowledged} acknowledged rows are lost`]
  } catch (error) {
    return [String(error)]
  } finally {
    db.close()
  }
}
