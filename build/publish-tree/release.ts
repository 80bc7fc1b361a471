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

/** Maps file names to hashes of their bytes. */
export type Listing = Readonly<Record<string, string>>

const listingFile = 'files.json'
/** Name of the link to the current release in a publish folder. */
export const currentLink = 'current'
/** A CDN accepts 54,000. */
const maxFilesPerFolder = 50_000

/** The current release and its files; undefined if there is none. */
export function readCurrent(to: string): { folder: string; listing: Listing } | undefined {
  const folder = join(to, currentLink)
  const listing = readDerivedJson(join(folder, listingFile)) as Listing | undefined
  return listing && { folder, listing }
}

/**
 * A release that is being written next to the others. It is not visible before `finish`, which names it by the hash of all
 * names and bytes and atomically points `current` to it.
 */
export class Release {
  readonly #to: string
  readonly #max: number
  readonly #folder: string
  /** Temporary name of a release that is being removed: under its own name, its remains would look like a complete release. */
  readonly #removing: string
  readonly #before: ReturnType<typeof readCurrent>
  readonly #listing: Record<string, string> = {}
  readonly #counts = new Map<string, number>()

  constructor(to: string, max = maxFilesPerFolder) {
    this.#to = to
    this.#max = max
    this.#folder = join(to, 'releases', 'next')
    this.#removing = join(to, 'releases', 'old')
    this.#before = readCurrent(to)
    for (const left of [this.#folder, this.#removing]) rmSync(left, { recursive: true, force: true })
    makePublishFolder(to)
    mkdirSync(this.#folder, { recursive: true })
    makeReadable(dirname(this.#folder))
  }

  /** Adds a file. Throws an `Error` for the user if it is missing or damaged, or its folder is full. */
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

  /** The hash of a file if the previous release has the same file (a hard link to it), so that it need not be read. */
  #unchanged(name: string, path: string): string | undefined {
    const known = this.#before?.listing[name]
    if (known === undefined) return undefined
    const before = statSync(join(this.#before?.folder ?? '', name), { throwIfNoEntry: false })
    return before?.ino === statSync(path).ino ? known : undefined
  }

  /** Completes the release and makes it the current one; `before` is the listing of the previous release. */
  finish(): { hash: string; folder: string; listing: Listing; before: Listing } {
    const listing = Object.fromEntries(Object.entries(this.#listing).sort(([a], [b]) => (a < b ? -1 : 1)))
    const hash = sha256(Object.entries(listing).flat().join('\n'))
    writeFileSync(join(this.#folder, listingFile), JSON.stringify(listing))
    const folder = join(this.#to, 'releases', hash.slice(0, 16))
    if (existsSync(folder)) this.#repair(folder, listing)
    else renameSync(this.#folder, folder)
    for (const name of ['', ...readdirSync(folder, { encoding: 'utf8', recursive: true })])
      makeReadable(join(folder, name))
    this.#switchTo(folder)
    return { hash, folder, listing, before: this.#before?.listing ?? {} }
  }

  /** Repairs an existing release of the same hash, which may be served at the moment: replaces wrong files, removes unknown ones. */
  #repair(folder: string, listing: Listing): void {
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

  /** Makes a release the current one. Keeps the previous one for current readers and a rollback, and removes all others. */
  #switchTo(folder: string): void {
    const link = join(this.#to, currentLink)
    const last = existsSync(link) ? basename(readlinkSync(link)) : ''
    replaceSymlink(link, join('releases', basename(folder)))
    if (last === basename(folder)) return
    for (const name of readdirSync(join(this.#to, 'releases'))) {
      if (name === basename(folder) || name === last) continue
      renameSync(join(this.#to, 'releases', name), this.#removing)
      rmSync(this.#removing, { recursive: true, force: true })
    }
  }
}

/** Creates a publish folder and its parents, readable by every user. Existing folders keep their permissions. */
export function makePublishFolder(to: string): void {
  const missing: string[] = []
  for (let folder = resolve(to); !existsSync(folder); folder = dirname(folder)) missing.push(folder)
  makeFolder(to)
  for (const folder of missing) makeReadable(folder)
}

/** Removes what prevents a file from being written: files in place of its parent folders, or a folder in its own place. */
function clearWay(folder: string, name: string): void {
  const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory()
  const parts = name.split('/')
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const path = join(folder, ...parts.slice(0, depth))
    if (isFolder(path) === (depth === parts.length)) rmSync(path, { recursive: true })
  }
}

/** Whether a file is the other one (a hard link to it), or has its size and hash. */
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
    throw brokenFileError(`${file.name} is not the file that its index lists`, file)
  return digest
}

/** Makes a path readable by every user: releases are public, and a web server runs as another user than the service. */
function makeReadable(path: string): void {
  const stat = statSync(path)
  const readable = stat.mode | (stat.isDirectory() ? 0o055 : 0o044)
  if (readable !== stat.mode) chmodSync(path, readable & 0o7777)
}

function addFile(file: FileOnDisk, to: string): void {
  if (!existsSync(file.path)) throw brokenFileError(`${file.path} is missing`, file)
  linkOrCopy(file.path, to)
}
