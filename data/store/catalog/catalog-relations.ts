import type { Statement } from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import type { Bounds, ReferringRow, RelatedRows, RowSummary, SummaryQuery } from '../../api/model/related-rows.ts'
import { isImported, type Resource } from '../../api/model/resource.ts'
import type { Steps } from '../../api/model/values/steps.ts'
import { assetUrl } from '../../api/model/values/asset-names.ts'
import { keyExpression, referencesTable, searchOfBodies, searchTable } from './catalog-schema.ts'
import { PreparedStatements } from './prepared-statements.ts'
import type { RowsOf, RowSource } from './rows/scope-rows.ts'

/** Number of rows whose bounds are read in one step. */
const rowsPerStep = 2000

interface SummaryRow extends RowSummary {
  readonly body_id: number
}

const summaryOf = ({ id, name, rarity, tier, icon }: SummaryRow): RowSummary => ({
  ...{ id, name, rarity, tier },
  icon: icon === null ? null : assetUrl(icon),
})

/**
 * Looks up summaries, references and bounds. Statements use indexes over the bodies of all patches; of what they find, the
 * rows of the requested patch are kept.
 */
export class CatalogRelations implements RelatedRows {
  readonly #rowsOf: RowsOf
  readonly #imported: readonly Resource[]
  readonly #targetIds: Statement
  readonly #body: Statement
  readonly #statements: PreparedStatements
  readonly #bounds = new LRUCache<string, ReadonlyMap<string, Bounds>>({ max: 1000 })

  constructor({ db, api, rows }: RowSource) {
    this.#statements = new PreparedStatements(db)
    this.#rowsOf = (resource, scope) => rows.of(resource, scope)
    this.#imported = [...api.resources.values()].filter(isImported)
    const targets = 'SELECT target_id FROM reference_targets WHERE id IN (SELECT value FROM json_each(?))'
    this.#targetIds = db.prepare(targets).pluck()
    this.#body = db.prepare('SELECT text, detail FROM bodies WHERE body_id = ?')
  }

  summaries(resource: Resource, scope: number, query: SummaryQuery = {}): RowSummary[] {
    const { ids, archetype, limit, after = 0 } = query
    if (archetype !== undefined && !resource.columns.archetype) return []
    const rows = this.#rowsOf(resource, scope)
    if (ids === undefined && archetype === undefined) {
      const bodies = rows.bodiesAsJson(after, limit === undefined ? rows.size : after + limit)
      return (this.#summaryStatement(resource, 'rows').all({ bodies }) as SummaryRow[]).map(summaryOf)
    }
    const given = { ids: ids && JSON.stringify(ids), archetype }
    const found = this.#summaryStatement(resource, query).all(given) as SummaryRow[]
    const placed = rows.locate(found).filter(({ row }) => row >= after)
    return placed.slice(0, limit).map(summaryOf)
  }

  /** Selects summaries by bodies, in their order, or (of any patch) by ids, by archetype or by both. */
  #summaryStatement(resource: Resource, by: 'rows' | SummaryQuery): Statement {
    const { ids, archetype } = by === 'rows' ? {} : by
    const name = by === 'rows' ? by : `${ids !== undefined} ${archetype !== undefined}`
    return this.#statements.ofResource(`summaries ${name}`, resource, () => {
      // SQLite executes cross joins in the order in which they are written.
      const search = `${searchTable(resource)} AS search`
      const from =
        by === 'rows'
          ? searchOfBodies(resource, '@bodies')
          : ids === undefined
            ? search
            : `json_each(@ids) AS requested CROSS JOIN ${search} ON search."${resource.key[0]}" = requested.value`
      const where = archetype === undefined ? '' : 'WHERE search.archetype = @archetype'
      return `SELECT body_id, ${keyExpression(resource)} AS id, ${summaryExpressions(resource)} FROM ${from} ${where}`
    })
  }

  count(resource: Resource, scope: number): number {
    return this.#rowsOf(resource, scope).size
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
    // A comparison with one number takes two thirds of the time of one with a list.
    const isOne = targets.length === 1
    const given = isOne ? targets[0] : JSON.stringify(targets)
    return among.flatMap((resource) => {
      const referring = this.#statements.ofResource(`referring ${isOne}`, resource, () => {
        const from = `FROM ${referencesTable(resource)} WHERE target_id`
        return isOne
          ? `SELECT body_id ${from} = ?`
          : `SELECT DISTINCT body_id ${from} IN (SELECT value FROM json_each(?))`
      })
      const found = referring.all(given) as { body_id: number }[]
      const placed = found.length > 0 ? this.#rowsOf(resource, scope).locate(found) : []
      return placed.map(({ body_id, row }) => {
        const { text, detail } = this.#body.get(body_id) as { text: string; detail: string | null }
        return { resource: resource.name, position: row + 1, text, detail }
      })
    })
  }

  *#readBounds(resource: Resource, scope: number): Steps<ReadonlyMap<string, Bounds>> {
    const columns = resource.searchedColumns.filter((name) =>
      /^(integer|number)$/.test(resource.columns[name]?.type ?? ''),
    )
    const bounds = new Map<string, Bounds>()
    if (columns.length === 0) return bounds
    const ends = columns.map((name) => `min(search."${name}"), max(search."${name}")`)
    const statement = this.#statements
      .ofResource('bounds', resource, () => {
        return `SELECT ${ends.join(', ')} FROM ${searchOfBodies(resource)}`
      })
      .raw()
    const rows = this.#rowsOf(resource, scope)
    for (let from = 0; from < rows.size; from += rowsPerStep) {
      const values = statement.get(rows.bodiesAsJson(from, from + rowsPerStep)) as (number | null)[]
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
