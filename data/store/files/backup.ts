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

/** Thrown if a folder cannot be used for a backup, or if a source or its copy is damaged. */
export class BackupError extends Error {
  override name = 'BackupError'
}

export interface BackupSources {
  /** Databases that may be written during the backup. */
  readonly databases: readonly string[]
  /** Files that are only replaced as a whole. */
  readonly files: readonly string[]
  /** Folders whose files never change. A file whose name is a SHA-256 has to have that hash. */
  readonly folders: readonly string[]
  /** Other files of the backup by name, with functions that write them to a path. */
  readonly generated?: Readonly<Record<string, (to: string) => Promise<void>>>
}

/**
 * Copies the contents of `dataDir` to a new or empty folder, each database as of one instant, and verifies the copies. They
 * only appear there once all are complete and synced to disk. Returns the names of what was copied. Throws `BackupError`.
 */
export async function backup(
  dataDir: string,
  to: string,
  { databases, files, folders, generated = {} }: BackupSources,
  onCopy: (name: string) => void = () => undefined,
): Promise<readonly string[]> {
  const { folder, unfinished } = targetOf(to)
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
    if (copied.length === 0 && Object.keys(generated).length === 0)
      throw new BackupError(`${dataDir} has nothing to back up: set DATA_DIR to the folder of the service.`)
    for (const [name, make] of Object.entries(generated)) {
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

/** Modes of copies, which only their owner can read: databases have hashes of keys and sessions. */
const [ownFolder, ownFile] = [0o700, 0o600]

/**
 * Decides where copies are made. In an existing folder, which may be a mount point, they are made inside it. Links are
 * followed.
 */
function targetOf(to: string): { folder: string; unfinished: string } {
  const given = resolve(to)
  if (!lstatSync(given, { throwIfNoEntry: false })) return { folder: given, unfinished: `${given}.unfinished` }
  if (!statSync(given, { throwIfNoEntry: false })?.isDirectory())
    throw new BackupError(`${given} is not a folder: name a new or an empty one.`)
  const folder = realpathSync(given)
  if (readdirSync(folder).some((name) => !ignoredNames.has(name)))
    throw new BackupError(`${given} is not empty: name a new folder.`)
  return { folder, unfinished: join(folder, unfinishedFolder) }
}

const unfinishedFolder = 'backup.unfinished'
/** Names that an empty folder may have: the remains of an interrupted backup, and the folder of new disks. */
const ignoredNames = new Set([unfinishedFolder, 'lost+found'])

/**
 * Moves copies out of the folder of the unfinished backup, which exists until all are moved. The catalog is moved last.
 */
function moveUp(unfinished: string, copied: readonly string[]): void {
  for (const name of copied.toReversed()) renameSync(join(unfinished, name), join(unfinished, '..', name))
  rmdirSync(unfinished)
}

/** Copies a file, again if it is replaced meanwhile. Resolves to the SHA-256 of the copy. */
async function copyVerified(from: string, to: string): Promise<string> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await copyFile(from, to)
    const hash = await hashFile(to)
    if ((await hashFile(from)) === hash) return hash
  }
  throw new BackupError(`${from} changes all the time: try again when no import runs.`)
}

/** Copies files that never change and verifies those whose name is their hash. */
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

/** Copies a database as of one instant, even while it is written, and checks the integrity of the copy. */
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
