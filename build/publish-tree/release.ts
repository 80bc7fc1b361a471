import {
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
import { basename, dirname, join } from 'node:path'
import { etagOf, sha256 } from '../../data/store/files/etag.ts'
import { linkOrCopy } from '../../data/store/files/link-or-copy.ts'
import { replaceSymlink } from '../../data/store/files/write-atomic.ts'
import { readTreeFile, type TreeFile } from './tree-files.ts'

/** File name to a hash of its bytes. */
export type Listing = Readonly<Record<string, string>>

const listingFile = 'files.json'
export const currentLink = 'current'
/** A CDN takes 54,000. */
const maxFilesPerFolder = 50_000

/** The release that `current` links to, and its files. */
export function readCurrent(to: string): { folder: string; listing: Listing } | undefined {
  const folder = join(to, currentLink)
  if (!existsSync(join(folder, listingFile))) return undefined
  return { folder, listing: JSON.parse(readFileSync(join(folder, listingFile), 'utf8')) as Listing }
}

/**
 * A release being written beside the others: it is not visible before `finish`, which names it by the hash of all names and
 * bytes and points `current` to it, atomically.
 */
export class Release {
  readonly #to: string
  readonly #max: number
  readonly #folder: string
  readonly #before: ReturnType<typeof readCurrent>
  readonly #listing: Record<string, string> = {}
  readonly #counts = new Map<string, number>()

  constructor(to: string, max = maxFilesPerFolder) {
    this.#to = to
    this.#max = max
    this.#folder = join(to, 'releases', 'next')
    this.#before = readCurrent(to)
    rmSync(this.#folder, { recursive: true, force: true })
    mkdirSync(this.#folder, { recursive: true })
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
    else addFile(file.path, path)
    this.#listing[name] = this.#unchanged(name, path) ?? digestOf(file)
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
    if (existsSync(folder)) rmSync(this.#folder, { recursive: true })
    else renameSync(this.#folder, folder)
    this.#switchTo(folder)
    return { hash, folder, listing, before: this.#before?.listing ?? {} }
  }

  /** The previous release is kept for current readers and for a rollback. */
  #switchTo(folder: string): void {
    const link = join(this.#to, currentLink)
    const last = existsSync(link) ? basename(readlinkSync(link)) : ''
    replaceSymlink(link, join('releases', basename(folder)))
    if (last === basename(folder)) return
    for (const name of readdirSync(join(this.#to, 'releases')))
      if (name !== basename(folder) && name !== last)
        rmSync(join(this.#to, 'releases', name), { recursive: true, force: true })
  }
}

function digestOf(file: TreeFile): string {
  const digest = etagOf(readTreeFile(file))
  if ('etag' in file && file.etag !== undefined && digest !== file.etag)
    throw new Error(`${file.name} is not the file that its index means: run \`npm run render -- --all\` first.`)
  return digest
}

function addFile(from: string, to: string): void {
  if (!existsSync(from)) throw new Error(`${from} is missing: run \`npm run render -- --all\` first.`)
  linkOrCopy(from, to)
}
