import type { shownBy } from '../messages/in-scripts.ts'
import type { Translate } from '../messages/translate.ts'
import { humanize } from '../format/humanize.ts'

/** Age of the last observation of each feed, as in `/v2/meta`; null if there is none. */
export type Feeds = Readonly<Record<string, { readonly age_seconds: number | null }>>

type FeedMessage = (typeof shownBy.feeds)[number]

const feedNames: Readonly<Record<string, FeedMessage>> = {
  market: 'nav.market',
  trades: 'footer.tradeChat',
  population: 'footer.population',
  leaderboards: 'nav.leaderboards',
  'merchant-stock': 'stock.title',
  'merchant-quests': 'feed.quests',
}

/** Returns one text per feed, such as `Merchants’ stock 7 min. ago`. */
export const feedAges = (feeds: Feeds, t: Translate<FeedMessage>): string[] =>
  Object.entries(feeds).map(([feed, { age_seconds: age }]) => {
    const name = Object.hasOwn(feedNames, feed) ? feedNames[feed] : undefined
    return t('feed.aged', {
      feed: name ? t(name) : humanize(feed),
      age: age === null ? t('feed.unobserved') : t.age(age),
    })
  })
