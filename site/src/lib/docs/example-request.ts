import type { Endpoint } from '../../../../data/api/endpoint.ts'
import type { Ask } from '../ask.ts'

type Found = Record<string, string>
type Find = (ask: (target: string) => Promise<unknown>, endpoint: Endpoint, found: Found) => Promise<unknown>

const hourMilliseconds = 3_600_000

/** The value at a path such as `body.0.id`. */
function at(json: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (held, step) => (typeof held === 'object' && held !== null ? Reflect.get(held, step) : undefined),
      json,
    )
}

const from =
  (target: string, path: string): Find =>
  async (ask) =>
    at(await ask(target), path)

const board = '/v2/leaderboards'

/** Where a value of each path parameter and of each required parameter is found among what is served now. */
const finders: Readonly<Record<string, Find>> = {
  id: findId,
  season: from(board, 'current'),
  sheet: async (ask, _endpoint, { season }) => at(await ask(`${board}/seasons/${season}/sheets`), 'body.0.id'),
  name: async (ask, { isText }, { season, sheet }) =>
    isText
      ? (at(await ask('/v2/market?limit=1&locale=en'), 'body.0.item') ??
        at(await ask('/v2/items?limit=1&locale=en'), 'body.0.name'))
      : at(await ask(`${board}/seasons/${season}/sheets/${sheet}/entries?page_size=1`), 'entries.0.character'),
  async legacy_id(ask) {
    const season = String(at(await ask(board), 'current'))
    const prefix = at(await ask(`${board}/seasons/${season}`), 'body.legacy_prefix')
    const suffix = at(await ask(`${board}/seasons/${season}/sheets`), 'body.0.legacy_suffix')
    return prefix && suffix ? `${String(prefix)}${String(suffix)}` : undefined
  },
  merchant: from('/v2/merchant/stock', 'body.0.merchant'),
  item_id: async (ask, { path }) =>
    path.startsWith('/v2/market')
      ? at(await ask('/v2/market?limit=1'), 'body.0.item_id')
      : at(await ask('/v2/merchant/stock'), 'body.0.stock.0.item_id'),
  hash: async (ask) => /[0-9a-f]{64}/.exec(String(at(await ask('/v2/items?limit=1'), 'body.0.icon_url')))?.[0],
  from: async (ask) => {
    const newest = at(await ask('/v2/population'), 'sample.timestamp')
    return typeof newest === 'string' ? new Date(Date.parse(newest) - hourMilliseconds).toISOString() : undefined
  },
  to: from('/v2/population', 'sample.timestamp'),
}

/** The first row of the list above; one that has what is asked for, where the list can tell. */
async function findId(ask: Parameters<Find>[0], endpoint: Endpoint): Promise<unknown> {
  const [list = ''] = endpoint.path.split('/{id}', 1)
  if (list === '/v2/patches') return 'current'
  const has = endpoint.linked === undefined ? '' : `&has_${endpoint.linked}=true`
  const json = await ask(`${list}?limit=1${endpoint.resource?.columns.icon ? '' : has}`)
  return at(json, 'body.0.id') ?? at(json, 'rows.0.id')
}

/** Parameters that make an example short and readable. */
const niceties: Readonly<Record<string, string>> = { limit: '2', page_size: '2', rarity: 'epic' }

/** A target of the endpoint that answers 200 with what is served now; nothing where there is no such row. */
export async function exampleRequest(endpoint: Endpoint, ask: Ask): Promise<string | undefined> {
  const json = async (target: string) => (await ask(target)).json
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
