import { labelFor } from './humanize.ts'

interface Variant {
  readonly id: string
  readonly tier?: unknown
}
type Labels = Readonly<Record<string, { readonly label: string }>>

/** Labels of rarities and tiers by slug. */
export interface VariantLabels {
  readonly rarity: Labels
  readonly tier: Labels
}

/**
 * The label of the tier at the end of an id if it differs from the row's own tier: `Elite` for the boss
 * `lantern_eater_elite`.
 */
export function gradeOf({ id, tier }: Variant, labels: Labels): string | undefined {
  if (typeof tier !== 'string' || id.endsWith(`_${tier}`)) return undefined
  const [longest] = Object.keys(labels)
    .filter((slug) => id.endsWith(`_${slug}`))
    .sort((a, b) => b.length - a.length)
  return longest === undefined ? undefined : labels[longest]?.label
}

/** Labels that distinguish monsters of the same name: `Elite`, or `Boss` and `Elite` if several of them are bosses. */
export function tierLabels(variant: Variant & { readonly tier: string }, labels: Labels): string[] {
  const { tier } = variant
  return [labelFor(labels, tier), gradeOf(variant, labels) ?? ''].filter(Boolean)
}

/** Labels that distinguish a row from others of the same name: its rarity, or a monster's tier. */
export function labelsOfVariant(row: Variant & { readonly rarity?: unknown }, labels: VariantLabels): string[] {
  const { id, rarity, tier } = row
  if (typeof rarity === 'string') return [labelFor(labels.rarity, rarity)]
  return typeof tier === 'string' ? tierLabels({ id, tier }, labels.tier) : []
}
