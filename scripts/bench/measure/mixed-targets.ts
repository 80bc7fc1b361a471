import { Stream } from '../../../data/sample/random.ts'
import { locales } from '../../../data/api/model/values/locales.ts'
import { readRows } from './bundles.ts'
import { itemQueries } from './queries.ts'
import { pickByShare, type Shares } from './draws.ts'

const lists = [
  'items',
  'monsters',
  'loot-tables',
  'quests',
  'perks',
  'spells',
  'classes',
  'maps',
  'merchants',
  'achievements',
]
const pages = [
  '/',
  '/items',
  '/monsters',
  '/market',
  '/search',
  '/patches',
  '/docs',
  '/docs/endpoints/items.list',
  '/population',
]
const liveTargets = ['/v2/market', '/v2/trades', '/v2/population', '/v2/merchant/stock', '/v2/leaderboards/seasons']
const others = ['/v2/facets', '/v2/meta', '/v2/patches', '/v2/openapi.json', '/tooltips.js', '/health/ready']

/**
 * Returns targets of every kind: rows, lists, filters, other patches and languages, live data, pages; the same for the
 * same key. One in twenty-five is refused: an id that the patch does not have, or a page of a cursor list.
 */
export function mixedTargets(bundle: string, patches: number, count: number, key: string): string[] {
  const stream = new Stream(`mixed/${key}`)
  const items = readRows(bundle, 'items.ndjson')
  const monsters = readRows(bundle, 'monsters.ndjson')
  const queries = itemQueries(items, Math.ceil(count / 3), key)
  const at = () => `patch=${stream.int(1, patches)}`
  const kinds: Shares<(index: number) => string> = [
    [0.3, (index) => `${queries[index % queries.length]}&${at()}&locale=${stream.pick(locales)}`],
    [0.25, () => `/v2/items/${String(stream.pick(items).id)}?${at()}`],
    [0.1, () => `/v2/monsters/${String(stream.pick(monsters).id)}/loot`],
    [0.1, () => `/v2/${stream.pick(lists)}?page=${stream.int(1, 3)}`],
    [0.1, () => `/v2/market?min_price=${stream.int(1, 5000)}&page=${stream.int(1, 20)}`],
    [0.05, () => stream.pick(liveTargets)],
    [0.05, () => stream.pick(others)],
    [0.03, () => `/items/${String(stream.pick(items).id)}?${at()}`],
    [0.02, () => stream.pick(pages)],
  ]
  return Array.from({ length: count }, (_, index) => pickByShare(kinds, stream)(index))
}
