import type { Value } from './codecs.ts'
import type { CanonicalRequest } from './endpoint.ts'
import type { Locale, Texts } from './locales.ts'
import type { Patch } from './patches.ts'
import { catalogScope, type CatalogStore } from './store.ts'

/** How the rows of one answer are shown. */
export interface RowView {
  readonly scope: number
  readonly store: CatalogStore
  readonly patch: Patch | undefined
  /** Set where localization keys are to be resolved. */
  readonly texts: Texts | undefined
  readonly condense: boolean
  /** Comma list of the fields whose ids are replaced by rows. */
  readonly embed?: Value | undefined
}

export type RowObject = Record<string, unknown>

export function viewOf(request: CanonicalRequest, store: CatalogStore): RowView {
  const { values, patch } = request
  const scope = patch?.id ?? catalogScope
  const texts = values.locale === undefined ? undefined : store.texts(scope, values.locale as Locale)
  return { scope, store, patch, texts, condense: values.condense !== false, embed: values.embed }
}
