// A reader of a data folder in which a process works: like a service, it opens the catalog with the files of its state,
// and it walks through all pages.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { respond } from '../../../../data/api/answer/respond.ts'
import { outputPath } from '../../../../data/api/static/output-path.ts'
import type { CanonicalRequest } from '../../../../data/api/model/endpoint.ts'
import { api } from '../../../../data/api/table.ts'
import { Caches, type CachePart } from '../../../../data/store/cache/caches.ts'
import { Catalog } from '../../../../data/store/catalog/catalog.ts'
import { etagOf } from '../../../../data/store/files/etag.ts'
import { readIfPresent } from '../../../../data/store/files/read-file.ts'
import { readIndex, readManifests } from '../../../../data/store/files/tree.ts'
import { renderedRequests } from './served-answers.ts'

const pauseMilliseconds = 50
const pagesPerTurn = 20

/** The ETag of each page, by state of the catalog and by page. */
type Answers = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Nothing is mapped: a publisher that truncates the catalog in place would kill its reader with SIGBUS. */
class UnmappedCaches extends Caches {
  override maxBytesOf(part: CachePart): number {
    return part === 'mapped' ? 0 : super.maxBytesOf(part)
  }
}

/** Walks through all pages repeatedly, from its construction until `stop`. */
export class WalkingReader {
  readonly #dataDir: string
  readonly #answers: Answers
  readonly #ended: Promise<void>
  /** Describes the answers that did not belong to the state with which their walk began. */
  readonly wrong: string[] = []
  walks = 0
  #isStopped = false

  constructor(dataDir: string, answers: Answers) {
    this.#dataDir = dataDir
    this.#answers = answers
    this.#ended = this.#walkOn()
  }

  /** Reads until the work is done or has failed; returns its result. */
  async during<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } finally {
      await this.stop()
    }
  }

  stop(): Promise<void> {
    this.#isStopped = true
    return this.#ended
  }

  async #walkOn(): Promise<void> {
    while (!this.#isStopped) {
      const wrong = await this.#walk().catch((error: unknown) => String(error))
      if (wrong !== undefined) this.wrong.push(`a reader: ${wrong}`)
      this.walks += 1
      await sleep(pauseMilliseconds)
    }
  }

  async #walk(): Promise<string | undefined> {
    const catalog = new Catalog(join(this.#dataDir, 'catalog.db'), api, { caches: new UnmappedCaches() })
    try {
      const answers = this.#answers.get(catalog.state)
      if (!answers) return 'the catalog has neither state'
      const fileTag = this.#fileTags(catalog)
      for (const [nth, [page, request]] of [...pagesOf(catalog)].entries()) {
        if (nth % pagesPerTurn === 0) await new Promise(setImmediate)
        const etag = fileTag(request) ?? catalogTag(request, catalog)
        if (etag !== undefined && etag !== answers.get(page)) return `${page} is not of the state of its walk`
      }
      return undefined
    } finally {
      catalog.close()
    }
  }

  /** Returns the ETag of the file that a service would send: its index lists the file, and the manifest the index. */
  #fileTags(catalog: Catalog): (request: CanonicalRequest) => string | undefined {
    const manifest = readManifests(this.#dataDir).find(({ state }) => state === catalog.state)
    const indexes = new Map<string, ReturnType<typeof readIndex>>()
    return (request) => {
      const file = outputPath(request)
      if (!file) return undefined
      const { folder, name } = file
      const [, scope = '', part = ''] = folder.split('/')
      if (!indexes.has(folder))
        indexes.set(folder, readIndex(this.#dataDir, folder, manifest?.scopes[scope]?.folders[part]))
      const listed = indexes.get(folder)?.find('files', name)
      const bytes = listed === undefined ? undefined : readIfPresent(join(this.#dataDir, folder, `${name}.json`))
      return bytes && etagOf(bytes) === listed ? listed : undefined
    }
  }
}

/**
 * Returns the ETag of an answer, or undefined if it is `no-cache`: such a list of bulk files is empty for a moment when
 * its patch is replaced.
 */
function catalogTag(request: CanonicalRequest, catalog: Catalog): string | undefined {
  const { headers, body } = respond(request, catalog)
  return headers['cache-control'] === 'no-cache' ? undefined : etagOf(body)
}

function* pagesOf(catalog: Catalog): Generator<readonly [string, CanonicalRequest]> {
  for (const request of renderedRequests(catalog)) {
    const file = outputPath(request)
    if (file) yield [`${file.folder}/${file.name}`, request]
  }
}

/** Returns the answers of data folders that never change. */
export function expectedAnswers(folders: readonly string[]): Answers {
  return new Map(
    folders.map((folder) => {
      const catalog = new Catalog(join(folder, 'catalog.db'), api)
      try {
        const pages = [...pagesOf(catalog)].map(
          ([page, request]) => [page, etagOf(respond(request, catalog).body)] as const,
        )
        return [catalog.state, new Map(pages)] as const
      } finally {
        catalog.close()
      }
    }),
  )
}
