import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { FolderIndexReader } from '../../data/api/static/folder-index.ts'
import type { Manifest } from '../../data/api/static/manifest.ts'
import { invalidParameters, Problem } from '../../data/api/model/values/errors.ts'
import { isAsynchronous, type CanonicalRequest } from '../../data/api/model/endpoint.ts'
import { canonicalPath, canonicalQuery } from '../../data/api/request/canonical-url.ts'
import { scopeOf } from '../../data/api/model/store.ts'
import { readRequest } from '../../data/api/request/request.ts'
import type { Patch } from '../../data/api/model/patches.ts'
import type { LiveStore } from '../../data/api/model/live-store.ts'
import { prepareAnswer } from '../../data/api/answer/answers.ts'
import { respond, respondLive, type Answer } from '../../data/api/answer/respond.ts'
import { route } from '../../data/api/static/route.ts'
import { parseTarget } from '../../data/api/request/target.ts'
import { textBytes, type SizedCache } from '../../data/store/cache/caches.ts'
import type { Catalog } from '../../data/store/catalog/catalog.ts'
import { DatabaseUnavailableError, TooFarError, TooSlowError } from '../../data/store/dialect/unavailable.ts'
import { ThreadBusyError } from '../../data/store/threads/thread.ts'
import { databaseUnavailable } from '../http/log-failure.ts'
import { readIndex } from '../../data/store/files/tree.ts'
import { FileAnswer } from '../http/file-answer.ts'
import { AssetAnswer, BufferedAnswer, StreamedAnswer, type PreparedAnswer } from '../http/prepared-answer.ts'

/** Replaces the fingerprint of a rendered scope in validators if there is no manifest: unique to this process. */
const bootId = randomUUID()

/** Downloads the catalog, its assets and its bulk files, on an instance that does not import them. */
export interface CatalogSource {
  /** Number of polls of the published tree, by outcome. */
  readonly refreshes: Readonly<Record<string, number>>
  /** Downloads a file to the data folder; `name` is its path there. Rejects if that fails. */
  fetchFile(name: string): Promise<void>
  /** Resolves to the currently published patches. Rejects if the manifest cannot be read. */
  publishedPatches(): Promise<readonly Patch[]>
  /** Downloads the published catalog, unless the last download was refused: the next regular poll retries that. */
  catchUp(): Promise<void>
}

/** One catalog with the files rendered from it. It never changes; an import creates a new generation. */
export class Generation {
  readonly catalog: Catalog
  /** When it was opened, in milliseconds since 1970. */
  readonly openedAt = Date.now()
  readonly #dataDir: string
  readonly #manifest: Manifest | undefined
  readonly #source: CatalogSource | undefined
  readonly #indexes: SizedCache<{ index: FolderIndexReader | undefined }>
  #readers = 0
  #isClosed = false
  readonly #answers: SizedCache<PreparedAnswer>

  /**
   * `manifest` lists the files that were rendered from this catalog. Without it, every answer is computed from the
   * catalog.
   */
  constructor(catalog: Catalog, dataDir: string, manifest: Manifest | undefined, source?: CatalogSource) {
    this.#source = source
    this.catalog = catalog
    this.#dataDir = dataDir
    this.#manifest = manifest
    this.#answers = catalog.caches.cache('answers', ({ size }) => size)
    this.#indexes = catalog.caches.cache('indexes', ({ index }) => textBytes(index?.text ?? null))
  }

  /** Whether there are rendered files. */
  get hasFiles(): boolean {
    return this.#manifest !== undefined
  }

