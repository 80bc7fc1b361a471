import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { makeFolder } from './place-file.ts'

/** Another process holds the lock of a folder. */
export class BusyError extends Error {
  override name = 'BusyError'
}

/** Databases whose lock is held: one that nothing refers to would be closed by the garbage collector. */
const held = new Set<Database.Database>()

/** Holds the one import lock of a data folder, as `acquireLock` does. */
export const acquireImportLock = (dataDir: string): (() => void) | undefined => acquireLock(importLockOf(dataDir))

/** The file of the import lock. */
export const importLockOf = (dataDir: string): string => join(dataDir, 'import.lock')

/**
 * Holds the lock of this file until the returned function is called or the process dies, however it dies: SQLite's file
 * lock is the operating system's. Undefined if another process has it.
 */
export function acquireLock(path: string): (() => void) | undefined {
  makeFolder(dirname(path))
  // SQLite would say neither which file it may not write nor why.
  accessSync(existsSync(path) ? path : dirname(path), constants.W_OK)
  const db = new Database(path, { timeout: 0 })
  try {
    // Not EXCLUSIVE: of two processes that try at the same moment it refuses both.
    db.exec('BEGIN IMMEDIATE')
  } catch (error) {
    db.close()
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY') return undefined
    throw error
  }
  held.add(db)
  return () => {
    held.delete(db)
    db.close()
  }
}

/** Works while it holds the lock of this file. Throws `BusyError` if another process has it. */
export async function withLock<T>(path: string, holder: string, work: () => Promise<T>): Promise<T> {
  const release = acquireLock(path)
  if (!release) throw new BusyError(`${holder}: wait for it to end.`)
  try {
    return await work()
  } finally {
    release()
  }
}
