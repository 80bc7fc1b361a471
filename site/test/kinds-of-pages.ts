// For suites: one page of every kind, with ids from the responses of a service.
import { api } from '../../data/api/table.ts'
import { listsOf, pagePath } from '../src/request/explorer.ts'

/** Templates that render a page for every resource. */
type Template = 'list' | 'thing'

/** A kind of page, and how to find an example of it. */
export interface PageKind {
  readonly kind: string
  readonly path: string | ((fetchApi: ApiClient) => Promise<string>)
  /** The expected status; 200 by default. */
  readonly status?: number
  readonly template?: Template
}

type ApiClient = <Answer>(target: string) => Promise<Answer>

interface Listed {
  readonly body?: readonly { readonly id: string }[]
  readonly rows?: readonly { readonly id: string }[]
}
interface Boards {
  readonly current: string
  readonly seasons: readonly { readonly id: string; readonly sheets: readonly string[] }[]
}
interface Shelves {
  readonly body: readonly { readonly merchant: string; readonly stock: readonly { readonly item_id: string }[] }[]
}

async function first(fetchApi: ApiClient, target: string): Promise<string> {
  const { body, rows } = await fetchApi<Listed>(target)
  return encodeURIComponent((body ?? rows)?.[0]?.id ?? '')
}

async function board(fetchApi: ApiClient): Promise<string> {
  const { current, seasons } = await fetchApi<Boards>('/v2/leaderboards')
  return `${current}/${seasons.find(({ id }) => id === current)?.sheets[0] ?? ''}`
}

async function character(fetchApi: ApiClient): Promise<string> {
  const [season = '', sheet = ''] = (await board(fetchApi)).split('/')
  const entries = `/v2/leaderboards/seasons/${season}/sheets/${sheet}/entries?page_size=1`
  const { entries: found } = await fetchApi<{ entries: readonly { readonly character: string }[] }>(entries)
  return `${season}/${sheet}/${encodeURIComponent(found[0]?.character ?? '')}`
}

async function shelf(fetchApi: ApiClient): Promise<{ merchant: string; ware: string }> {
  const { body } = await fetchApi<Shelves>('/v2/merchant/stock')
  const filled = body.find(({ stock }) => stock.length > 0)
  return { merchant: filled?.merchant ?? '', ware: filled?.stock[0]?.item_id ?? '' }
}

const lists: readonly PageKind[] = listsOf(api).flatMap((list): PageKind[] => [
  { kind: `list: ${pagePath(list)}`, template: 'list', path: pagePath(list) },
  {
    kind: `thing: ${pagePath(list)}`,
    template: 'thing',
    path: async (fetchApi) => `${pagePath(list)}/${await first(fetchApi, `${list.path}?limit=1`)}`,
  },
])

const ofCatalog: readonly PageKind[] = [
  { kind: 'home', path: '/' },
  { kind: 'explore', path: '/explore' },
  { kind: 'filtered list', path: '/items?rarity=rare,epic&type=weapon' },
  { kind: 'list with chosen columns', path: '/items?columns=rarity,vendor_price' },
  { kind: 'list in another language', path: '/quests?locale=de' },
  { kind: 'list without a row', path: '/items?name=zzzzqq' },
  { kind: 'refused filter', path: '/items?min_gear_score=much', status: 400 },
  {
    kind: 'monster with a model',
    path: async (fetchApi) => `/monsters/${await first(fetchApi, '/v2/monsters?has_model=true&limit=1')}`,
  },
  {
    kind: 'thing of an old patch',
    path: async (fetchApi) => `/items/${await first(fetchApi, '/v2/items?limit=1&patch=1')}?patch=1`,
  },
  { kind: 'patches', path: '/patches' },
  { kind: 'changelog', path: '/patches/2' },
  { kind: 'changelog of a list', path: '/patches/2?resource=items&kind=changed' },
  { kind: 'first patch', path: '/patches/1' },
  { kind: 'search', path: '/search?q=a' },
  {
    kind: 'comparison',
    path: async (fetchApi) => {
      const { body = [] } = await fetchApi<Listed>('/v2/items?type=weapon&limit=3')
      return `/compare?ids=${body.map(({ id }) => id).join(',')},${body[0]?.id ?? ''}@1&q=lantern`
    },
  },
  {
    kind: 'class report',
    path: '/classes/id.player_character.warden/patches/2',
  },
  { kind: 'drop explorer', path: '/drops' },
  { kind: 'drops of an item', path: '/drops?id=id.item.ember_lantern_5001&luck=100&kills=500' },
  { kind: 'drops of a monster', path: '/drops?id=id.monster.bog_wight_common&rarity=rare' },
  { kind: 'drops of a map', path: '/drops?id=id.map.brine_fen' },
  { kind: 'comparison of nothing', path: '/compare' },
  { kind: 'search without a find', path: '/search?q=zzzzqq' },
  { kind: 'no such page', path: '/no/such/page', status: 404 },
  { kind: 'no such thing', path: '/items/id.item.nobody_1001', status: 404 },
  { kind: 'no such patch', path: '/items?patch=77', status: 404 },
]

