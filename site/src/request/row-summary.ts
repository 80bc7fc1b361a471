import type { Endpoint } from '../../../data/api/model/endpoint.ts'
import type { RowSummary as StoredSummary } from '../../../data/api/model/related-rows.ts'
import type { Texts } from '../../../data/api/model/values/locales.ts'
import { humanizeId } from '../format/humanize.ts'
import { pagePath } from './explorer.ts'

export interface RowSummary {
  readonly id: string
  readonly name: string
  /** The path of its list's page: `/loot-tables`. */
  readonly list: string
  readonly rarity?: string
  /** Distinguishes monsters of the same name: `elite`. */
  readonly tier?: string
  readonly icon?: string
}

/** Translates a stored summary with the given texts. A row without a name gets its id in words. */
export const rowSummary = (
  list: Endpoint,
  { id, name, rarity, tier, icon }: StoredSummary,
  texts: Texts | undefined,
): RowSummary => ({
  id,
  name: name === null ? humanizeId(id) : (texts?.get(name) ?? name),
  list: pagePath(list),
  ...(rarity !== null && { rarity }),
  ...(tier !== null && { tier }),
  ...(icon !== null && { icon }),
})
