import type { Database, Statement } from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import type { Resource } from '../../api/model/resource.ts'

/**
 * The columns that rows of a patch may have, named as in responses: the declared ones, then other ones of its bundle.
 */
export class PresentColumns {
  readonly #counts: Statement<[number, string], string>
  readonly #known = new LRUCache<string, readonly string[]>({ max: 1000 })

  constructor(db: Database) {
    const sql = `
      SELECT counts FROM column_counts JOIN sources ON source_patch_id = column_counts.patch_id AND file = resource
      WHERE sources.patch_id = ? AND resource = ?`
    this.#counts = db.prepare<[number, string], string>(sql).pluck()
  }

  of(resource: Resource, scope: number): readonly string[] {
    const key = `${scope} ${resource.name}`
    const known = this.#known.get(key) ?? this.#read(resource, scope)
    this.#known.set(key, known)
    return known
  }

  #read(resource: Resource, scope: number): readonly string[] {
    const declared = Object.entries(resource.columns)
      .filter(([name, { derived, detail }]) => !name.endsWith('*') && !derived && !detail)
      .filter(([, { asset }]) => asset?.displayed !== 'bytes')
      .map(([name, { asset }]) => (asset?.displayed === 'url' ? `${name}_url` : name))
    const seen = Object.keys(JSON.parse(this.#counts.get(scope, resource.name) ?? '{}') as object)
    const others = seen.filter((name) => !Object.hasOwn(resource.columns, name)).sort()
    return [...declared, ...others]
  }
}