const docs: readonly PageKind[] = [
  { kind: 'docs', path: '/docs' },
  { kind: 'guide', path: '/docs/guides/quick-start' },
  { kind: 'endpoint', path: '/docs/endpoints/items.list' },
  { kind: 'bulk files', path: '/docs/bulk' },
  { kind: 'settings', path: '/docs/settings' },
  { kind: 'questions', path: '/docs/faq' },
  { kind: 'changelog of the API', path: '/docs/changelog' },
  { kind: 'built with', path: '/docs/built-with' },
  { kind: 'errors', path: '/errors' },
  { kind: 'favourites', path: '/favourites' },
]

/** The archetype with the most listings, so that its price history is a line. */
async function priced(fetchApi: ApiClient): Promise<string> {
  const { body } = await fetchApi<{ body: readonly { readonly archetype: string }[] }>('/v2/market?limit=250')
  const counts = new Map<string, number>()
  for (const { archetype } of body) counts.set(archetype, (counts.get(archetype) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? ''
}

/** One page of every kind with live data. */
export const livePages: readonly PageKind[] = [
  { kind: 'market', path: '/market?has_sold=true&rarity=common,rare' },
  { kind: 'deals', path: '/deals?listings=1&rarity=rare,epic' },
  { kind: 'price', path: async (fetchApi) => `/market/${await priced(fetchApi)}` },
  { kind: 'population', path: '/population' },
  { kind: 'leaderboards', path: '/leaderboards' },
  { kind: 'board', path: async (fetchApi) => `/leaderboards/${await board(fetchApi)}` },
  { kind: 'character', path: async (fetchApi) => `/leaderboards/${await character(fetchApi)}` },
  { kind: 'stock', path: '/merchants/stock' },
  { kind: 'stock of a merchant', path: async (fetchApi) => `/merchants/stock/${(await shelf(fetchApi)).merchant}` },
  {
    kind: 'stock history',
    path: async (fetchApi) => `/merchants/stock/history?item_id=${(await shelf(fetchApi)).ware}`,
  },
  { kind: 'trade chat', path: '/trades' },
]

/** One page of every kind. */
export const everyKind: readonly PageKind[] = [
  ...lists,
  ...ofCatalog,
  ...docs,
  ...livePages,
  { kind: 'market, refused', path: '/market?min_price=cheap', status: 400 },
  { kind: 'ladder that is not there', path: '/leaderboards/0/0', status: 404 },
  { kind: 'dashboard, signed out', path: '/dashboard' },
]

/** The path of an example page, which may take requests to the service. */
export async function pathOf({ path }: PageKind, origin: string): Promise<string> {
  if (typeof path === 'string') return path
  return path(async <Answer>(target: string) => (await (await fetch(origin + target)).json()) as Answer)
}
