import { FolderIndexReader } from '../../data/api/static/folder-index.ts'
import { indexFile, manifestFile, type Manifest } from '../../data/api/static/manifest.ts'
import { pagesIndexFile, type PagesIndex } from '../../data/api/static/page-files.ts'
import { PatchIndex } from '../../data/api/model/patches.ts'

/**
 * Fetches a file of the tree. With `range`, fetches only that part (206) if the platform supports it, otherwise the
 * whole file.
 */
export type FetchFile = (name: string, range?: string) => Promise<Response>

interface TreeState {
  readonly manifest: Manifest
  readonly patches: PatchIndex
}

const maxIndexes = 300

/**
 * The manifest and the indexes of a published tree, cached in the isolate. A deploy starts new isolates; for other
 * hosts the manifest is fetched again.
 */
export class PublishedTree {
  readonly #fetchFile: FetchFile
  readonly #now: () => number
  readonly #keepMilliseconds: number
  readonly #indexes = new Map<string, Promise<FolderIndexReader | undefined>>()
  #state: TreeState | undefined
  #text = ''
  #pages: { readonly of: string; readonly index: Promise<PagesIndex | undefined> } | undefined
  #revalidateAt = 0
  #first: Promise<void> | undefined

  constructor(fetchFile: FetchFile, now: () => number, keepMilliseconds: number) {
    this.#fetchFile = fetchFile
    this.#now = now
    this.#keepMilliseconds = keepMilliseconds
  }

  /**
   * Resolves to the manifest, which is refreshed at intervals; if that fails, the last one is kept. Until there is one,
   * all callers await the same read.
   */
  async current(): Promise<TreeState | undefined> {
    if (!this.#state) {
      this.#first ??= this.#readManifest().finally(() => (this.#first = undefined))
      await this.#first
    } else if (this.#now() >= this.#revalidateAt) await this.#readManifest()
    return this.#state
  }

  async #readManifest(): Promise<void> {
    this.#revalidateAt = this.#now() + this.#keepMilliseconds
    const text = await this.#read(manifestFile)
    if (text === undefined || text === this.#text) return
    const manifest = readManifest(text)
    if (!manifest) return
    this.#text = text
    this.#state = { manifest, patches: new PatchIndex(manifest.patches) }
  }

  /**
   * Resolves to the index of a folder, or to undefined if the folder is not rendered or the index does not have the
   * hash in the manifest.
   */
  async index(folder: string, { manifest }: TreeState): Promise<FolderIndexReader | undefined> {
    const [, scope = '', name = ''] = folder.split('/')
    const folders = Object.hasOwn(manifest.scopes, scope) ? manifest.scopes[scope]?.folders : undefined
    const hash = folders && Object.hasOwn(folders, name) ? folders[name] : undefined
    if (hash === undefined) return undefined
    const key = `${folder} ${hash}`
    const known = this.#indexes.get(key) ?? this.#readIndex(folder, hash)
    this.#indexes.set(key, known)
    const index = await known
    if (!index) this.#indexes.delete(key)
    const [oldest] = this.#indexes.keys()
    if (this.#indexes.size > maxIndexes && oldest !== undefined) this.#indexes.delete(oldest)
    return index
  }

  /**
   * Resolves to the ETag of a saved page, or to undefined if there is none or the index does not have the hash in the
   * manifest.
   */
  async page(path: string, { manifest: { pages } }: TreeState): Promise<string | undefined> {
    if (pages === undefined) return undefined
    if (this.#pages?.of !== pages) this.#pages = { of: pages, index: this.#readPages(pages) }
    const index = await this.#pages.index
    if (!index) this.#pages = undefined
    return index && Object.hasOwn(index.pages, path) ? index.pages[path] : undefined
  }

  async #readPages(hash: string): Promise<PagesIndex | undefined> {
    const text = await this.#read(pagesIndexFile)
    return text !== undefined && (await sha256(text)) === hash ? (JSON.parse(text) as PagesIndex) : undefined
  }

  async #readIndex(folder: string, hash: string): Promise<FolderIndexReader | undefined> {
    const text = await this.#read(`${folder}/${indexFile}`)
    return text !== undefined && (await sha256(text)) === hash ? FolderIndexReader.read(text) : undefined
  }

  async #read(name: string): Promise<string | undefined> {
    try {
      const response = await this.#fetchFile(name)
      return response.ok ? await response.text() : undefined
    } catch {
      return undefined
    }
  }
}

/** Returns undefined if the text is not a complete manifest of a known format. */
function readManifest(text: string): Manifest | undefined {
  try {
    const manifest = JSON.parse(text) as Manifest | { format: 0 } | null
    return manifest?.format === 1 ? manifest : undefined
  } catch {
    return undefined
  }
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
