// The catalog store of unit tests: a few rows in memory.
import type { z } from 'zod'
import { api } from '../table.ts'
import type { CanonicalRequest, Endpoint } from '../model/endpoint.ts'
import { bulkMediaTypeOf, bulkName } from '../model/values/bulk-files.ts'
import { columnsOf, conditionTest, type StoredValue } from '../model/conditions.ts'
import { fallbackLocale, locales } from '../model/values/locales.ts'
import { PatchIndex, type Patch } from '../model/patches.ts'
import { canonicalId } from '../model/values/raw-key.ts'
import { readRequest } from '../request/request.ts'
import { visitReferences, type Bounds, type RelatedRows, type RowSummary } from '../model/related-rows.ts'
import { isNamed, type Resource } from '../model/resource.ts'
import { respond, type Answer } from '../answer/respond.ts'
import type { RowObject } from '../answer/rows/row-view.ts'
import type { CatalogStore, StoredRow } from '../model/store.ts'
import { buildSegment } from '../search/build-segment.ts'
import { documentMaker, rarityLabel, searchedRow } from '../search/documents.ts'
import { liveSegments, search, type LiveSegment } from '../search/search.ts'
import { parseTarget } from '../request/target.ts'
import {
  sampleAssets,
  sampleBulk,
  sampleChanges,
  sampleFacets,
  samplePatches,
  sampleRows,
  sampleTexts,
} from './test-world.ts'

export interface TestStoreOptions {
  resources?: ReadonlyMap<string, Resource>
  patches?: readonly Patch[]
  /** Rows by the name of their resource; every patch has the same rows. */
  rows?: Readonly<Record<string, readonly RowObject[]>>
}

const keyOf = ({ key }: Resource, row: RowObject) => key.map((name) => String(row[name])).join(' ')
const inOrder = (resource: Resource) => (a: RowObject, b: RowObject) =>
  typeof a.id === 'number' ? a.id - Number(b.id) : keyOf(resource, a) < keyOf(resource, b) ? -1 : 1

/** A row as the catalog stores it: without nulls, and with details as a separate text. */
function storedRow({ columns }: Resource, row: RowObject, position: number): StoredRow {
  const details = Object.keys(columns).filter(
    (name) => columns[name]?.detail ?? columns[name]?.asset?.displayed === 'bytes',
  )
  const entries = Object.entries(row).filter(([, value]) => value !== null)
  const textOf = (isDetail: boolean) =>
    JSON.stringify(Object.fromEntries(entries.filter(([name]) => details.includes(name) === isDetail)))
  return {
    text: textOf(false),
    detail: details.length > 0 ? textOf(true) : null,
    position,
    sincePatchId: 1,
    capturedAt: '2026-07-28T10:00:00Z',
  }
}

const sampleBulkFiles: CatalogStore['bulk'] = {
  of: () => sampleBulk,
  mediaTypes: () => Object.fromEntries(sampleBulk.map((file) => [bulkName(file), bulkMediaTypeOf(bulkName(file))])),
}

/** A `CatalogStore` without a database, indexes and caches, whose patches do not differ. */
export function testStore(options: TestStoreOptions = {}): CatalogStore {
  const { resources = api.resources, patches = samplePatches, rows = sampleRows } = options
  const rowsOf = (resource: Resource) => [...(rows[resource.name] ?? [])].sort(inOrder(resource))
  const displayed = (resource: Resource, row: RowObject) => storedRow(resource, row, rowsOf(resource).indexOf(row) + 1)
  let made: LiveSegment[] | undefined
  const segments = () => (made ??= searchSegments([...resources.values()], rowsOf))
  return {
    patches: new PatchIndex(patches),
    build: { version: 'test' },
    resource: (name) => resources.get(name),
    all(resource, scope, conditions = []) {
      return this.page(
        resource,
        scope,
        { conditions, texts: undefined },
        { offset: 0, limit: Infinity, descending: false },
      ).rows
    },
    page(resource, _scope, { conditions, texts }, { offset, limit, descending }) {
      const selected = rowsOf(resource).filter((row) =>
        conditions.every((condition) =>
          columnsOf(condition).some((name) => {
            const value = (row[name === 'raw_key' ? 'source_key' : name] ?? null) as StoredValue
            const isKey = condition.localized && typeof value === 'string'
            return conditionTest(condition)(isKey ? (texts?.get(value) ?? value) : value)
          }),
        ),
      )
      const ordered = descending ? selected.reverse() : selected
      const window = ordered.slice(offset, offset + limit)
      return { rows: window.map((row) => displayed(resource, row)), total: selected.length }
    },
    row(resource, _scope, id) {
      const all = rowsOf(resource)
      const found = all.find((row) => row.source_key === id) ?? all.find((row) => String(row.id) === canonicalId(id))
      return found && displayed(resource, found)
    },
    texts: (_scope, locale) => ({ get: (key) => sampleTexts[locale]?.[key] ?? sampleTexts[fallbackLocale]?.[key] }),
    facets: () => sampleFacets,
    changesOf: ({ name }, id) => sampleChanges.filter((change) => change.resource === name && change.id === id),
    difference: (from, to) => sampleChanges.filter(({ patch_id }) => from < patch_id && patch_id <= to),
    prepareDifference: () => Promise.resolve(),
    mediaTypeOf: (hash) => sampleAssets[hash],
    search: (_scope, query) => search(segments(), query),
    bulk: sampleBulkFiles,
    related: relatedRows([...resources.values()], rowsOf),
    columnsOf(resource) {
      const others = rowsOf(resource).flatMap((row) =>
        Object.keys(row).filter((name) => !Object.hasOwn(resource.columns, name)),
      )
      return [...new Set([...declaredColumns(resource), ...others])]
    },
  }
}

