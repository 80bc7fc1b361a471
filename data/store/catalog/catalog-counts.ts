// Counts over the rows of a patch, for imports: slugs of facets, dangling references, removed ids.
import type { Api } from '../../api/model/api.ts'
import type { Reference } from '../../api/model/columns.ts'
import { isImported, type Resource } from '../../api/model/resource.ts'
import type { FacetValue } from '../../api/model/store.ts'
import { slugLabel } from '../../api/model/values/slug-label.ts'
import { keyExpression, searchTable } from './catalog-schema.ts'
import { TemporaryRowTables } from './rows/temporary-row-tables.ts'
import type { RowSource } from './rows/scope-rows.ts'

/** Facet column to slug to the number of rows that have it. */
export type SlugCounts = Record<string, Record<string, number>>

/** Labels by column and slug, as in `facets.json`. */
export type FacetLabels = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The rows of one patch, as tables. */
interface AtPatch {
  readonly tables: TemporaryRowTables
  readonly patchId: number
}

const bodiesOf = (resource: Resource, { tables, patchId }: AtPatch) =>
  `${tables.table(resource, patchId)} CROSS JOIN bodies AS body USING (body_id)`

const searchOf = (resource: Resource, { tables, patchId }: AtPatch) =>
  `${tables.table(resource, patchId)} CROSS JOIN ${searchTable(resource)} AS search USING (body_id)`

const jsonPath = (column: string) => `'$."${column.replaceAll(/["'\\]/g, '')}"'`

/**
 * SQL of the distinct lists of slugs that rows have in a column (for objects, their keys), with the number of rows of each.
 * It reads the search table if that has the column.
 */
function slugLists(at: AtPatch, resource: Resource, column: string): string {
  if (!resource.searchedColumns.includes(column)) {
    const value = `json_extract(body.text, ${jsonPath(column)})`
    const keys = `(SELECT json_group_array(key) FROM json_each(${value}))`
    const type = `json_type(body.text, ${jsonPath(column)})`
    const list = `CASE ${type} WHEN 'array' THEN ${value} WHEN 'object' THEN ${keys} ELSE json_array(${value}) END`
    return `SELECT ${list}, count(*) FROM ${bodiesOf(resource, at)} GROUP BY 1`
  }
  const value = `search."${column}"`
  const list = resource.columns[column]?.type === 'list' ? value : `json_array(${value})`
  return `SELECT ${list}, count(*) FROM ${searchOf(resource, at)} GROUP BY 1`
}

/** Number of rows with each slug of a column that has labels but is not a facet. Each slug of a list is counted. */
function countSlugs(at: AtPatch, resource: Resource, column: string): Map<string, number> {
  const sql = `
    WITH held (slugs, rows) AS MATERIALIZED (${slugLists(at, resource, column)})
    SELECT slug.value, sum(held.rows) FROM held, json_each(held.slugs) AS slug
    WHERE typeof(slug.value) = 'text' GROUP BY 1 ORDER BY 1`
  return new Map(at.tables.db.prepare(sql).raw().all() as [string, number][])
}

