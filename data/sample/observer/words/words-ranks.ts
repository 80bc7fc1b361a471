/** What the Reach calls those who come back from it, from first to last. */
export const adventureRanks = [
  'Kindling',
  'Lampbearer',
  'Wayfinder',
  'Deepwalker',
  'Gravewarden',
  'Hollow Sworn',
] as const

export const rankLevels = ['I', 'II', 'III', 'IV', 'V'] as const

/** How well a merchant has to know a customer. */
export const merchantRanks = ['stranger', 'regular', 'neighbor', 'friend', 'confidant'].map(
  (slug) => `id.merchant_rank.${slug}`,
)
