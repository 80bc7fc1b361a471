import type { Database, Statement } from 'better-sqlite3'
import { textBytes, type Caches } from '../../cache/caches.ts'
import type { TwoGenerationCache } from '../../cache/two-generation-cache.ts'

/** The JSON texts of a row: the columns in lists, and those that only responses with a single row have. */
interface Body {
  text: string
  detail: string | null
}

/** Reads bodies by their ids, with a cache of the most recent ones. */
export class CachedBodies {
  readonly #body: Statement<[number], Body>
  readonly #cached: TwoGenerationCache<Body>

  constructor(db: Database, caches: Caches) {
    this.#body = db.prepare('SELECT text, detail FROM bodies WHERE body_id = ?')
    this.#cached = caches.cacheByNumber('rows', ({ text, detail }) => textBytes(text) + textBytes(detail))
  }

  /** Throws an `Error` if the catalog lacks the body. */
  of(id: number): Body {
    const known = this.#cached.get(id)
    if (known) return known
    const body = this.#body.get(id)
    if (!body) throw new Error(`The catalog is damaged: body ${id} is missing`)
    this.#cached.set(id, body)
    return body
  }
}
