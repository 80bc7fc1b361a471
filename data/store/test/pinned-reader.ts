import { join } from 'node:path'
import Database from 'better-sqlite3'

/** Reads a live store in a transaction that lasts until `close`, like a shell that was left open. */
export function pinReader(dataDir: string): { close(): void } {
  const db = new Database(join(dataDir, 'live.db'), { readonly: true })
  db.exec('BEGIN')
  db.prepare('SELECT count(*) FROM trades').get()
  return { close: () => void db.close() }
}
