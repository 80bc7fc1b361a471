import { assetOf, isText, type Endpoint } from '../../../../../data/api/model/endpoint.ts'
import { at } from '../../../../../data/api/openapi/example-values.ts'
import type { ApiClient } from '../../../format/ask.ts'

type Found = Record<string, string>
type Find = (fetchApi: (target: string) => Promise<unknown>, endpoint: Endpoint, found: Found) => Promise<unknown>

const hourMilliseconds = 3_600_000

const from =
  (target: string, path: string): Find =>
  async (fetchApi) =>
    at(await fetchApi(target), path)

const board = '/v2/leaderboards'

/** Where a value of each path parameter and of each required parameter is found among what is served now. */
const finders: Readonly<Record<string, Find>> = {
  id: findId,
  season: from(board, 'current'),
  sheet: async (fetchApi, _endpoint, { season }) =>
    at(await fetchApi(`${board}/seasons/${season}/sheets`), 'body.0.id'),
  name: async (fetchApi, endpoint, { season, sheet }) =>
    isText(endpoint)
      ? (at(await fetchApi('/v2/market?limit=1&locale=en'), 'body.0.item') ??
        at(await fetchApi('/v2/items?limit=1&locale=en'), 'body.0.name'))
      : at(await fetchApi(`${board}/seasons/${season}/sheets/${sheet}/entries?page_size=1`), 'entries.0.character'),
  ids: from('/v2/market?limit=1', 'body.0.item_id'),
  q: from('/v2/items?limit=1&locale=en', 'body.0.name'),
  async legacy_id(fetchApi) {
    const season = String(at(await fetchApi(board), 'current'))
    const prefix = at(await fetchApi(`${board}/seasons/${season}`), 'body.legacy_prefix')
    const suffix = at(await fetchApi(`${board}/seasons/${season}/sheets`), 'body.0.legacy_suffix')
    return prefix && suffix ? `${String(prefix)}${String(suffix)}` : undefined
  },
  file: async (fetchApi) => String(at(await fetchApi('/v2/bulk'), 'body.0.url') ?? '').split('/')[3],
  merchant: from('/v2/merchant/stock', 'body.0.merchant'),
  item_id: async (fetchApi, { path }) =>
    path.startsWith('/v2/market')
      ? at(await fetchApi('/v2/market?limit=1'), 'body.0.item_id')
      : at(await fetchApi('/v2/merchant/stock'), 'body.0.stock.0.item_id'),
  hash: async (fetchApi) =>
    /[0-9a-f]{64}/.exec(String(at(await fetchApi('/v2/items?limit=1'), 'body.0.icon_url')))?.[0],
  from: async (fetchApi) => {
    const newest = at(await fetchApi('/v2/population'), 'sample.timestamp')
    return typeof newest === 'string' ? new Date(Date.parse(newest) - hourMilliseconds).toISOString() : undefined
  },
  to: from('/v2/population', 'sample.timestamp'),
}

/** The first row of the parent list; one that has the requested part, where the list shows that. */
async function findId(fetchApi: Parameters<Find>[0], endpoint: Endpoint): Promise<unknown> {
  const [list = ''] = endpoint.path.split('/{id}', 1)
  if (list === '/v2/patches') return 'current'
  const asset = assetOf(endpoint)
  const has = asset ? `&has_${asset.column}=true` : ''
  const json = await fetchApi(`${list}?limit=1${endpoint.resource?.columns.icon ? '' : has}`)
  return at(json, 'body.0.id') ?? at(json, 'rows.0.id')
}

/** Parameters that make an example short and readable. */
const niceties: Readonly<Record<string, string>> = { limit: '2', page_size: '2', rarity: 'epic' }

/** A target of the endpoint that answers 200 with what is served now; undefined if there is no such row. */
export async function exampleRequest(endpoint: Endpoint, fetchApi: ApiClient): Promise<string | undefined> {
  const json = async (target: string) => (await fetchApi(target)).json
  const required = Object.keys(endpoint.params).filter((name) => endpoint.params[name]?.required)
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const found: Found = {}
  for (const name of [...inPath, ...required]) {
    const value = await finders[name]?.(json, endpoint, found)
    if (value === undefined || value === null) return undefined
    found[name] = String(value)
  }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(found[name] ?? ''))
  const query = required.map((name) => [name, found[name] ?? ''] as const)
  const nice = Object.entries(niceties).filter(([name]) => endpoint.params[name] && endpoint.envelope)
  const locale =
    endpoint.params.locale && endpoint.params.locale.default === undefined ? [['locale', 'en'] as const] : []
  const interval = endpoint.params.interval ? [['interval', '1d'] as const] : []
  const all = new URLSearchParams(Object.fromEntries([...query, ...nice, ...interval, ...locale]))
  return all.size > 0 ? `${path}?${all.toString()}` : path
}
