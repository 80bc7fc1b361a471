/** The label of a slug for which the bundle has none: `Instant` for `Type.Spell.Cast.Instant`, `Two Handed` for `two_handed`. */
export const slugLabel = (slug: string): string =>
  (slug.split('.').at(-1) ?? slug).replaceAll('_', ' ').replace(/(^| )\p{Ll}/gu, (start) => start.toUpperCase())
