import type { Database, Statement } from 'better-sqlite3'
import { textBytes, type Caches, type SizedCache } from '../cache/caches.ts'

/** JSON texts of a row: of its columns in lists, and of those that only single rows show. */
export interface Body {
  text: string
  detail: string | null
}

/** The texts of rows by the number of their body, with a cache of the most recently read. */
export class CachedBodies {
  readonly #body: Statement<[number], Body>
  readonly #cached: SizedCache<Body>

  constructor(db: Database, caches: Caches) {
    this.#body = db.prepare('SELECT text, detail FROM bodies WHERE body_id = ?')
    this.#cached = caches.cache('rows', ({ text, detail }) => textBytes(text) + textBytes(detail))
  }

  of(id: number): Body {
    const key = String(id)
    const known = this.#cached.get(key)
    if (known) return known
    const body = this.#body.get(id)
    if (!body) throw new Error(`The catalog is damaged: body ${id} is missing`)
    this.#cached.set(key, body)
    return body
  }
}
