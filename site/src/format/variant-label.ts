import { labelFor } from './humanize.ts'

interface Variant {
  readonly id: string
  readonly tier?: unknown
}
type TierLabels = Readonly<Record<string, { readonly label: string }>>

/**
 * The label of the tier at the end of an id if it differs from the row's own tier: `Elite` for the boss
 * `lantern_eater_elite`.
 */
export function gradeOf({ id, tier }: Variant, labels: TierLabels): string | undefined {
  if (typeof tier !== 'string' || id.endsWith(`_${tier}`)) return undefined
  const [longest] = Object.keys(labels)
    .filter((slug) => id.endsWith(`_${slug}`))
    .sort((a, b) => b.length - a.length)
  return longest === undefined ? undefined : labels[longest]?.label
}

/** Labels that distinguish monsters of the same name: `Elite`, or `Boss` and `Elite` if several of them are bosses. */
export function tierLabels(variant: Variant & { readonly tier: string }, labels: TierLabels): string[] {
  const { tier } = variant
  return [labelFor(labels, tier), gradeOf(variant, labels) ?? ''].filter(Boolean)
}
