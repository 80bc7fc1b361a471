import type { Value } from '../../model/values/codecs.ts'
import type { CanonicalRequest } from '../../model/endpoint.ts'
import type { Locale, Texts } from '../../model/values/locales.ts'
import { fieldChoiceOf, type FieldChoice } from '../../model/row-params.ts'
import type { Patch } from '../../model/patches.ts'
import { scopeOf, type CatalogStore } from '../../model/store.ts'

/** How the rows of one answer are displayed. */
export interface RowView {
  readonly scope: number
  readonly store: CatalogStore
  readonly patch: Patch | undefined
  /** Texts that replace localization keys; undefined if keys are not resolved. */
  readonly texts: Texts | undefined
  readonly condense: boolean
  /** Comma-separated names of fields and parts to embed. */
  readonly embed?: Value | undefined
  /** Selects columns of the row itself, not of embedded rows; all columns if absent. */
  readonly fields?: FieldChoice | undefined
}

export type RowObject = Record<string, unknown>

/** The view that a request asks for. */
export function viewOf(request: CanonicalRequest, store: CatalogStore): RowView {
  const { endpoint, values, patch } = request
  const scope = scopeOf(patch)
  const texts = values.locale === undefined ? undefined : store.texts(scope, values.locale as Locale)
  return {
    scope,
    store,
    patch,
    texts,
    condense: values.condense !== false,
    embed: values.embed,
    fields: fieldChoiceOf(values, endpoint.resource?.key),
  }
}
