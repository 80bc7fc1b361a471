import type { RowSummary } from '../../request/row-lookup.ts'
import { humanize } from '../../format/humanize.ts'

type Variant = Pick<RowSummary, 'id' | 'rarity' | 'tier'>

/** In words what tells things of one name apart, each of its own: `Rare`, or `Boss, elite` where all are bosses. */
export function variantLabels(summaries: readonly Variant[]): string[] {
  const variants = summaries.map(({ rarity, tier }) => rarity ?? tier ?? '')
  const isTelling = summaries.length === 1 || new Set(variants).size === variants.length
  return summaries.map(({ id }, place) => {
    const end = isTelling ? '' : (id.split(/[._]/).at(-1) ?? '')
    return [variants[place] && humanize(variants[place]), end].filter(Boolean).join(', ')
  })
}
