/** A page of what is going on in the game now. */
export interface LivePage {
  readonly title: string
  readonly path: string
  readonly description: string
  /** The list whose rows it is about. */
  readonly of?: string
}

export const livePages: readonly LivePage[] = [
  {
    title: 'Market',
    path: '/market',
    description: 'Listings and prices of the player market.',
    of: '/items',
  },
  {
    title: 'Deals',
    path: '/deals',
    description: 'Listings below the median of their item, recipes and vendors that earn gold.',
    of: '/items',
  },
  {
    title: 'Merchants’ stock',
    path: '/merchants/stock',
    description: 'Stock and prices of each merchant.',
    of: '/merchants',
  },
  { title: 'Leaderboards', path: '/leaderboards', description: 'Ranks of each leaderboard and season.' },
  { title: 'Trade chat', path: '/trades', description: 'Messages of the trade channel, with links to items.' },
  {
    title: 'Population',
    path: '/population',
    description: 'Players online, in the lobby and in the dungeon, over time.',
  },
]
