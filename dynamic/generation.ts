import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { FolderIndex, Manifest } from '../data/api/manifest.ts'
import { Problem } from '../data/api/errors.ts'
import type { CanonicalRequest } from '../data/api/endpoint.ts'
import { readRequest } from '../data/api/request.ts'
import type { LiveStore } from '../data/api/live/live-store.ts'
import { respond, respondLive, type Answer } from '../data/api/respond.ts'
import { route } from '../data/api/route.ts'
import { parseTarget } from '../data/api/target.ts'
import type { Catalog } from '../data/store/catalog.ts'
import { ThreadBusyError } from '../data/store/live/threads/thread.ts'
import { readIndex } from '../data/store/tree.ts'
import { AssetAnswer, FileAnswer, StoreAnswer, type PreparedAnswer } from './prepared-answer.ts'

const hotBytes = 128 * 1024 * 1024

interface RespondOptions {
  live?: LiveStore
  lenient?: boolean
  keeps: boolean
}

/** One catalog with the files rendered from it. An import brings a new generation; this one never changes. */
export class Generation {
  readonly catalog: Catalog
  readonly #dataDir: string
  readonly #manifest: Manifest | undefined
  readonly #indexes = new LRUCache<string, { index: FolderIndex | undefined }>({ max: 500 })
  #holders = 0
  #isClosed = false
  readonly #hot = new LRUCache<string, PreparedAnswer>({ maxSize: hotBytes, sizeCalculation: ({ size }) => size })

  /** Without a manifest, or with one of another catalog, every answer comes from the catalog. */
  constructor(catalog: Catalog, dataDir: string, manifest: Manifest | undefined) {
    this.catalog = catalog
    this.#dataDir = dataDir
    this.#manifest = manifest
  }

  get hasFiles(): boolean {
    return this.#manifest !== undefined
  }

  /** The same catalog, rendered by the same code. */
  isSameAs(other: Generation): boolean {
    return (
      JSON.stringify(this.#manifest) === JSON.stringify(other.#manifest) && this.catalog.state === other.catalog.state
    )
  }

  /** What was answered to this raw target before. */
  hot(target: string): PreparedAnswer | undefined {
    return this.#hot.get(target)
  }

  /** The rendered file for a raw target; nothing when there is none, or when the request has faults. */
  file(target: string): PreparedAnswer | undefined {
    if (!this.#manifest) return undefined
    const request = this.#readSound(target)
    const found = request && route(request, (folder) => this.#index(folder))
    if (!found || found instanceof Problem) return undefined
    const { file } = found
    const answer = file
      ? FileAnswer.open(join(this.#dataDir, file.folder, `${file.name}.json`), found)
      : this.#prepare({ ...found, body: '' })
    if (!answer) return undefined
    answer.endpoint = request.endpoint.id
    this.#hot.set(target, answer)
    return answer
  }

  /** The answer of the catalog, or of the live store; it is kept as hot where `keeps` says so. Throws a `Problem`. */
  respond(target: string, { live, lenient = false, keeps }: RespondOptions): PreparedAnswer | Promise<PreparedAnswer> {
    const request = readRequest(this.catalog.api, parseTarget(target), this.catalog, lenient)
    if (request.endpoint.live) return this.#respondLive(request, live)
    const plain = respond(request, this.catalog)
    const answer = this.#prepare(plain)
    answer.endpoint = request.endpoint.id
    // What is hot is answered ahead of the gate.
    if (keeps && !lenient && !request.endpoint.keyScope) this.#hot.set(target, answer)
    return answer
  }

  async #respondLive(request: CanonicalRequest, live: LiveStore | undefined): Promise<PreparedAnswer> {
    if (!live) throw new Problem('unavailable', 'There is no live data here.')
    const release = this.hold()
    try {
      const answer = new StoreAnswer(await respondLive(request, live, this.catalog))
      answer.endpoint = request.endpoint.id
      return answer
    } catch (error) {
      if (!(error instanceof ThreadBusyError)) throw error
      const detail = 'Too many requests wait for live data: try again in a moment.'
      throw new Problem('unavailable', detail, { headers: { 'retry-after': '1' } })
    } finally {
      release()
    }
  }

  /** Keeps the catalog open, for whoever asks it more than once, until what is returned was called. */
  hold(): () => void {
    this.#holders += 1
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#holders -= 1
      this.#closeUnheld()
    }
  }

  /** At once, or when nobody holds the catalog any more. */
  close(): void {
    this.#isClosed = true
    this.#hot.clear()
    this.#closeUnheld()
  }

  #closeUnheld(): void {
    if (this.#isClosed && this.#holders === 0) this.catalog.close()
  }

  #prepare(plain: Answer): PreparedAnswer {
    return plain.asset ? new AssetAnswer(join(this.#dataDir, 'assets'), plain) : new StoreAnswer(plain)
  }

  #readSound(target: string): CanonicalRequest | undefined {
    try {
      return readRequest(this.catalog.api, parseTarget(target), { patches: this.catalog.patches })
    } catch {
      return undefined
    }
  }

  #index(folder: string): FolderIndex | undefined {
    const known = this.#indexes.get(folder)
    if (known) return known.index
    const [, scope = '', name = ''] = folder.split('/')
    const index = readIndex(this.#dataDir, folder, this.#manifest?.scopes[scope]?.folders[name])
    this.#indexes.set(folder, { index })
    return index
  }
}
