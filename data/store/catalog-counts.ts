// What an import counts over the rows of a patch: slugs for the facets, references that lead nowhere, ids that went.
import type { Database } from 'better-sqlite3'
import type { Api } from '../api/api.ts'
import type { Reference } from '../api/columns.ts'
import { isImported, type Resource } from '../api/resource.ts'
import type { FacetValue } from '../api/store.ts'
import { keyExpression, rowsTable, searchTable } from './catalog-schema.ts'

/** Labels by column and slug, as `facets.json` gives them. */
export type FacetLabels = Readonly<Record<string, Readonly<Record<string, string>>>>

const bodiesOf = (resource: Resource) =>
  `${rowsTable(resource)} AS row JOIN bodies AS body ON body.body_id = row.body_id AND row.scope = @patchId`

const jsonPath = (column: string) => `'$."${column.replaceAll(/["'\\]/g, '')}"'`

/** Number of rows for each slug of each column, slugs of lists counted one by one: in one pass over the rows. */
function countSlugs(
  db: Database,
  resource: Resource,
  columns: readonly string[],
  patchId: number,
): Map<string, number>[] {
  const isSearched = (column: string) => resource.searched.includes(column)
  const values = columns.map((column) => (isSearched(column) ? `search."${column}"` : slugsInText(column)))
  const isList = columns.map((column) => !isSearched(column) || resource.columns[column]?.type === 'list')
  const texts = columns.every(isSearched) ? '' : 'JOIN bodies AS body USING (body_id)'
  const sql = `SELECT ${values.join(', ')} FROM ${rowsTable(resource)} AS row
    JOIN ${searchTable(resource)} AS search USING (body_id) ${texts} WHERE row.scope = ?`
  const held = columns.map(() => new Map<unknown, number>())
  for (const row of db.prepare(sql).raw().iterate(patchId) as Iterable<unknown[]>)
    held.forEach((counts, at) => counts.set(row[at], (counts.get(row[at]) ?? 0) + 1))
  return held.map((counts, at) => slugsOf(counts, isList[at] === true))
}

/** What a column that is not searched holds, as a list. */
function slugsInText(column: string): string {
  const path = jsonPath(column)
  const value = `json_extract(body.text, ${path})`
  return `CASE json_type(body.text, ${path}) WHEN 'array' THEN ${value} ELSE json_array(${value}) END`
}

/** Counts by slug, in order, from counts by value. */
function slugsOf(held: ReadonlyMap<unknown, number>, isList: boolean): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [value, rows] of held) {
    const slugs = isList ? (JSON.parse(String(value)) as unknown[] | null) : [value]
    for (const slug of slugs ?? []) if (typeof slug === 'string') counts.set(slug, (counts.get(slug) ?? 0) + rows)
  }
  return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
}

type FacetColumns = ReadonlyMap<string, { readonly resource: Resource | undefined; readonly column: string }>

/** Slugs and their numbers of rows by the facets' names. */
function countColumns(db: Database, patchId: number, columns: FacetColumns): Map<string, Map<string, number>> {
  const counted = new Map<string, Map<string, number>>()
  for (const resource of new Set([...columns.values()].flatMap((one) => one.resource ?? []))) {
    const own = [...columns].filter(([, one]) => one.resource === resource)
    const counts = countSlugs(
      db,
      resource,
      own.map(([, { column }]) => column),
      patchId,
    )
    own.forEach(([name], at) => counted.set(name, counts[at] ?? new Map<string, number>()))
  }
  return counted
}

/** The facets of a patch: every slug that occurs or has a label; in the order of the labels, then by slug. */
export function countFacets(db: Database, api: Api, patchId: number, labels: FacetLabels) {
  const facets: Record<string, Record<string, FacetValue>> = {}
  const columns = facetColumns(api, labels)
  const counted = countColumns(db, patchId, columns)
  for (const name of columns.keys()) {
    const counts = counted.get(name) ?? new Map<string, number>()
    const given = Object.hasOwn(labels, name) ? (labels[name] ?? {}) : {}
    const slugs = [...new Set([...Object.keys(given), ...counts.keys()])]
    if (slugs.length === 0) continue
    facets[name] = Object.fromEntries(
      slugs.map((slug) => [slug, { label: given[slug] ?? inWords(slug), count: counts.get(slug) ?? 0 }]),
    )
  }
  return facets
}

