import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { hashFile } from './etag.ts'
import { fsyncPath, syncFileSystem } from './fsync.ts'
import { makeFolder } from './place-file.ts'
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
  /** Folders whose files never change; a file that is named by a SHA-256 has that hash. */
  readonly folders: readonly string[]
  /** Files of the backup that are made by these functions, which get their paths. */
  readonly made?: Readonly<Record<string, (to: string) => Promise<void>>>
}

/**
 * Copies the contents of `dataDir` to a new or empty folder, each database as of one instant, and verifies the copies.
 * They appear there only once they are complete and on disk. Returns what was copied. Throws `BackupError`.
 */
export async function backup(
  dataDir: string,
  to: string,
  { databases, files, folders, made = {} }: BackupSources,
  onCopy: (name: string) => void = () => undefined,
): Promise<readonly string[]> {
  const { folder, unfinished } = placeOf(to)
  rmSync(unfinished, { recursive: true, force: true })
  makeFolder(unfinished, ownFolder)
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
      chmodSync(join(unfinished, name), ownFile)
      copied.push(name)
    }
    await syncFileSystem(unfinished)
    if (dirname(unfinished) === folder) moveUp(unfinished, copied)
    else renameSync(unfinished, folder)
    fsyncPath(dirname(unfinished))
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return copied
}

/** Databases have hashes of keys and sessions: what was made here is for the user that made it. */
const [ownFolder, ownFile] = [0o700, 0o600]

/** An existing folder stays, because it may be where a disk is mounted: the copies are made inside it. A link is followed. */
function placeOf(to: string): { folder: string; unfinished: string } {
  const given = resolve(to)
  if (!lstatSync(given, { throwIfNoEntry: false })) return { folder: given, unfinished: `${given}.unfinished` }
  if (!statSync(given, { throwIfNoEntry: false })?.isDirectory())
    throw new BackupError(`${given} is not a folder: name a new or an empty one.`)
  const folder = realpathSync(given)
  if (readdirSync(folder).some((name) => !ownNames.has(name)))
    throw new BackupError(`${given} is not empty: name a new folder.`)
  return { folder, unfinished: join(folder, unfinishedFolder) }
}

const unfinishedFolder = 'backup.unfinished'
/** What a folder that counts as empty may contain: the remains of an interrupted backup, and what new disks have. */
const ownNames = new Set([unfinishedFolder, 'lost+found'])

/** Until the folder of the unfinished backup is gone, the backup is not whole. The catalog, which is copied first, arrives last. */
function moveUp(unfinished: string, copied: readonly string[]): void {
  for (const name of copied.toReversed()) renameSync(join(unfinished, name), join(unfinished, '..', name))
  rmdirSync(unfinished)
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
  try {
    vacuumInto(from, to)
  } catch (error) {
    const { code } = error as Error & { code?: string }
    throw error instanceof Error ? Object.assign(error, { path: code === 'SQLITE_FULL' ? to : from }) : error
  }
  chmodSync(to, ownFile)
  const copy = new Database(to)
  try {
    const found = copy.pragma('integrity_check', { simple: true })
    if (found !== 'ok') throw new BackupError(`The copy of ${from} is damaged: ${String(found)}.`)
  } finally {
    copy.close()
  }
}

function vacuumInto(from: string, to: string): void {
  const source = new Database(from, { readonly: true, timeout: 5000 })
  try {
    source.prepare('VACUUM INTO ?').run(to)
  } finally {
    source.close()
  }
}
