/** A leaderboard. Every season has all of them; ids are unique within a season. */
export interface Sheet {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly contentTypes: readonly string[]
  readonly order: number
  /** The best score at the end of a week. */
  readonly best: number
  /** True if the score only increases within a week; false for a rating that goes up and down. */
  readonly isRating: boolean
}

export const sheets: readonly Sheet[] = [
  {
    id: 'adventure',
    name: 'Adventure',
    type: 'overall',
    contentTypes: ['dungeon', 'boss'],
    order: 1,
    best: 184_000,
    isRating: false,
  },
  { id: 'arena', name: 'Arena', type: 'pvp', contentTypes: ['arena'], order: 2, best: 2950, isRating: true },
  {
    id: 'gold',
    name: 'Gold',
    type: 'wealth',
    contentTypes: ['dungeon', 'market'],
    order: 3,
    best: 6_400_000,
    isRating: false,
  },
]
