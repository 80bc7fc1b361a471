import { formatAge } from '../format/relative-time.ts'
import { humanize } from '../format/humanize.ts'

/** How old what the service last saw of each feed is, as `/v2/meta` says. */
export type Feeds = Readonly<Record<string, { readonly age_seconds: number | null }>>

/** Where the feed's own name would not do. */
const feedLabels: Readonly<Record<string, string>> = {
  trades: 'Trade chat',
  'merchant-stock': "Merchants' stock",
  'merchant-quests': "Merchants' quests",
}

/** `Merchants' stock 7 min ago`, one of each feed. */
export const feedAges = (feeds: Feeds): string[] =>
  Object.entries(feeds).map(([feed, { age_seconds: age }]) => {
    const words = Object.hasOwn(feedLabels, feed) ? feedLabels[feed] : humanize(feed)
    return `${words} ${age === null ? 'not observed yet' : formatAge(age)}`
  })
