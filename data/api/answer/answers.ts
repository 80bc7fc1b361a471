import { namedReply } from './asset-reply.ts'
import { inBody, type Envelope, type Window } from '../model/envelopes.ts'
import type { AssetEndpoint, AssetReply, JsonReply, CanonicalRequest } from '../model/endpoint.ts'
import { conditionsOf } from '../model/filters.ts'
import { withKnownIds } from '../request/known-ids.ts'
import { idsOf, sortKeysOf } from '../model/row-params.ts'
import { fallbackLocale, type Locale } from '../model/values/locales.ts'
import type { Steps } from '../model/values/steps.ts'
import { ownProperty } from '../model/values/own-property.ts'
import { oncePerRequest, preparedInSteps } from './prepared.ts'
import { linkedAssetHash, linkedAssetReply } from './linked-asset.ts'
import { unknownRow } from './unknown-row.ts'
import { nextPageOf, nextText } from '../request/next-page.ts'
import type { Resource } from '../model/resource.ts'
import { viewOf, type RowView } from './rows/row-view.ts'
import { isStoredText, rowText, textOfRows } from './rows/rows.ts'
import { scopeOf, type CatalogStore, type RowPage, type Selection, type StoredRow } from '../model/store.ts'

/** The resource of a request's endpoint. Throws if it has none, which is an error of the declaration. */
export function resourceOf({ endpoint }: CanonicalRequest): Resource {
  if (!endpoint.resource) throw new Error(`The endpoint ${endpoint.id} has no resource`)
  return endpoint.resource
}

/** The envelope of a list's request. Throws if the endpoint has none, which is an error of the declaration. */
export function envelopeOf({ endpoint, values }: CanonicalRequest): Envelope {
  if (!endpoint.envelope) throw new Error(`The endpoint ${endpoint.id} is not a list`)
  return endpoint.envelope.of(values)
}

/** Answers a list of a resource's rows: a page of those that the filters or `ids` select. */
export function answerList(request: CanonicalRequest, store: CatalogStore): JsonReply {
  const { values } = request
  const { texts, total, missing } = rowTexts.ifPrepared(request) ?? computeRowTexts(request, store)
  const next = nextPageOf(request, total)
  const body = envelopeOf(request).wrap(texts, total, values, nextText(next), missing && { extraFields: { missing } })
  return { body, total, next: next?.url }
}

interface RowTexts extends Omit<SelectedRows, 'rows'> {
  readonly texts: readonly string[]
}

/** The JSON texts of the rows of a page. */
const rowTexts = preparedInSteps(function* (request, store): Steps<RowTexts> {
  const { rows, textOf, ...selected } = pageRows(request, store)
  const texts: string[] = []
  for (const row of rows) {
    texts.push(textOf(row))
    yield
  }
  return { ...selected, texts }
})

/** Like `rowTexts`, but without steps: short pages are not prepared. */
function computeRowTexts(request: CanonicalRequest, store: CatalogStore): RowTexts {
  const { rows, textOf, total, missing } = pageRows(request, store)
  return { texts: rows.map(textOf), total, missing }
}

function pageRows(request: CanonicalRequest, store: CatalogStore) {
  const textOf = textOfRows(resourceOf(request), viewOf(request, store))
  return { ...selectRows(request, store, envelopeOf(request).window(request.values)), textOf }
}

interface SelectedRows extends RowPage {
  readonly missing?: readonly string[] | undefined
}

/** A window of the rows that a list's request selects. If it has `ids`, `missing` are those without a row. */
export function selectRows(request: CanonicalRequest, store: CatalogStore, window: Window): SelectedRows {
  const resource = resourceOf(request)
  const view = viewOf(request, store)
  const ids = idsOf(request.values)
  if (ids) return rowsByIds(resource, view, ids, window)
  return store.page(resource, view.scope, selectionOf(request, view), window)
}

