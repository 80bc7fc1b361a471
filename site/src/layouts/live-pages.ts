import type { MessageKey } from '../messages/translate.ts'

interface LivePage {
  readonly title: MessageKey
  readonly path: string
  readonly description: MessageKey
  /** Path of the list whose rows the page is about. */
  readonly of?: string
}

/** Pages of live data. They are listed on `/explore` and linked from the list that they are about. */
export const livePages: readonly LivePage[] = [
  {
    title: 'nav.market',
    path: '/market',
    description: 'market.about',
    of: '/items',
  },
  {
    title: 'deals.title',
    path: '/deals',
    description: 'deals.about',
    of: '/items',
  },
  {
    title: 'stock.title',
    path: '/merchants/stock',
    description: 'stock.about',
    of: '/merchants',
  },
  { title: 'nav.leaderboards', path: '/leaderboards', description: 'ranks.about' },
  { title: 'footer.tradeChat', path: '/trades', description: 'trades.about' },
  {
    title: 'footer.population',
    path: '/population',
    description: 'population.about',
  },
]
