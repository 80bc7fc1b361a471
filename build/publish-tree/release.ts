import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { etagOf, sha256 } from '../../data/store/files/etag.ts'
import { linkOrCopy, makeFolder } from '../../data/store/files/place-file.ts'
import { replaceSymlink } from '../../data/store/files/write-atomic.ts'
import { readDerivedJson } from '../../data/store/files/read-file.ts'
import { brokenFileError, filesBelow, readTreeFile, type FileOnDisk, type TreeFile } from './tree-files.ts'

/** File name to a hash of its bytes. */
export type Listing = Readonly<Record<string, string>>

const listingFile = 'files.json'
export const currentLink = 'current'
/** A CDN takes 54,000. */
const maxFilesPerFolder = 50_000

/** The release that `current` links to, and its files. */
export function readCurrent(to: string): { folder: string; listing: Listing } | undefined {
  const folder = join(to, currentLink)
  const listing = readDerivedJson(join(folder, listingFile)) as Listing | undefined
  return listing && { folder, listing }
}

/**
 * A release being written beside the others: it is not visible before `finish`, which names it by the hash of all names
 * and bytes and points `current` to it, atomically.
 */
export class Release {
  readonly #to: string
  readonly #max: number
  readonly #folder: string
  /** A release while it is removed: under its own name, what is left of it would be taken for a whole one. */
  readonly removing: string
  readonly #before: ReturnType<typeof readCurrent>
  readonly #listing: Record<string, string> = {}
  readonly #counts = new Map<string, number>()

  constructor(to: string, max = maxFilesPerFolder) {
    this.#to = to
    this.#max = max
    this.#folder = join(to, 'releases', 'next')
    this.removing = join(to, 'releases', 'old')
    this.#before = readCurrent(to)
    for (const left of [this.#folder, this.removing]) rmSync(left, { recursive: true, force: true })
    makePublishFolder(to)
    mkdirSync(this.#folder, { recursive: true })
    makeReadable(dirname(this.#folder))
  }

  /** Throws a sentence when the file does not have the expected hash, or its folder is full. */
  add(file: TreeFile): void {
    const { name } = file
    const path = join(this.#folder, name)
    const folder = dirname(path)
    const count = (this.#counts.get(folder) ?? 0) + 1
    if (count > this.#max) throw new Error(`${dirname(name)} would hold more than ${this.#max} files.`)
    if (count === 1) mkdirSync(folder, { recursive: true })
    this.#counts.set(folder, count)
    if ('bytes' in file) writeFileSync(path, file.bytes)
    else addFile(file, path)
    this.#listing[name] = this.#unchanged(name, path) ?? verifiedDigest(file)
  }

  /** Known if the previous release has the same file. */
  #unchanged(name: string, path: string): string | undefined {
    const known = this.#before?.listing[name]
    if (known === undefined) return undefined
    const before = statSync(join(this.#before?.folder ?? '', name), { throwIfNoEntry: false })
    return before?.ino === statSync(path).ino ? known : undefined
  }

  finish(): { hash: string; folder: string; listing: Listing; before: Listing } {
    const listing = Object.fromEntries(Object.entries(this.#listing).sort(([a], [b]) => (a < b ? -1 : 1)))
    const hash = sha256(Object.entries(listing).flat().join('\n'))
    writeFileSync(join(this.#folder, listingFile), JSON.stringify(listing))
    const folder = join(this.#to, 'releases', hash.slice(0, 16))
    if (existsSync(folder)) this.repair(folder, listing)
    else renameSync(this.#folder, folder)
    for (const name of ['', ...readdirSync(folder, { encoding: 'utf8', recursive: true })])
      makeReadable(join(folder, name))
    this.#switchTo(folder)
    return { hash, folder, listing, before: this.#before?.listing ?? {} }
  }

  /** Gives a release of this name what it lacks: it is kept for its readers, and may be broken. */
  repair(folder: string, listing: Listing): void {
    for (const name of [...Object.keys(listing), listingFile]) {
      if (isSame(join(folder, name), join(this.#folder, name), listing[name])) continue
      clearWay(folder, name)
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      renameSync(join(this.#folder, name), join(folder, name))
    }
    for (const { name, path } of filesBelow(folder))
      if (listing[name] === undefined && name !== listingFile) rmSync(path)
    rmSync(this.#folder, { recursive: true })
  }

  /** The previous release is kept for current readers and for a rollback. */
  #switchTo(folder: string): void {
    const link = join(this.#to, currentLink)
    const last = existsSync(link) ? basename(readlinkSync(link)) : ''
    replaceSymlink(link, join('releases', basename(folder)))
    if (last === basename(folder)) return
    for (const name of readdirSync(join(this.#to, 'releases'))) {
      if (name === basename(folder) || name === last) continue
      renameSync(join(this.#to, 'releases', name), this.removing)
      rmSync(this.removing, { recursive: true, force: true })
    }
  }
}

/** Makes a folder of releases that every user may read, and those that lead to it. Folders that are there keep their rights. */
export function makePublishFolder(to: string): void {
  const missing: string[] = []
  for (let folder = resolve(to); !existsSync(folder); folder = dirname(folder)) missing.push(folder)
  makeFolder(to)
  for (const folder of missing) makeReadable(folder)
}

/** Removes what lies in a folder where this file is to be: files in place of the folders that lead to it, a folder in its own place. */
function clearWay(folder: string, name: string): void {
  const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory()
  const parts = name.split('/')
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const path = join(folder, ...parts.slice(0, depth))
    if (isFolder(path) === (depth === parts.length)) rmSync(path, { recursive: true })
  }
}

/** True if a file is the other one, or has that hash; the bytes of one without a hash are compared. */
function isSame(path: string, other: string, hash = etagOf(readFileSync(other))): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return false
  const wanted = statSync(other)
  if (found.ino === wanted.ino) return true
  return found.size === wanted.size && etagOf(readFileSync(path)) === hash
}

function verifiedDigest(file: TreeFile): string {
  const digest = etagOf(readTreeFile(file))
  if ('etag' in file && file.etag !== undefined && digest !== file.etag)
    throw brokenFileError(`${file.name} is not the file that its index means`, file)
  return digest
}

/** By every user: all that is released is public, and a web server runs as another user than a service whose files are private. */
function makeReadable(path: string): void {
  const stat = statSync(path)
  const readable = stat.mode | (stat.isDirectory() ? 0o055 : 0o044)
  if (readable !== stat.mode) chmodSync(path, readable & 0o7777)
}

function addFile(file: FileOnDisk, to: string): void {
  if (!existsSync(file.path)) throw brokenFileError(`${file.path} is missing`, file)
  linkOrCopy(file.path, to)
}
