// Pre-renders the site's pages of the current patch, which are found by following the sitemap and links.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pLimit from 'p-limit'
import writeFileAtomic from 'write-file-atomic'
import { pageFile, pagesFolder, pagesIndexFile, type PagesIndex } from '../../data/api/static/page-files.ts'
import { etagOf } from '../../data/store/files/etag.ts'
import { compress, siblingEndings } from '../../data/store/files/compress.ts'
import { syncFileSystem } from '../../data/store/files/fsync.ts'
import { readDerivedJson } from '../../data/store/files/read-file.ts'
import { createBatchWriter } from '../../data/store/files/write-atomic.ts'
import { linksOf } from './page-links.ts'

/** The response of the site to a path. */
export interface PageResponse {
  readonly status: number
  readonly body: Buffer
  /** The page shows live data, so it is not saved. */
  readonly isLive: boolean
  /** The error, if the page failed. */
  readonly error?: unknown
}

export interface SavePagesOptions extends Pick<PagesIndex, 'state' | 'site'> {
  dataDir: string
  /** The base URL of canonical links. */
  origin: string
  /** Paths from which links are followed. */
  first: readonly string[]
  answer: (path: string) => Promise<PageResponse>
  /** Matches paths that are left to the service. */
  without?: Pick<RegExp, 'test'>
  onProgress?: (progress: { done: number; total: number }) => void
}

export interface SavedPages {
  readonly pages: number
  readonly written: number
  readonly removed: number
}

/** A page that was to be saved failed with the error in `cause`. */
class PageError extends Error {
  override name = 'PageError'
}

const maxConcurrentPages = 4

/** Writes each page that is not live, unless its file is up to date, and removes the files of other pages. Throws `PageError`. */
export async function savePages(options: SavePagesOptions): Promise<SavedPages> {
  const { dataDir, state, site } = options
  const folder = join(dataDir, pagesFolder)
  const before = readPages(dataDir)
  if (before?.state === state && before.site === site)
    return { pages: Object.keys(before.pages).length, written: 0, removed: 0 }
  // Pages are replaced in place, so there must be no index until all of them belong to the same state.
  rmSync(join(dataDir, pagesIndexFile), { force: true })
  mkdirSync(folder, { recursive: true })
  const saver = new PageSaver(options, folder)
  const pages = await saver.walk()
  await syncFileSystem(folder)
  const index: PagesIndex = { format: 1, state, site, pages }
  writeFileAtomic.sync(join(dataDir, pagesIndexFile), JSON.stringify(index))
  return { pages: Object.keys(pages).length, written: saver.written, removed: removeOthers(folder, pages) }
}

/** The index of the saved pages; undefined if there are none, or saving was interrupted. */
export function readPages(dataDir: string): PagesIndex | undefined {
  return readDerivedJson(join(dataDir, pagesIndexFile)) as PagesIndex | undefined
}

class PageSaver {
  written = 0
  readonly #options: SavePagesOptions
  readonly #folder: string
  readonly #write = createBatchWriter()
  readonly #found = new Set<string>()
  readonly #pages = new Map<string, string>()
  #done = 0

  constructor(options: SavePagesOptions, folder: string) {
    this.#options = options
    this.#folder = folder
  }

  /** Saves all pages; returns their ETags by path, sorted. */
  async walk(): Promise<PagesIndex['pages']> {
    const limit = pLimit(maxConcurrentPages)
    let paths = this.#new(this.#options.first)
    while (paths.length > 0) {
      const links = await Promise.all(paths.map((path) => limit(() => this.#save(path))))
      paths = this.#new(links.flat())
    }
    return Object.fromEntries([...this.#pages].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  #new(paths: readonly string[]): string[] {
    const { without } = this.#options
    const unknown = [...new Set(paths)].filter((path) => !this.#found.has(path) && !without?.test(path))
    for (const path of unknown) this.#found.add(path)
    return unknown
  }

  /** Saves a page and returns its links. */
  async #save(path: string): Promise<readonly string[]> {
    const { answer, origin, onProgress } = this.#options
    const { status, body, isLive, error } = await answer(path)
    this.#done += 1
    onProgress?.({ done: this.#done, total: this.#found.size })
    if (status >= 500 && !isLive) throw new PageError(`The page ${path} failed with ${status}.`, { cause: error })
    const file = pageFile(path)
    if (status !== 200 || isLive || file === undefined) return []
    this.#pages.set(path, etagOf(body))
    await this.#writeNew(join(this.#folder, file), body)
    return path.endsWith('.png') ? [] : [...linksOf(body.toString(), origin)]
  }

  /** Replaces a page and its siblings. The page is removed first and written last, so it never has siblings of other content. */
  async #writeNew(path: string, body: Buffer): Promise<void> {
    if (hasBytes(path, body)) return
    this.written += 1
    for (const ending of ['', ...siblingEndings]) rmSync(path + ending, { force: true })
    const siblings = path.endsWith('.png') ? [] : await compress(body)
    for (const [ending, bytes] of siblings) this.#write(path + ending, bytes)
    this.#write(path, body)
  }
}

const hasBytes = (path: string, bytes: Buffer): boolean =>
  statSync(path, { throwIfNoEntry: false })?.size === bytes.length && readFileSync(path).equals(bytes)

function removeOthers(folder: string, pages: PagesIndex['pages']): number {
  const files = new Set(Object.keys(pages).map((path) => join(folder, pageFile(path) ?? '')))
  const others = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !files.has(path.replace(/\.(br|gz)$/, '')))
  for (const path of others) rmSync(path)
  return others.length
}
