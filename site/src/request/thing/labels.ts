import { labelsOf } from '../facets.ts'
import type { RowDetail } from './row-detail.ts'
import { humanizeId, humanizeSlug } from '../../format/humanize.ts'
import { tierLabel } from '../../format/variant-label.ts'

/** How a slug or an id in a thing's column is called. */
export function labelOf({ facets, lookup, list }: RowDetail, column: string, value: string): string {
  const known = labelsOf(facets, list.resource?.name, column)[value]
  if (known) return known.label
  return value.startsWith('id.') ? (lookup.find(value)?.name ?? humanizeId(value)) : humanizeSlug(value)
}

/** What tells a thing apart from others of its name: its rarity, or a monster's tier. */
export function variantOf(detail: RowDetail): string | undefined {
  const { rarity, tier } = detail.row
  if (typeof rarity === 'string') return labelOf(detail, 'rarity', rarity)
  if (typeof tier !== 'string') return undefined
  return tierLabel({ id: detail.id, tier }, labelsOf(detail.facets, detail.list.resource?.name, 'tier'))
}
