/** A page of what is going on in the game now. */
export interface LivePlace {
  readonly title: string
  readonly path: string
  readonly about: string
  /** The list whose rows it is about. */
  readonly of?: string
}

export const livePlaces: readonly LivePlace[] = [
  { title: 'Market', path: '/market', about: 'What players ask for their things, and what it went for.', of: '/items' },
  {
    title: 'Merchants’ stock',
    path: '/merchants/stock',
    about: 'What stands on each shelf, for how much, and when it was seen.',
    of: '/merchants',
  },
  { title: 'Leaderboards', path: '/leaderboards', about: 'Who stands where, sheet by sheet, season by season.' },
  { title: 'Trade chat', path: '/trades', about: 'What is called out, with the things that are meant.' },
  { title: 'Population', path: '/population', about: 'How many are online and in the lobby, and how that moves.' },
]
