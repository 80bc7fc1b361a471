import type { RowSummary } from '../../request/row-lookup.ts'
import { labelsOf, type Facets } from '../../request/facets.ts'
import { labelFor } from '../../format/humanize.ts'

type Variant = Pick<RowSummary, 'id' | 'rarity' | 'tier'>

type WordOf = (column: 'rarity' | 'tier', slug: string) => string

/** What rarities and tiers are called in the language of the facets. */
export const variantWords =
  (facets: Facets): WordOf =>
  (column, slug) =>
    labelFor(labelsOf(facets, column === 'rarity' ? 'items' : 'monsters', column), slug)

/** In words what tells things of one name apart, each of its own: `Rare`, or `Boss, elite` where all are bosses. */
export function variantLabels(summaries: readonly Variant[], wordOf: WordOf = variantWords({})): string[] {
  const variants = summaries.map(({ rarity, tier }) => rarity ?? tier ?? '')
  const isTelling = summaries.length === 1 || new Set(variants).size === variants.length
  return summaries.map(({ id, rarity }, place) => {
    const end = isTelling ? '' : (id.split(/[._]/).at(-1) ?? '')
    return [variants[place] && wordOf(rarity ? 'rarity' : 'tier', variants[place]), end].filter(Boolean).join(', ')
  })
}