  /** True if the other generation has the same catalog and the same rendered files. */
  isSameAs(other: Generation): boolean {
    return (
      JSON.stringify(this.#manifest) === JSON.stringify(other.#manifest) && this.catalog.state === other.catalog.state
    )
  }

  /** Clears the caches of answers and folder indexes: files that were missing may exist now. */
  clearCaches(): void {
    this.#indexes.clear()
    this.#answers.clear()
  }

  /** Returns the cached answer to a raw target, if there is one. */
  cachedAnswer(target: string): PreparedAnswer | undefined {
    return this.#answers.get(target)
  }

  /** Caches an answer under its raw target, which is then answered without being parsed. */
  cacheAnswer(target: string, answer: PreparedAnswer): void {
    this.#answers.set(target, answer)
    answer.onGrow = () => this.#answers.resize(target)
  }

  /**
   * Returns the rendered file, asset or redirect, which costs no quota, or undefined if `respond` has to compute the
   * answer.
   */
  staticAnswer(request: CanonicalRequest): PreparedAnswer | undefined {
    if (!this.#manifest) return undefined
    const found = route(request, (folder) => this.#index(folder))
    if (!found || found instanceof Problem) return undefined
    const { file } = found
    const answer = file
      ? FileAnswer.open(join(this.#dataDir, file.folder, `${file.name}.json`), found)
      : this.#prepare({ ...found, body: '' }, true)
    if (answer) answer.endpoint = request.endpoint.id
    return answer
  }

  /** Returns the answer of the catalog or of the live store. Throws or rejects with a `Problem`. */
  respond(request: CanonicalRequest, live?: LiveStore): PreparedAnswer | Promise<PreparedAnswer> {
    if (isAsynchronous(request.endpoint)) return this.#respondLive(request, live)
    const prepared = prepareAnswer(request, this.catalog)
    return prepared ? this.#respondWhenPrepared(prepared, request) : this.#downloadIfMissing(this.#respondNow(request))
  }

  #respondNow(request: CanonicalRequest): PreparedAnswer {
    const answer = this.#answerOf(request)
    answer.endpoint = request.endpoint.id
    return answer
  }

  #answerOf(request: CanonicalRequest): PreparedAnswer {
    const plain = respond(request, this.catalog)
    return plain.parts ? this.#streamed(request, plain, plain.parts) : this.#prepare(plain)
  }

  /** Live data changes all the time, so each of its answers has a validator of its own. */
  #streamed(request: CanonicalRequest, plain: Answer, parts: NonNullable<Answer['parts']>): PreparedAnswer {
    if (request.endpoint.kind === 'live') return new StreamedAnswer(plain, parts, randomUUID())
    const fingerprint = this.#manifest?.scopes[scopeOf(request.patch)]?.fingerprint ?? bootId
    const { state, build } = this.catalog
    const url = `${canonicalPath(request)}?${canonicalQuery(request)}`
    return new StreamedAnswer(plain, parts, JSON.stringify([fingerprint, state, build, url]))
  }

  async #respondWhenPrepared(prepared: Promise<void>, request: CanonicalRequest): Promise<PreparedAnswer> {
    const release = this.retain()
    try {
      await prepared
      return await this.#downloadIfMissing(this.#respondNow(request))
    } finally {
      release()
    }
  }

  /**
   * Downloads the file of an answer if this instance does not have it yet. Rejects with `unavailable` if that fails.
   */
  #downloadIfMissing(answer: PreparedAnswer): PreparedAnswer | Promise<PreparedAnswer> {
    const { file } = answer
    if (!this.#source || file === undefined || existsSync(file)) return answer
    return this.#source.fetchFile(relative(this.#dataDir, file)).then(
      () => answer,
      () => {
        const detail = 'The file could not be downloaded from where it was published: try again in a moment.'
        throw new Problem('unavailable', detail, { headers: { 'retry-after': '5' } })
      },
    )
  }

  /**
   * Returns the answer to a raw target, for pages that are rendered in this process. Throws or rejects with a
   * `Problem`.
   */
  respondTo(target: string, live?: LiveStore): PreparedAnswer | Promise<PreparedAnswer> {
    return this.respond(readRequest(this.catalog.api, parseTarget(target), this.catalog), live)
  }

  async #respondLive(request: CanonicalRequest, live: LiveStore | undefined): Promise<PreparedAnswer> {
    const release = this.retain()
    try {
      const plain = await respondLive(request, live, this.catalog)
      const answer = plain.parts ? this.#streamed(request, plain, plain.parts) : new BufferedAnswer(plain)
      answer.endpoint = request.endpoint.id
      return answer
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) throw databaseUnavailable(error)
      if (error instanceof TooFarError) throw invalidParameters([{ parameter: 'page', message: error.message }])
      if (error instanceof TooSlowError)
        throw new Problem('unavailable', error.message, { headers: { 'retry-after': '60' } })
      if (!(error instanceof ThreadBusyError)) throw error
      const detail = 'Too many requests wait for live data: try again in a moment.'
      throw new Problem('unavailable', detail, { headers: { 'retry-after': '1' } })
    } finally {
      release()
    }
  }

  /** Keeps the catalog open until the returned function is called. */
  retain(): () => void {
    this.#readers += 1
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      this.#readers -= 1
      this.#closeIfUnused()
    }
  }

  /** Closes the catalog immediately, or when its last reader has released it. */
  close(): void {
    this.#isClosed = true
    this.catalog.caches.clear()
    this.#closeIfUnused()
  }

  #closeIfUnused(): void {
    if (this.#isClosed && this.#readers === 0) this.catalog.close()
  }

  #prepare(plain: Answer, isFree = false): PreparedAnswer {
    return plain.asset === undefined ? new BufferedAnswer(plain, { isFree }) : new AssetAnswer(this.#dataDir, plain)
  }

  #index(folder: string): FolderIndexReader | undefined {
    const known = this.#indexes.get(folder)
    if (known) return known.index
    const [, scope = '', name = ''] = folder.split('/')
    const index = readIndex(this.#dataDir, folder, this.#manifest?.scopes[scope]?.folders[name])
    this.#indexes.set(folder, { index })
    return index
  }
}
