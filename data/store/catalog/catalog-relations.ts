import type { Database, Statement } from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import type { Api } from '../../api/model/api.ts'
import type { Bounds, ReferringRow, RelatedRows, RowSummary, SummaryQuery } from '../../api/model/related-rows.ts'
import { isImported, type Resource } from '../../api/model/resource.ts'
import type { Steps } from '../../api/model/values/steps.ts'
import { assetUrl } from '../../api/model/values/asset-names.ts'
import { keyExpression, referencesTable, rowsTable, searchTable } from './catalog-schema.ts'

/** Rows whose bounds are read in one step. */
const rowsPerStep = 2000

/** Names, references and bounds from the search and reference tables: small statements, each using an index. */
export class CatalogRelations implements RelatedRows {
  readonly #db: Database
  readonly #imported: readonly Resource[]
  readonly #targetIds: Statement
  readonly #statements = new Map<string, Statement>()
  readonly #bounds = new LRUCache<string, ReadonlyMap<string, Bounds>>({ max: 1000 })

  constructor(db: Database, api: Api) {
    this.#db = db
    this.#imported = [...api.resources.values()].filter(isImported)
    const targets = 'SELECT target_id FROM reference_targets WHERE id IN (SELECT value FROM json_each(?))'
    this.#targetIds = db.prepare(targets).pluck()
  }

  summaries(resource: Resource, scope: number, { ids, archetype, limit, after }: SummaryQuery = {}): RowSummary[] {
    if (archetype !== undefined && !resource.columns.archetype) return []
    const given = [ids, archetype, limit, after].map((value) => Number(value !== undefined)).join('')
    const statement = this.#statement(`summaries ${given}`, resource, () => {
      // A cross join is executed in the order in which it is written; otherwise SQLite would read all rows of the patch to sort them.
      const byIndex = `${searchTable(resource)} AS search CROSS JOIN ${rowsTable(resource)} AS row USING (body_id)`
      const byIds = `json_each(@ids) AS asked CROSS JOIN ${byIndex}`
      const byPosition = `${rowsTable(resource)} AS row JOIN ${searchTable(resource)} AS search USING (body_id)`
      const conditions = [
        'row.scope = @scope',
        ...(ids === undefined ? [] : [`search."${resource.key[0]}" = asked.value`]),
        ...(archetype === undefined ? [] : ['search.archetype = @archetype']),
        ...(after === undefined ? [] : ['row.position > @after']),
      ]
      return `
        SELECT ${keyExpression(resource, 'search')} AS id, ${summaryExpressions(resource)}
        FROM ${ids ? byIds : archetype === undefined ? byPosition : byIndex}
        WHERE ${conditions.join(' AND ')} ORDER BY row.position ${limit === undefined ? '' : 'LIMIT @limit'}`
    })
    const rows = statement.all({ scope, ids: ids && JSON.stringify(ids), archetype, limit, after }) as RowSummary[]
    return rows.map((row) => (row.icon === null ? row : { ...row, icon: assetUrl(row.icon) }))
  }

  count(resource: Resource, scope: number): number {
    const sql = () => `SELECT count(*) AS count FROM ${rowsTable(resource)} WHERE scope = ?`
    return (this.#statement('count', resource, sql).get(scope) as { count: number }).count
  }

  *bounds(resource: Resource, scope: number): Steps<ReadonlyMap<string, Bounds>> {
    const key = `${scope} ${resource.name}`
    const known = this.#bounds.get(key)
    if (known) return known
    const bounds = yield* this.#readBounds(resource, scope)
    this.#bounds.set(key, bounds)
    return bounds
  }

  referring(scope: number, ids: readonly string[], among: readonly Resource[] = this.#imported): ReferringRow[] {
    const targets = this.#targetIds.all(JSON.stringify(ids)) as number[]
    if (targets.length === 0) return []
    // A comparison with one number is several times as fast as with a list.
    const isOne = targets.length === 1
    const condition = isOne ? '= @targets' : 'IN (SELECT value FROM json_each(@targets))'
    const given = { scope, targets: isOne ? targets[0] : JSON.stringify(targets) }
    return among.flatMap((resource) => {
      const statement = this.#statement(`referring ${isOne}`, resource, () => {
        return `
          SELECT '${resource.name}' AS resource, row.position, body.text, body.detail
          FROM (SELECT DISTINCT body_id FROM ${referencesTable(resource)} WHERE target_id ${condition}) AS reference
          CROSS JOIN ${rowsTable(resource)} AS row ON row.body_id = reference.body_id AND row.scope = @scope
          CROSS JOIN bodies AS body ON body.body_id = reference.body_id
          ORDER BY row.position`
      })
      return statement.all(given) as ReferringRow[]
    })
  }

  *#readBounds(resource: Resource, scope: number): Steps<ReadonlyMap<string, Bounds>> {
    const columns = resource.searched.filter((name) => /^(integer|number)$/.test(resource.columns[name]?.type ?? ''))
    const bounds = new Map<string, Bounds>()
    if (columns.length === 0) return bounds
    const ends = columns.map((name) => `min(search."${name}"), max(search."${name}")`)
    const statement = this.#statement('bounds', resource, () => {
      return `SELECT ${ends.join(', ')} FROM ${rowsTable(resource)} AS row
        JOIN ${searchTable(resource)} AS search USING (body_id)
        WHERE row.scope = ? AND row.position > ? AND row.position <= ?`
    }).raw()
    for (let after = 0; after < this.count(resource, scope); after += rowsPerStep) {
      const values = statement.get(scope, after, after + rowsPerStep) as (number | null)[]
      for (const [at, name] of columns.entries()) {
        const [min, max] = values.slice(2 * at, 2 * at + 2)
        const [least, most] = bounds.get(name) ?? [Infinity, -Infinity]
        if (typeof min === 'number' && typeof max === 'number')
          bounds.set(name, [Math.min(least, min), Math.max(most, max)])
      }
      yield
    }
    return bounds
  }

  /** The statement of a name for a resource; `sql` makes its text once. */
  #statement(name: string, resource: Resource, sql: () => string): Statement {
    const key = `${name} ${resource.name}`
    const known = this.#statements.get(key)
    if (known) return known
    const statement = this.#db.prepare(sql())
    this.#statements.set(key, statement)
    return statement
  }
}

function summaryExpressions({ columns }: Resource): string {
  const has = (name: string) => columns[name]?.type === 'string'
  const names = ['name', 'title'].filter(has).map((name) => `search."${name}"`)
  const name = names.length > 1 ? `coalesce(${names.join(', ')})` : (names[0] ?? 'NULL')
  const others = ['rarity', 'tier', 'icon'].map(
    (column) => `${has(column) ? `search."${column}"` : 'NULL'} AS ${column}`,
  )
  return [`${name} AS name`, ...others].join(', ')
}
