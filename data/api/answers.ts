import type { Envelope } from './envelopes.ts'
import { inBody } from './envelopes.ts'
import type { Reply } from './endpoint.ts'
import { fallbackLocale, type Locale } from './locales.ts'
import { linkedHash, linkedReply, unknownRow } from './linked.ts'
import { nextOf } from './next-page.ts'
import type { CanonicalRequest } from './endpoint.ts'
import type { Resource } from './resource.ts'
import { viewOf } from './row-view.ts'
import { rowText } from './rows.ts'
import { catalogScope, type CatalogStore, type StoredRow } from './store.ts'

/** The resource that an endpoint was declared for. */
export function resourceOf({ endpoint }: CanonicalRequest): Resource {
  if (!endpoint.resource) throw new Error(`The endpoint ${endpoint.id} has no resource`)
  return endpoint.resource
}

export function envelopeOf({ endpoint, values }: CanonicalRequest): Envelope {
  if (!endpoint.envelope) throw new Error(`The endpoint ${endpoint.id} is no list`)
  return endpoint.envelope.of(values)
}

/** A list: its filters, a window of the selected rows, the envelope. */
export function answerList(request: CanonicalRequest, store: CatalogStore): Reply {
  const { endpoint, values } = request
  const resource = resourceOf(request)
  const envelope = envelopeOf(request)
  const view = viewOf(request, store)
  const conditions = endpoint.filters.flatMap((filter) => filter.conditions(values))
  const texts = conditions.some((condition) => condition.localized)
    ? store.texts(view.scope, (values.locale ?? fallbackLocale) as Locale)
    : undefined
  const { rows, total } = store.page(resource, view.scope, { conditions, texts }, envelope.window(values))
  const next = JSON.stringify(nextOf(request, total)?.value ?? null)
  const shown = rows.map((row) => rowText(resource, row, view))
  return { body: envelope.wrap(shown, total, values, next), total }
}

/** One row in `body`. Throws `not_found`. */
export function answerSingle(request: CanonicalRequest, store: CatalogStore): Reply {
  const resource = resourceOf(request)
  return { body: inBody(rowText(resource, findRow(resource, request, store), viewOf(request, store))) }
}

/** The asset in the endpoint's `linked` column of a row: its bytes, or its address (spec 4.5). Throws `not_found`. */
export function answerLinked(request: CanonicalRequest, store: CatalogStore): Reply {
  const resource = resourceOf(request)
  return linkedReply(request, linkedHash(resource, request.endpoint.linked ?? '', findRow(resource, request, store)))
}

/** The row that the path's `{id}` names, as an id or a raw upstream key. Throws `not_found`. */
export function findRow(resource: Resource, request: CanonicalRequest, store: CatalogStore): StoredRow {
  const row = store.row(resource, request.patch?.id ?? catalogScope, request.path.id ?? '')
  if (!row) throw unknownRow(request)
  return row
}