/** The search index of all named rows, without former names. */
function searchSegments(resources: readonly Resource[], rowsOf: (resource: Resource) => RowObject[]): LiveSegment[] {
  const languages = locales.map((locale) => ({
    get: (key: string) => sampleTexts[locale]?.[key] ?? sampleTexts.en?.[key],
  }))
  const documentOf = documentMaker(languages, rarityLabel(sampleFacets))
  const named = resources.filter(isNamed)
  const documents = named.flatMap((resource) =>
    rowsOf(resource)
      .flatMap((row) => searchedRow(resource, String(row.id), row) ?? [])
      .map(documentOf),
  )
  const kinds = named.map(({ name }) => name)
  return liveSegments([{ segmentId: 1, segment: buildSegment(documents, kinds) }])
}

/** Implements `RelatedRows` by reading every row. */
const relatedRows = (resources: readonly Resource[], rowsOf: (resource: Resource) => RowObject[]): RelatedRows => ({
  summaries: (resource, _scope, { ids, archetype, limit } = {}) =>
    rowsOf(resource)
      .filter(
        (row) => (!ids || ids.includes(String(row.id))) && (archetype === undefined || row.archetype === archetype),
      )
      .slice(0, limit)
      .map(summaryOf),
  count: (resource) => rowsOf(resource).length,
  *bounds(resource) {
    yield
    return new Map(
      resource.searchedColumns.flatMap((name): [string, Bounds][] => {
        const numbers = rowsOf(resource).flatMap((row) => (typeof row[name] === 'number' ? [row[name]] : []))
        return numbers.length > 0 ? [[name, [Math.min(...numbers), Math.max(...numbers)]]] : []
      }),
    )
  },
  referring: (_scope, ids, among = resources) =>
    among.flatMap((resource) =>
      rowsOf(resource).flatMap((row, at) => {
        const { text, detail, position } = storedRow(resource, row, at + 1)
        return mentions(row, ids) ? [{ resource: resource.name, position, text, detail }] : []
      }),
    ),
})

function mentions(row: RowObject, ids: readonly string[]): boolean {
  let isFound = false
  visitReferences(row, (id) => {
    isFound ||= ids.includes(id)
  })
  return isFound
}

function summaryOf(row: RowObject): RowSummary {
  const textIn = (value: unknown) => (typeof value === 'string' ? value : null)
  const { icon } = row as { icon?: { url?: unknown } }
  return {
    id: String(row.id),
    name: textIn(row.name ?? row.title),
    rarity: textIn(row.rarity),
    tier: textIn(row.tier),
    icon: textIn(row.icon_url ?? icon?.url),
  }
}

const declaredColumns = ({ columns }: Resource) =>
  Object.entries(columns)
    .filter(([name, { derived, detail }]) => !name.endsWith('*') && !derived && !detail)
    .filter(([, { asset }]) => asset?.displayed !== 'bytes')
    .map(([name, { asset }]) => (asset?.displayed === 'url' ? `${name}_url` : name))

/** An endpoint of the table by its id. */
export function endpointOf(id: string): Endpoint {
  const found = api.endpoints.find((endpoint) => endpoint.id === id)
  if (!found) throw new Error(`No endpoint has the id ${id}`)
  return found
}

/** The schema of an endpoint's answers. Throws for assets, which have none. */
export function schemaOf(endpoint: Endpoint): z.ZodType {
  if (endpoint.kind === 'asset') throw new Error(`${endpoint.id} answers with an asset`)
  return endpoint.schema
}

/** A resource of the table by its name. */
export function resourceNamed(name: string): Resource {
  const found = api.resources.get(name)
  if (!found) throw new Error(`No resource is called ${name}`)
  return found
}

export const readUrl = (url: string, store: CatalogStore = testStore(), lenient = false): CanonicalRequest =>
  readRequest(api, parseTarget(url), store, lenient)

export const answerTo = (url: string, store: CatalogStore = testStore(), lenient = false): Answer =>
  respond(readUrl(url, store, lenient), store)

/** The parsed body of the answer. */
export const bodyOf = (url: string, store: CatalogStore = testStore()): unknown => JSON.parse(answerTo(url, store).body)
