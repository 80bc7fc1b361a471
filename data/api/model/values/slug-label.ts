/** The label of a slug that is given none: `Type.Spell.Cast.Instant` and `two_handed` to `Instant` and `Two Handed`. */
export const slugLabel = (slug: string): string =>
  (slug.split('.').at(-1) ?? slug).replaceAll('_', ' ').replace(/(^| )\p{Ll}/gu, (start) => start.toUpperCase())
