import { labelsOf } from '../facets.ts'
import type { RowDetail } from './row-detail.ts'
import { humanizeId, humanizeSlug } from '../../format/humanize.ts'
import { tierLabels } from '../../format/variant-label.ts'

/** The label of a slug or an id in a column of a row. */
export function labelOf({ facets, lookup, list }: RowDetail, column: string, value: string): string {
  const known = labelsOf(facets, list.resource?.name, column)[value]?.label
  if (known !== undefined) return known
  return value.startsWith('id.') ? (lookup.find(value)?.name ?? humanizeId(value)) : humanizeSlug(value)
}

/** Labels that distinguish a row from others of the same name: its rarity, or a monster's tier. */
export function variantLabels(detail: RowDetail): string[] {
  const { rarity, tier } = detail.row
  if (typeof rarity === 'string') return [labelOf(detail, 'rarity', rarity)]
  if (typeof tier !== 'string') return []
  return tierLabels({ id: detail.id, tier }, labelsOf(detail.facets, detail.list.resource?.name, 'tier'))
}
