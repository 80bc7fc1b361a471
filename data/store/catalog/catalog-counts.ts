// Figures that an import computes over the rows of a patch: slugs for the facets, dangling references, removed ids.
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

/** Labels by column and slug, as `facets.json` gives them. */
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
 * Lists of the slugs that rows have in a column (of objects their keys), with the number of rows: from the search table
 * where it has them.
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

/** Number of rows for each slug of a column that is not a facet but has labels, slugs of lists counted one by one. */
function countSlugs(at: AtPatch, resource: Resource, column: string): Map<string, number> {
  const sql = `
    WITH held (slugs, rows) AS MATERIALIZED (${slugLists(at, resource, column)})
    SELECT slug.value, sum(held.rows) FROM held, json_each(held.slugs) AS slug
    WHERE typeof(slug.value) = 'text' GROUP BY 1 ORDER BY 1`
  return new Map(at.tables.db.prepare(sql).raw().all() as [string, number][])
}

/** The same of the facets, whose slugs were counted while their resource's file was read. */
function countedSlugs({ tables, patchId }: AtPatch, resource: Resource, column: string): Map<string, number> {
  const sql = `SELECT slugs FROM column_counts JOIN sources ON source_patch_id = column_counts.patch_id AND file = resource
    WHERE sources.patch_id = ? AND resource = ?`
  const slugs = JSON.parse(String(tables.db.prepare(sql).pluck().get(patchId, resource.name) ?? '{}')) as SlugCounts
  return new Map(Object.entries(slugs[column] ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The facets of a patch: every slug that occurs or has a label; in the order of the labels, then by slug. */
export function countFacets(stored: RowSource, patchId: number, labels: FacetLabels) {
  const facets: Record<string, Record<string, FacetValue>> = {}
  TemporaryRowTables.during(stored, (tables) => {
    for (const [name, { resource, column }] of facetColumns(stored.api, labels)) {
      const count = resource?.columns[column]?.facet ? countedSlugs : countSlugs
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

/** Facet name to column. A column that several resources have keeps its bare name for the first of them. */
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

export interface DanglingReferences {
  readonly resource: string
  readonly path: string
  readonly count: number
}

/** References of a patch's rows, carried ones too, whose target is not one of its rows. */
export function countDangling(stored: RowSource, patchId: number): DanglingReferences[] {
  return TemporaryRowTables.during(stored, (tables) =>
    [...stored.api.resources.values()].flatMap((resource) =>
      danglingOf(stored.api, { tables, patchId }, resource).filter(({ count }) => count > 0),
    ),
  )
}

/** Counts all references of a resource in one pass over its rows: each row's JSON is parsed once. */
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

/** SQL of the ids or archetypes that a reference may have. */
function targetIds(api: Api, at: AtPatch, resource: Resource, { by, path, to }: Reference): string {
  const ids = to.map((name) => {
    const target = api.resources.get(name)
    if (!target) throw new Error(`${resource.name}.${path} refers to ${name}, which is not a resource`)
    return `SELECT ${by === 'id' ? keyExpression(target) : 'search.archetype'} FROM ${searchOf(target, at)}`
  })
  return ids.join(' UNION ')
}

/** References to a kind other than `to` belong to another resource and are not dangling. */
function ofKinds(api: Api, { by, to }: Reference, value: string): string {
  if (by === 'id') return '1'
  const kinds = to.map((name) => api.resources.get(name)?.columns.id?.kind ?? '')
  return `(${kinds.map((kind) => `${value} GLOB 'id.${kind}.*'`).join(' OR ')})`
}

/**
 * How many values of a row at `chapter_id`, `perks[]`, `objectives.content_ids[]` or `entries[].item_id` pass a test,
 * as SQL over its JSON.
 */
function countOf(path: string, part: string, test: (value: string) => string): string {
  const [outer = '', inner] = path.split('[]')
  if (inner === undefined) return test(`json_extract(body.${part}, '$.${outer}')`)
  const value = inner === '' ? 'element.value' : `json_extract(element.value, '$${inner}')`
  return `(SELECT count(*) FROM json_each(body.${part}, '$.${outer}') AS element WHERE ${test(value)})`
}

/** Rows of the parent, and how many of their ids the patch no longer has. */
export function countLost(stored: RowSource, resource: Resource, patchId: number, parentId: number) {
  return TemporaryRowTables.during(stored, (tables) => {
    const keysAt = (scope: number) =>
      `SELECT ${keyExpression(resource)} AS key FROM ${searchOf(resource, { tables, patchId: scope })}`
    const sql = `SELECT count(*), coalesce(sum(key NOT IN (${keysAt(patchId)})), 0) FROM (${keysAt(parentId)})`
    const [before = 0, lost = 0] = tables.db.prepare(sql).raw().get() as number[]
    return { before, lost }
  })
}
