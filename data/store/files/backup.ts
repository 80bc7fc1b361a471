import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { hashFile } from './etag.ts'
import { fsyncPath, syncFileSystem } from './fsync.ts'
import { unfinishedSuffix } from './write-atomic.ts'

/** The folder cannot be used for a backup, or a copy differs from its source. */
export class BackupError extends Error {
  override name = 'BackupError'
}

export interface BackupSources {
  /** Databases that are written while the service runs. */
  readonly databases: readonly string[]
  /** Files that are only ever replaced whole. */
  readonly files: readonly string[]
  /** Folders whose files never change; one whose name is a SHA-256 has those bytes. */
  readonly folders: readonly string[]
  /** Files of the backup that are made by these functions, which get their paths. */
  readonly made?: Readonly<Record<string, (to: string) => Promise<void>>>
}

/**
 * Copies the contents of `dataDir` to a new folder, each database as of one instant, and verifies the copies. The folder
 * appears only once it is complete and on disk. Returns what was copied. Throws `BackupError`.
 */
export async function backup(
  dataDir: string,
  to: string,
  { databases, files, folders, made = {} }: BackupSources,
  onCopy: (name: string) => void = () => undefined,
): Promise<readonly string[]> {
  const folder = resolve(to)
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new BackupError(`${folder} is not empty: name a new folder.`)
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  const copied: string[] = []
  const copy = async (name: string, work: (from: string, to: string) => unknown) => {
    if (!existsSync(join(dataDir, name))) return
    onCopy(name)
    await work(join(dataDir, name), join(unfinished, name))
    copied.push(name)
  }
  try {
    for (const name of files) await copy(name, copyVerified)
    for (const name of databases) await copy(name, copyDatabase)
    for (const name of folders) await copy(name, copyFolder)
    if (copied.length === 0 && Object.keys(made).length === 0)
      throw new BackupError(`${dataDir} has nothing to back up: set DATA_DIR to the folder of the service.`)
    for (const [name, make] of Object.entries(made)) {
      onCopy(name)
      await make(join(unfinished, name))
      copied.push(name)
    }
    await syncFileSystem(unfinished)
    rmSync(folder, { recursive: true, force: true })
    renameSync(unfinished, folder)
    fsyncPath(dirname(folder))
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return copied
}

/** A file that may be replaced during the copy: then it is copied again. Resolves to the SHA-256 of the copy. */
async function copyVerified(from: string, to: string): Promise<string> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await copyFile(from, to)
    const hash = await hashFile(to)
    if ((await hashFile(from)) === hash) return hash
  }
  throw new BackupError(`${from} changes all the time: try again when no import runs.`)
}

/** Files that never change, of which some are named by their bytes. */
async function copyFolder(from: string, to: string): Promise<void> {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith(unfinishedSuffix)) continue
    const source = join(entry.parentPath, entry.name)
    const target = join(to, source.slice(from.length))
    mkdirSync(dirname(target), { recursive: true })
    const hash = await copyVerified(source, target)
    if (!/^[0-9a-f]{64}$/.test(entry.name) || hash === entry.name) continue
    throw new BackupError(
      `${source} is damaged: its bytes are not those of its name. Restore it from an earlier backup, or import all bundles once more with --replace.`,
    )
  }
}

/** As of one instant, also while the database is written; indexes and rows of the copy are checked against each other. */
function copyDatabase(from: string, to: string): void {
  const source = new Database(from, { readonly: true, timeout: 5000 })
  try {
    source.prepare('VACUUM INTO ?').run(to)
  } finally {
    source.close()
  }
  const copy = new Database(to)
  try {
    const found = copy.pragma('integrity_check', { simple: true })
    if (found !== 'ok') throw new BackupError(`The copy of ${from} is damaged: ${String(found)}.`)
  } finally {
    copy.close()
  }
}
