import type { Translate } from '../../messages/translate.ts'
import type { RowSummary } from '../../request/row-lookup.ts'
import { labelsOf, type Facets } from '../../request/facets.ts'
import { labelFor } from '../../format/humanize.ts'
import { gradeOf } from '../../format/variant-label.ts'

type Variant = Pick<RowSummary, 'id' | 'rarity' | 'tier'>

const tiersOf = (facets: Facets) => labelsOf(facets, 'monsters', 'tier')

/** A rarity or a tier in the language of the facets. */
function ownWord({ rarity, tier }: Variant, facets: Facets): string | undefined {
  if (rarity) return labelFor(labelsOf(facets, 'items', 'rarity'), rarity)
  return tier && labelFor(tiersOf(facets), tier)
}

/** What of a label is a text of the data: a rarity, or a tier and the grade that the id names. */
export const variantNames = (variant: Variant, facets: Facets): string[] =>
  [ownWord(variant, facets), gradeOf(variant, tiersOf(facets))].filter((word) => word !== undefined)

/** In words what tells things of one name apart, each of its own: `Rare`, or `Boss, elite` where all are bosses. */
export function variantLabels(summaries: readonly Variant[], t: Translate, facets: Facets = {}): string[] {
  const variants = summaries.map(({ rarity, tier }) => rarity ?? tier ?? '')
  const isTelling = summaries.length === 1 || new Set(variants).size === variants.length
  return summaries.map((one) =>
    t.list([ownWord(one, facets) ?? '', isTelling ? '' : endOf(one, facets)].filter(Boolean)),
  )
}

/** Nothing where it says the tier again. */
function endOf({ id, tier }: Variant, facets: Facets): string {
  if (tier && id.endsWith(`_${tier}`)) return ''
  return gradeOf({ id, tier }, tiersOf(facets)) ?? id.split(/[._]/).at(-1) ?? ''
}
