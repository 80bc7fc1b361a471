// A reader beside whoever works in a data folder, as a service is one: it opens a catalog with the files of its state
// and walks all pages.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { respond } from '../../../../data/api/answer/respond.ts'
import { outputPath } from '../../../../data/api/static/output-path.ts'
import type { CanonicalRequest } from '../../../../data/api/model/endpoint.ts'
import { api } from '../../../../data/api/table.ts'
import { Catalog } from '../../../../data/store/catalog/catalog.ts'
import { etagOf } from '../../../../data/store/files/etag.ts'
import { readIfPresent } from '../../../../data/store/files/read-file.ts'
import { readIndex, readManifests } from '../../../../data/store/files/tree.ts'
import { renderedRequests } from './served-answers.ts'

const pauseMilliseconds = 50
const pagesOfOneTurn = 20

/** Of each state the tags of its answers, by page. */
type Answers = ReadonlyMap<string, ReadonlyMap<string, string>>

export class WalkingReader {
  readonly #dataDir: string
  readonly #answers: Answers
  readonly #ended: Promise<void>
  /** What a walk got that is not of the state that it began with. */
  readonly wrong: string[] = []
  walks = 0
  #isStopped = false

  constructor(dataDir: string, answers: Answers) {
    this.#dataDir = dataDir
    this.#answers = answers
    this.#ended = this.#walkOn()
  }

  /** Reads until this is done, or has failed. */
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
    const catalog = new Catalog(join(this.#dataDir, 'catalog.db'), api)
    try {
      const answers = this.#answers.get(catalog.state)
      if (!answers) return 'the catalog has neither state'
      const fileOf = this.#filesOf(catalog)
      for (const [nth, [page, request]] of [...pagesOf(catalog)].entries()) {
        if (nth % pagesOfOneTurn === 0) await new Promise(setImmediate)
        const etag = fileOf(request) ?? etagInCatalog(request, catalog)
        if (etag !== undefined && etag !== answers.get(page)) return `${page} is not of the state of its walk`
      }
      return undefined
    } finally {
      catalog.close()
    }
  }

  /** The tags of files that a service would send: those that their index names, whose index the manifest names. */
  #filesOf(catalog: Catalog): (request: CanonicalRequest) => string | undefined {
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

/** Of an answer that may be kept: bulk files of a patch that is replaced are removed, and then the old state lists none for the moment. */
function etagInCatalog(request: CanonicalRequest, catalog: Catalog): string | undefined {
  const { headers, body } = respond(request, catalog)
  return headers['cache-control'] === 'no-cache' ? undefined : etagOf(body)
}

function* pagesOf(catalog: Catalog): Generator<readonly [string, CanonicalRequest]> {
  for (const request of renderedRequests(catalog)) {
    const file = outputPath(request)
    if (file) yield [`${file.folder}/${file.name}`, request]
  }
}

/** What data folders answer that do not change. */
export function answersOfFolders(folders: readonly string[]): Answers {
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