/** `Type.Spell.Cast.Instant` and `two_handed` to `Instant` and `Two Handed`. */
const inWords = (slug: string) =>
  (slug.split('.').at(-1) ?? slug).replaceAll('_', ' ').replace(/(^| )\p{Ll}/gu, (start) => start.toUpperCase())

/** Facet name to column. A column that several resources have keeps its bare name for the first of them (DESIGN 3). */
function facetColumns(api: Api, labels: FacetLabels): FacetColumns {
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

/** References of a patch's rows, carried ones too, whose target is no row of it. */
export function countDangling(db: Database, api: Api, patchId: number): DanglingReferences[] {
  const counted: DanglingReferences[] = []
  for (const resource of api.resources.values()) {
    for (const [name, column] of Object.entries(resource.columns)) {
      for (const reference of column.references ?? []) {
        const count = dangling(db, api, resource, column.detail ? 'detail' : 'text', reference, patchId)
        if (count > 0) counted.push({ resource: resource.name, path: reference.path || name, count })
      }
    }
  }
  return counted
}

/** References that name another kind of thing than `to` are none of its rows, yet not wrong. */
function ofKinds(api: Api, { by, to }: Reference, value: string): string {
  if (by === 'id') return '1'
  const kinds = to.map((name) => api.resources.get(name)?.columns.id?.kind ?? '')
  return `(${kinds.map((kind) => `${value} GLOB 'id.${kind}.*'`).join(' OR ')})`
}

function dangling(
  db: Database,
  api: Api,
  resource: Resource,
  part: string,
  reference: Reference,
  patchId: number,
): number {
  const targets = reference.to.map((name) => {
    const target = api.resources.get(name)
    if (!target) throw new Error(`${resource.name}.${reference.path} refers to ${name}, which is no resource`)
    return reference.by === 'id'
      ? `SELECT ${keyExpression(target, 'search')} FROM ${rowsTable(target)} AS row
         JOIN ${searchTable(target)} AS search USING (body_id) WHERE row.scope = @patchId`
      : `SELECT json_extract(body.text, '$.archetype') FROM ${bodiesOf(target)}`
  })
  const { from, value } = referenceSql(reference.path, part)
  const sql = `
    WITH known (id) AS MATERIALIZED (${targets.join(' UNION ')})
    SELECT count(*) FROM ${bodiesOf(resource)}${from}
    WHERE ${value} IS NOT NULL AND ${ofKinds(api, reference, value)} AND ${value} NOT IN (SELECT id FROM known WHERE id IS NOT NULL)`
  return db.prepare(sql).pluck().get({ patchId }) as number
}

/** `chapter_id`, `perks[]`, `objectives.content_ids[]`, `entries[].item_id` as SQL over a row's JSON. */
function referenceSql(path: string, part: string): { from: string; value: string } {
  const [outer = '', inner] = path.split('[]')
  if (inner === undefined) return { from: '', value: `json_extract(body.${part}, '$.${outer}')` }
  const from = `, json_each(body.${part}, '$.${outer}') AS element`
  return { from, value: inner === '' ? 'element.value' : `json_extract(element.value, '$${inner}')` }
}

/** Rows of the parent, and how many of their ids the patch no longer has. */
export function countLost(db: Database, resource: Resource, patchId: number, parentId: number) {
  const keys = `SELECT ${keyExpression(resource, 'search')} AS key FROM ${rowsTable(resource)} AS row
    JOIN ${searchTable(resource)} AS search USING (body_id) WHERE row.scope =`
  const sql = `SELECT count(*), coalesce(sum(key NOT IN (${keys} @patchId)), 0) FROM (${keys} @parentId)`
  const [before = 0, lost = 0] = db.prepare(sql).raw().get({ patchId, parentId }) as number[]
  return { before, lost }
}
