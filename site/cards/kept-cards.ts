// Cards in a folder, named by the hash of what they say and of how they are drawn: each is drawn once, whoever asks.
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import pLimit, { type LimitFunction } from 'p-limit'
import type { Card, DrawnCard } from './card.ts'

/** Bytes of an asset; nothing where there is none. */
export type PictureOf = (target: string) => Promise<Uint8Array | undefined>

export interface KeptCardsOptions {
  readonly folder: string
  /** When the folder holds more, what nobody asked for in the longest time goes. */
  readonly mostBytes?: number
  /** At once. */
  readonly mostDrawings?: number
  /** More than so many are not let wait. */
  readonly mostWaiting?: number
}

type Bytes = Uint8Array<ArrayBuffer>

const megabyte = 1024 * 1024

export class KeptCards {
  readonly #options: Required<KeptCardsOptions>
  readonly #limit: LimitFunction
  readonly #drawing = new Map<string, Promise<DrawnCard>>()
  /** Bytes in the folder; nothing while nobody has looked. */
  #size: number | undefined

  constructor({ folder, mostBytes = 512 * megabyte, mostDrawings = 2, mostWaiting = 100 }: KeptCardsOptions) {
    this.#options = { folder, mostBytes, mostDrawings, mostWaiting }
    this.#limit = pLimit(mostDrawings)
  }

  /** Another for each card that looks different. */
  tagOf(card: Card): string {
    return createHash('sha256').update(wayOfDrawing()).update(JSON.stringify(card)).digest('hex')
  }

  /** Nothing where too many wait. */
  async drawn(card: Card, pictureOf: PictureOf): Promise<DrawnCard | undefined> {
    const tag = this.tagOf(card)
    const known = this.#drawing.get(tag) ?? (await this.#kept(tag)) ?? this.#drawing.get(tag)
    if (known) return known
    if (this.#drawing.size >= this.#options.mostDrawings + this.#options.mostWaiting) return undefined
    const drawing = this.#limit(() => this.#draw(tag, card, pictureOf)).finally(() => this.#drawing.delete(tag))
    this.#drawing.set(tag, drawing)
    return drawing
  }

  #path = (tag: string): string => join(this.#options.folder, `${tag}.png`)

  async #kept(tag: string): Promise<DrawnCard | undefined> {
    const bytes = await readFile(this.#path(tag)).catch(() => undefined)
    const now = new Date()
    // Its time says when it was last asked for.
    if (bytes) await utimes(this.#path(tag), now, now).catch(() => undefined)
    return bytes && { bytes: new Uint8Array(bytes), isWhole: true }
  }

  async #draw(tag: string, card: Card, pictureOf: PictureOf): Promise<DrawnCard> {
    const { drawCard } = await import('./draw-card.ts')
    const picture = card.picture === undefined ? undefined : await pictureOf(card.picture)
    const bytes = new Uint8Array(await drawCard(card, picture))
    const isWhole = card.picture === undefined || picture !== undefined
    if (isWhole) await this.#keep(tag, bytes).catch(() => undefined) // a full disk
    return { bytes, isWhole }
  }

  async #keep(tag: string, bytes: Bytes): Promise<void> {
    const { folder, mostBytes } = this.#options
    await mkdir(folder, { recursive: true })
    const unfinished = join(folder, `${randomBytes(8).toString('hex')}.part`)
    await writeFile(unfinished, bytes)
    await rename(unfinished, this.#path(tag))
    this.#size = this.#size === undefined ? await this.#sweep() : this.#size + bytes.length
    if (this.#size > mostBytes) this.#size = await this.#sweep()
  }

  /** Bytes that are left. */
  async #sweep(): Promise<number> {
    const { folder, mostBytes } = this.#options
    const files = await Promise.all(
      (await readdir(folder)).map(async (name) => {
        const path = join(folder, name)
        const { size = 0, mtimeMs = 0 } = (await stat(path).catch(() => undefined)) ?? {}
        return { path, size, mtimeMs }
      }),
    )
    let left = files.reduce((sum, { size }) => sum + size, 0)
    const enough = left > mostBytes ? mostBytes * 0.9 : mostBytes
    for (const { path, size } of files.sort((one, other) => one.mtimeMs - other.mtimeMs)) {
      if (left <= enough) break
      await unlink(path).catch(() => undefined)
      left -= size
    }
    return left
  }
}

let way: string | undefined

/** Changes with the code that draws, its libraries and its faces. */
function wayOfDrawing(): string {
  if (way !== undefined) return way
  const { resolve } = createRequire(import.meta.url)
  const packages = ['satori', 'sharp', '@fontsource/literata', '@fontsource/figtree']
  const sources = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()
  const hash = createHash('sha256')
  for (const name of packages) hash.update(readFileSync(resolve(`${name}/package.json`)))
  for (const name of sources) hash.update(readFileSync(join(import.meta.dirname, name)))
  return (way = hash.digest('hex'))
}