/** The conditions and the order of a list's request. */
function selectionOf(request: CanonicalRequest, { store, scope, texts }: RowView): Selection {
  const { endpoint, values } = request
  const conditions = conditionsOfRequest(request, store)
  const isLocalized = conditions.some((condition) => condition.localized)
  const keys = sortKeysOf(values, endpoint.envelope)
  return {
    conditions,
    texts: isLocalized ? store.texts(scope, (values.locale ?? fallbackLocale) as Locale) : undefined,
    order: keys.length > 0 ? { keys, texts } : undefined,
  }
}

/** The conditions of a request: computed when it is prepared, and reused when it is answered. */
const conditionsOfRequest = oncePerRequest(({ endpoint: { filters }, values, patch }, store) =>
  conditionsOf(filters, withKnownIds(filters, values, store, scopeOf(patch))),
)

/** The distinct rows with these ids or raw keys, in the order of the ids. */
function rowsByIds(resource: Resource, { store, scope }: RowView, ids: readonly string[], { offset, limit }: Window) {
  const found = new Map<number, StoredRow>()
  const missing: string[] = []
  for (const id of ids) {
    const row = store.row(resource, scope, id)
    if (row) found.set(row.position, row)
    else missing.push(id)
  }
  const rows = [...found.values()].slice(offset, offset + limit)
  return { rows, total: found.size, missing: [...new Set(missing)] }
}

/** Pages of up to this many rows are serialized in one step. */
const maxRowsPerStep = 25

/** Loads the texts that an answer needs, in steps; undefined if they are loaded. Live data uses texts of the current patch. */
export function prepareTexts({ values, patch }: CanonicalRequest, store: CatalogStore): Promise<void> | undefined {
  if (values.locale === undefined) return undefined
  return store.prepareTexts?.(scopeOf(patch ?? store.patches.current()), values.locale as Locale)
}

/** Does the work that must precede a synchronous answer; undefined if there is none. */
export function prepareAnswer(request: CanonicalRequest, store: CatalogStore): Promise<void> | undefined {
  const texts = prepareTexts(request, store)
  return texts ? texts.then(() => prepareRows(request, store)) : prepareRows(request, store)
}

function prepareRows(request: CanonicalRequest, store: CatalogStore): Promise<void> | undefined {
  const { endpoint, values } = request
  if (endpoint.kind !== 'catalog' || !endpoint.resource || !endpoint.envelope) return undefined
  const view = viewOf(request, store)
  const reading = idsOf(values) ? undefined : store.prepare?.(endpoint.resource, view.scope, selectionOf(request, view))
  const { limit } = endpoint.envelope.of(values).window(values)
  if (values.format !== undefined || limit <= maxRowsPerStep || isStoredText(endpoint.resource, view)) return reading
  return reading ? reading.then(() => rowTexts.prepare(request, store)) : rowTexts.prepare(request, store)
}

/** Answers with one row in `body`. Throws `not_found`. */
export function answerSingle(request: CanonicalRequest, store: CatalogStore): JsonReply {
  const resource = resourceOf(request)
  return { body: inBody(rowText(resource, findRow(resource, request, store), viewOf(request, store))) }
}

/** Answers with the bytes of an asset, or its URL. Throws `not_found`, and `invalid_parameter` for a size or format of a model. */
export function answerAsset(endpoint: AssetEndpoint, request: CanonicalRequest, store: CatalogStore): AssetReply {
  const { column } = endpoint
  if (column === undefined)
    return namedReply(endpoint, request, {
      asset: (hash) => store.mediaTypeOf(hash),
      bulk: (name) => ownProperty(store.bulk.mediaTypes(), name),
    })
  const resource = resourceOf(request)
  return linkedAssetReply(request, linkedAssetHash(resource, column, findRow(resource, request, store)))
}

/** Finds the row that the path's `{id}` names by id or raw upstream key. Throws `not_found`. */
export function findRow(resource: Resource, request: CanonicalRequest, store: CatalogStore): StoredRow {
  const row = store.row(resource, scopeOf(request.patch), request.path.id ?? '')
  if (!row) throw unknownRow(request)
  return row
}
