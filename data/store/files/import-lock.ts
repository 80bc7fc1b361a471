import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { makeFolder } from './place-file.ts'

/** Thrown if another process has a lock. */
export class BusyError extends Error {
  override name = 'BusyError'
}

/** Databases whose locks are held. Without a reference, the garbage collector would close them. */
const heldDatabases = new Set<Database.Database>()

/** Acquires the import lock of a data folder; see `acquireLock`. */
export const acquireImportLock = (dataDir: string): (() => void) | undefined => acquireLock(importLockOf(dataDir))

/** Path of the import lock of a data folder. */
export const importLockOf = (dataDir: string): string => join(dataDir, 'import.lock')

/**
 * Acquires the lock of a file and returns a function that releases it; undefined if another process has the lock. It is a
 * file lock of SQLite, which the operating system releases when the process dies. Throws if the file cannot be written.
 */
export function acquireLock(path: string): (() => void) | undefined {
  makeFolder(dirname(path))
  // Errors of SQLite would not say which file cannot be written, and why.
  accessSync(existsSync(path) ? path : dirname(path), constants.W_OK)
  const db = new Database(path, { timeout: 0 })
  try {
    // Not EXCLUSIVE, which may fail for both of two processes that try at the same moment.
    db.exec('BEGIN IMMEDIATE')
  } catch (error) {
    db.close()
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY') return undefined
    throw error
  }
  heldDatabases.add(db)
  return () => {
    heldDatabases.delete(db)
    db.close()
  }
}

/**
 * Calls a function while holding the lock of a file. Throws `BusyError`, which names the `holder`, if another process
 * has it.
 */
export async function withLock<T>(path: string, holder: string, work: () => Promise<T>): Promise<T> {
  const release = acquireLock(path)
  if (!release) throw new BusyError(`${holder}: wait for it to end.`)
  try {
    return await work()
  } finally {
    release()
  }
}
