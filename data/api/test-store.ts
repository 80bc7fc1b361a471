// The store that unit tests answer from: a few rows in memory.
import { api } from './table.ts'
import type { CanonicalRequest, Endpoint } from './endpoint.ts'
import type { Stored } from './filters.ts'
import { fallbackLocale } from './locales.ts'
import { PatchIndex, type Patch } from './patches.ts'
import { canonicalId } from './raw-key.ts'
import { readRequest } from './request.ts'
import type { Resource } from './resource.ts'
import { respond, type Answer } from './respond.ts'
import type { RowObject } from './row-view.ts'
import type { CatalogStore, StoredRow } from './store.ts'
import { parseTarget } from './target.ts'
import { sampleAssets, sampleChanges, sampleFacets, samplePatches, sampleRows, sampleTexts } from './test-world.ts'

export interface TestStoreOptions {
  resources?: ReadonlyMap<string, Resource>
  patches?: readonly Patch[]
  /** By the resource's name; the same rows at every patch. */
  rows?: Readonly<Record<string, readonly RowObject[]>>
}

const keyOf = ({ key }: Resource, row: RowObject) => key.map((name) => String(row[name])).join(' ')
const inOrder = (resource: Resource) => (a: RowObject, b: RowObject) =>
  typeof a.id === 'number' ? a.id - Number(b.id) : keyOf(resource, a) < keyOf(resource, b) ? -1 : 1

/** A row as the catalog keeps it: without nulls, details apart. */
function storedRow({ columns }: Resource, row: RowObject, position: number): StoredRow {
  const details = Object.keys(columns).filter((name) => columns[name]?.detail)
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

/** Rows of `CatalogStore` without a database: no index, no cache, no patch that differs from another. */
export function testStore(options: TestStoreOptions = {}): CatalogStore {
  const { resources = api.resources, patches = samplePatches, rows = sampleRows } = options
  const rowsOf = (resource: Resource) => [...(rows[resource.name] ?? [])].sort(inOrder(resource))
  const shown = (resource: Resource, row: RowObject) => storedRow(resource, row, rowsOf(resource).indexOf(row) + 1)
  return {
    api,
    patches: new PatchIndex(patches),
    build: { version: 'test' },
    resource: (name) => resources.get(name),
    page(resource, _scope, { conditions, texts }, { offset, limit, descending }) {
      const selected = rowsOf(resource).filter((row) =>
        conditions.every(({ columns, localized, test }) =>
          columns.some((name) => {
            const value = (row[name === 'raw_key' ? 'source_key' : name] ?? null) as Stored
            return test(localized && typeof value === 'string' ? (texts?.get(value) ?? value) : value)
          }),
        ),
      )
      const ordered = descending ? selected.reverse() : selected
      const window = ordered.slice(offset, offset + limit)
      return { rows: window.map((row) => shown(resource, row)), total: selected.length }
    },
    row(resource, _scope, id) {
      const all = rowsOf(resource)
      const found = all.find((row) => row.source_key === id) ?? all.find((row) => String(row.id) === canonicalId(id))
      return found && shown(resource, found)
    },
    texts: (_scope, locale) => ({ get: (key) => sampleTexts[locale]?.[key] ?? sampleTexts[fallbackLocale]?.[key] }),
    facets: () => sampleFacets,
    changes: (patchId) => sampleChanges.filter((change) => change.patch_id === patchId),
    changesOf: ({ name }, id) => sampleChanges.filter((change) => change.resource === name && change.id === id),
    mediaTypeOf: (hash) => sampleAssets[hash],
    columnsOf(resource) {
      const others = rowsOf(resource).flatMap((row) => Object.keys(row).filter((name) => !resource.columns[name]))
      return [...new Set([...declaredColumns(resource), ...others])]
    },
  }
}

const declaredColumns = ({ columns }: Resource) =>
  Object.entries(columns)
    .filter(([name, { derived, detail }]) => !name.endsWith('*') && !derived && !detail)
    .filter(([, { asset }]) => asset?.shown !== 'hidden')
    .map(([name, { asset }]) => (asset?.shown === 'url' ? `${name}_url` : name))

/** An endpoint of the table by its id. */
export function endpointOf(id: string): Endpoint {
  const found = api.endpoints.find((endpoint) => endpoint.id === id)
  if (!found) throw new Error(`No endpoint has the id ${id}`)
  return found
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
