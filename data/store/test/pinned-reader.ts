import { join } from 'node:path'
import Database from 'better-sqlite3'

/** Reads the live store of a folder in a transaction that does not end before `close`, as a shell that was left open does. */
export function pinReader(dataDir: string): { close(): void } {
  const db = new Database(join(dataDir, 'live.db'), { readonly: true })
  db.exec('BEGIN')
  db.prepare('SELECT count(*) FROM trades').get()
  return { close: () => void db.close() }
}
