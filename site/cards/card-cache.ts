// Caches cards in a folder, named by the hash of their content and of the drawing code, so that each is drawn once.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, unlink, utimes } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { join } from 'node:path'
import pLimit, { type LimitFunction } from 'p-limit'
import writeFileAtomic from 'write-file-atomic'
import type { Card, DrawnCard } from './card.ts'
import { CardThread } from './card-thread.ts'

/** Loads the bytes of an asset; undefined if there is none. */
type PictureOf = (target: string) => Promise<Uint8Array | undefined>

interface CardCacheOptions {
  readonly folder: string
  /** Limit of the folder's size, above which the least recently used cards are deleted. */
  readonly maxBytes?: number
  /** Maximum number of concurrent drawings. */
  readonly maxDrawings?: number
  /** Maximum number of waiting drawings. */
  readonly maxWaiting?: number
}

type Bytes = Uint8Array<ArrayBuffer>

const megabyte = 1024 * 1024

/** Draws cards on another thread and caches them. */
export class CardCache {
  readonly #options: Required<CardCacheOptions>
  readonly #limit: LimitFunction
  readonly #thread = new CardThread()
  readonly #drawing = new Map<string, Promise<DrawnCard>>()
  /** Bytes in the folder; undefined until it has been read. */
  #size: number | undefined

  constructor({ folder, maxBytes = 512 * megabyte, maxDrawings = 2, maxWaiting = 100 }: CardCacheOptions) {
    this.#options = { folder, maxBytes, maxDrawings, maxWaiting }
    this.#limit = pLimit(maxDrawings)
  }

  /** The cache key of a card: a hash of its content and of the drawing code. */
  tagOf(card: Card): string {
    return createHash('sha256').update(drawingFingerprint()).update(JSON.stringify(card)).digest('hex')
  }

  /**
   * Returns a card from the cache, or draws it; concurrent calls for the same card share one drawing. Returns undefined if
   * too many cards are waiting. Rejects if the card cannot be drawn.
   */
  async draw(card: Card, pictureOf: PictureOf): Promise<DrawnCard | undefined> {
    const tag = this.tagOf(card)
    const known = this.#drawing.get(tag) ?? (await this.#cached(tag)) ?? this.#drawing.get(tag)
    if (known) return known
    if (this.#drawing.size >= this.#options.maxDrawings + this.#options.maxWaiting) return undefined
    const drawing = this.#limit(() => this.#draw(tag, card, pictureOf)).finally(() => this.#drawing.delete(tag))
    this.#drawing.set(tag, drawing)
    return drawing
  }

  #path = (tag: string): string => join(this.#options.folder, `${tag}.png`)

  async #cached(tag: string): Promise<DrawnCard | undefined> {
    const bytes = await readFile(this.#path(tag)).catch(() => undefined)
    const now = new Date()
    // The modification time of a file is that of its last use.
    if (bytes) await utimes(this.#path(tag), now, now).catch(() => undefined)
    return bytes && { bytes: new Uint8Array(bytes), isComplete: true }
  }

  async #draw(tag: string, card: Card, pictureOf: PictureOf): Promise<DrawnCard> {
    const picture = card.picture === undefined ? undefined : await pictureOf(card.picture)
    const bytes = await this.#thread.draw(card, picture)
    const isComplete = card.picture === undefined || picture !== undefined
    if (isComplete) await this.#store(tag, bytes).catch(() => undefined) // a full disk
    return { bytes, isComplete }
  }

  async #store(tag: string, bytes: Bytes): Promise<void> {
    const { folder, maxBytes } = this.#options
    await mkdir(folder, { recursive: true })
    // A card that is damaged by a power cut is drawn again, so there is no fsync.
    await writeFileAtomic(this.#path(tag), Buffer.from(bytes.buffer), { fsync: false })
    this.#size = this.#size === undefined ? await this.#evict() : this.#size + bytes.length
    if (this.#size > maxBytes) this.#size = await this.#evict()
  }

  /** Deletes the least recently used cards if the folder is too large. Returns the remaining bytes. */
  async #evict(): Promise<number> {
    const { folder, maxBytes } = this.#options
    const files = await Promise.all(
      (await readdir(folder)).map(async (name) => {
        const path = join(folder, name)
        const { size = 0, mtimeMs = 0 } = (await stat(path).catch(() => undefined)) ?? {}
        return { path, size, mtimeMs }
      }),
    )
    let left = files.reduce((sum, { size }) => sum + size, 0)
    const enough = left > maxBytes ? maxBytes * 0.9 : maxBytes
    for (const { path, size } of files.sort((one, other) => one.mtimeMs - other.mtimeMs)) {
      if (left <= enough) break
      await unlink(path).catch(() => undefined)
      left -= size
    }
    return left
  }
}

let fingerprint: string | undefined

/** A hash of the drawing code, its libraries and its fonts. */
function drawingFingerprint(): string {
  if (fingerprint !== undefined) return fingerprint
  const packages = ['satori', 'sharp', '@fontsource/besley', '@fontsource/figtree']
  const sources = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()
  const hash = createHash('sha256')
  for (const name of packages) hash.update(readFileSync(findPackageJSON(name, import.meta.url) ?? ''))
  for (const name of sources) hash.update(readFileSync(join(import.meta.dirname, name)))
  return (fingerprint = hash.digest('hex'))
}
