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
  /** Tells apart what shares a name: a monster's `elite`. */
  readonly tier?: string
  readonly icon?: string
}

/** What is stored to name a row of a list, in the language of the texts. */
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
