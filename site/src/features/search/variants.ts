import type { Translate } from '../../messages/translate.ts'
import type { RowSummary } from '../../request/row-lookup.ts'
import { labelsOf, type Facets } from '../../request/facets.ts'
import { labelFor } from '../../format/humanize.ts'
import { gradeOf } from '../../format/variant-label.ts'

type Variant = Pick<RowSummary, 'id' | 'rarity' | 'tier'>

const tiersOf = (facets: Facets) => labelsOf(facets, 'monsters', 'tier')

/** Returns the label of the rarity or the tier in the language of the facets. */
function ownWord({ rarity, tier }: Variant, facets: Facets): string | undefined {
  if (rarity) return labelFor(labelsOf(facets, 'items', 'rarity'), rarity)
  return tier && labelFor(tiersOf(facets), tier)
}

/** Returns the texts of the game's data in the label of a variant: its rarity, or its tier and the grade in its id. */
export const variantNames = (variant: Variant, facets: Facets): string[] =>
  [ownWord(variant, facets), gradeOf(variant, tiersOf(facets))].filter((word) => word !== undefined)

/** Returns labels that distinguish things of one name, such as `Rare`, or `Boss, elite` if several are bosses. */
export function variantLabels(summaries: readonly Variant[], t: Translate, facets: Facets = {}): string[] {
  const variants = summaries.map(({ rarity, tier }) => rarity ?? tier ?? '')
  const isUnique = summaries.length === 1 || new Set(variants).size === variants.length
  return summaries.map((one) =>
    t.list([ownWord(one, facets) ?? '', isUnique ? '' : endOf(one, facets)].filter(Boolean)),
  )
}

/** Returns the grade, or else the last part of the id; empty if that is the tier. */
function endOf({ id, tier }: Variant, facets: Facets): string {
  if (tier && id.endsWith(`_${tier}`)) return ''
  return gradeOf({ id, tier }, tiersOf(facets)) ?? id.split(/[._]/).at(-1) ?? ''
}