/** Number of rows with each slug of a facet. These were counted while the file of the resource was read. */
function storedSlugCounts({ tables, patchId }: AtPatch, resource: Resource, column: string): Map<string, number> {
  const sql = `SELECT slugs FROM column_counts JOIN sources ON source_patch_id = column_counts.patch_id AND file = resource
    WHERE sources.patch_id = ? AND resource = ?`
  const slugs = JSON.parse(String(tables.db.prepare(sql).pluck().get(patchId, resource.name) ?? '{}')) as SlugCounts
  return new Map(Object.entries(slugs[column] ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * The facets of a patch, with every slug that occurs or has a label: first in the order of the labels, then by slug.
 */
export function countFacets(stored: RowSource, patchId: number, labels: FacetLabels) {
  const facets: Record<string, Record<string, FacetValue>> = {}
  TemporaryRowTables.use(stored, (tables) => {
    for (const [name, { resource, column }] of facetColumns(stored.api, labels)) {
      const count = resource?.columns[column]?.facet ? storedSlugCounts : countSlugs
      const counts = resource ? count({ tables, patchId }, resource, column) : new Map<string, number>()
      const given = new Map(Object.hasOwn(labels, name) ? Object.entries(labels[name] ?? {}) : [])
      const slugs = [...new Set([...given.keys(), ...counts.keys()])]
      if (slugs.length === 0) continue
      facets[name] = Object.fromEntries(
        slugs.map((slug) => [slug, { label: given.get(slug) ?? slugLabel(slug), count: counts.get(slug) ?? 0 }]),
      )
    }
  })
  return facets
}

/** Facet name to column. If several resources have a column of that name, only the first one has no prefix. */
function facetColumns(api: Api, labels: FacetLabels): Map<string, { resource: Resource | undefined; column: string }> {
  const columns = new Map<string, { resource: Resource | undefined; column: string }>()
  const imported = [...api.resources.values()].filter(isImported)
  for (const resource of imported) {
    for (const [column, { facet }] of Object.entries(resource.columns)) {
      if (facet) columns.set(columns.has(column) ? `${resource.name}.${column}` : column, { resource, column })
    }
  }
  for (const name of Object.keys(labels)) {
    if (columns.has(name)) continue
    const [prefix = '', column] = name.split('.')
    columns.set(
      name,
      column ? { resource: api.resources.get(prefix), column } : { resource: imported[0], column: name },
    )
  }
  return columns
}

/** Number of dangling references of a resource at a path. */
export interface DanglingReferences {
  readonly resource: string
  readonly path: string
  readonly count: number
}

/** Counts references of a patch's rows, including rows carried over, to rows that the patch does not have. */
export function countDangling(stored: RowSource, patchId: number): DanglingReferences[] {
  return TemporaryRowTables.use(stored, (tables) =>
    [...stored.api.resources.values()].flatMap((resource) =>
      danglingOf(stored.api, { tables, patchId }, resource).filter(({ count }) => count > 0),
    ),
  )
}

/** Counts the dangling references of a resource in one pass, so that the JSON of each row is parsed once. */
function danglingOf(api: Api, at: AtPatch, resource: Resource): DanglingReferences[] {
  const references = Object.entries(resource.columns).flatMap(([name, { references: declared = [], detail }]) =>
    declared.map((reference) => ({ name, reference, part: detail ? 'detail' : 'text' })),
  )
  if (references.length === 0) return []
  const targets = references.map(({ reference }) => targetIds(api, at, resource, reference))
  const known = [...new Set(targets)]
  const counts = references.map(({ reference, part }, nth) => {
    const isUnknown = (value: string) =>
      `${value} IS NOT NULL AND ${ofKinds(api, reference, value)}
       AND ${value} NOT IN (SELECT id FROM known_${known.indexOf(targets[nth] ?? '')} WHERE id IS NOT NULL)`
    return `coalesce(sum(${countOf(reference.path, part, isUnknown)}), 0)`
  })
  const sql = `
    WITH ${known.map((ids, nth) => `known_${nth} (id) AS MATERIALIZED (${ids})`).join(', ')}
    SELECT ${counts.join(', ')} FROM ${bodiesOf(resource, at)}`
  const counted = at.tables.db.prepare(sql).raw().get() as number[]
  return references.map(({ name, reference: { path } }, nth) => ({
    ...{ resource: resource.name, path: path || name },
    count: counted[nth] ?? 0,
  }))
}

/** SQL of all ids or archetypes that a reference may have. Throws an `Error` if it refers to an unknown resource. */
function targetIds(api: Api, at: AtPatch, resource: Resource, { by, path, to }: Reference): string {
  const ids = to.map((name) => {
    const target = api.resources.get(name)
    if (!target) throw new Error(`${resource.name}.${path} refers to ${name}, which is not a resource`)
    return `SELECT ${by === 'id' ? keyExpression(target) : 'search.archetype'} FROM ${searchOf(target, at)}`
  })
  return ids.join(' UNION ')
}

/** SQL that tests whether an archetype is of a resource in `to`. References to others are not dangling. */
function ofKinds(api: Api, { by, to }: Reference, value: string): string {
  if (by === 'id') return '1'
  const kinds = to.map((name) => api.resources.get(name)?.columns.id?.kind ?? '')
  return `(${kinds.map((kind) => `${value} GLOB 'id.${kind}.*'`).join(' OR ')})`
}

/**
 * SQL over the JSON of a row that counts the values at a path for which a test is true. Paths have the forms `chapter_id`,
 * `perks[]`, `objectives.content_ids[]` and `entries[].item_id`.
 */
function countOf(path: string, part: string, test: (value: string) => string): string {
  const [outer = '', inner] = path.split('[]')
  if (inner === undefined) return test(`json_extract(body.${part}, '$.${outer}')`)
  const value = inner === '' ? 'element.value' : `json_extract(element.value, '$${inner}')`
  return `(SELECT count(*) FROM json_each(body.${part}, '$.${outer}') AS element WHERE ${test(value)})`
}

/** Counts the rows of the parent (`before`), and those of their keys that the patch no longer has (`lost`). */
export function countLost(stored: RowSource, resource: Resource, patchId: number, parentId: number) {
  return TemporaryRowTables.use(stored, (tables) => {
    const keysAt = (scope: number) =>
      `SELECT ${keyExpression(resource)} AS key FROM ${searchOf(resource, { tables, patchId: scope })}`
    const sql = `SELECT count(*), coalesce(sum(key NOT IN (${keysAt(patchId)})), 0) FROM (${keysAt(parentId)})`
    const [before = 0, lost = 0] = tables.db.prepare(sql).raw().get() as number[]
    return { before, lost }
  })
}
