// Which messages scripts show. The page puts them into `data-messages` of an element, so that no script carries a
// language.
import { translator, type Catalog, type MessageKey, type Translate } from './translate.ts'

export const shownBy = {
  copying: ['call.copied'],
  tray: [
    'compare.compareCount',
    'compare.addTo',
    'compare.isIn',
    'compare.removeFrom',
    'compare.oneKind',
    'compare.atMost',
    'compare.dropped',
  ],
  feeds: [
    'feed.aged',
    'feed.build',
    'feed.quests',
    'feed.unobserved',
    'footer.population',
    'footer.tradeChat',
    'nav.leaderboards',
    'nav.market',
    'stock.title',
  ],
  live: ['live.failed', 'live.offline', 'live.tooMany', 'live.notReady'],
  model: ['model.failed'],
  chart: ['chart.all', 'chart.hint', 'chart.keys', 'chart.showAll', 'chart.tapHint', 'chart.zoomIn', 'chart.zoomOut'],
  favourites: [
    'fav.count',
    'fav.failed',
    'fav.gone',
    'fav.price',
    'fav.remove',
    'price.aboveWeek',
    'price.atWeek',
    'price.basisDay',
    'price.basisWeek',
    'price.belowWeek',
  ],
  search: [
    'search.found',
    'search.failed',
    'search.nothing',
    'live.tooMany',
    'search.variants',
    'search.rarities',
    'search.formerly',
    'search.inText',
    'search.drops',
    'search.price',
    'search.rewards',
    'search.wordsOfDrops',
    'search.wordsOfPrice',
    'search.wordsOfRewards',
    'search.wordsBefore',
    'price.gold',
    'price.goldRange',
  ],
} as const satisfies Readonly<Record<string, readonly MessageKey[]>>

type Shown = typeof shownBy

/** The messages of one script, from the element that has them. */
export const messagesAt = <Name extends keyof Shown>(element: Element): Translate<Shown[Name][number]> =>
  translator(
    document.documentElement.lang,
    JSON.parse(element.getAttribute('data-messages') ?? '{}') as Catalog<Shown[Name][number]>,
  )
