import { assetOf, isText, type Endpoint } from '../model/endpoint.ts'

/** Requests a target and returns the JSON of the answer; undefined if there is none. */
type ReadJson = (target: string) => Promise<unknown>
export type ExampleValues = Readonly<Record<string, string>>
type Found = Record<string, string>
type Find = (read: ReadJson, endpoint: Endpoint, found: Found) => Promise<readonly unknown[]>

const minuteMilliseconds = 60_000
/** Maximum number of rows of a list that are tried until an example is not empty. */
const maxTriedRows = 20

/** The value at a path such as `body.0.id`. */
function at(json: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
      json,
    )
}

const from =
  (target: string, path: string): Find =>
  async (read) => [at(await read(target), path)]

/** Finds the values at a path in each row of a list. */
const each =
  (target: string, list: string, path: string): Find =>
  async (read) => {
    const rows = at(await read(target), list)
    return Array.isArray(rows) ? rows.slice(0, maxTriedRows).map((row) => at(row, path)) : []
  }

const board = '/v2/leaderboards'

/** How to find values of each path parameter and each required parameter in the served data. */
const finders: Readonly<Record<string, Find>> = {
  id: findIds,
  season: from(board, 'current'),
  sheet: (read, endpoint, found) =>
    each(`${board}/seasons/${found.season}/sheets`, 'body', 'id')(read, endpoint, found),
  name: async (read, endpoint, found) =>
    isText(endpoint)
      ? [
          at(await read('/v2/market?limit=1&locale=en'), 'body.0.item') ??
            at(await read('/v2/items?limit=1&locale=en'), 'body.0.name'),
        ]
      : each(`${board}/seasons/${found.season}/sheets/${found.sheet}/entries?page_size=1`, 'entries', 'character')(
          read,
          endpoint,
          found,
        ),
  ids: from('/v2/market?limit=1', 'body.0.item_id'),
  q: from('/v2/items?limit=1&locale=en', 'body.0.name'),
  async legacy_id(read) {
    const season = String(at(await read(board), 'current'))
    const prefix = at(await read(`${board}/seasons/${season}`), 'body.legacy_prefix')
    const sheets = at(await read(`${board}/seasons/${season}/sheets`), 'body')
    const suffixes = Array.isArray(sheets) ? sheets.map((sheet) => at(sheet, 'legacy_suffix')) : []
    return suffixes.flatMap((suffix) => (prefix && suffix ? [`${String(prefix)}${String(suffix)}`] : []))
  },
  merchant: each('/v2/merchant/stock', 'body', 'merchant'),
  item_id: async (read, endpoint, found) =>
    endpoint.path.startsWith('/v2/market')
      ? each('/v2/market', 'body', 'item_id')(read, endpoint, found)
      : stockedItems(read, endpoint, found),
  hash: async (read) => {
    const urls = await each('/v2/items?limit=250', 'body', 'icon_url')(read, {} as Endpoint, {})
    return urls.flatMap((url) => /[0-9a-f]{64}/.exec(String(url))?.[0] ?? [])
  },
  file: async (read) => [String(at(await read('/v2/bulk'), 'body.0.url') ?? '').split('/')[3]],
  from: (read) => instantNear(read, -60),
  to: (read) => instantNear(read, 1),
}

/** Items that merchants sell, followed by those of the catalog, because all merchants may be sold out. */
const stockedItems: Find = async (read, endpoint, found) => [
  ...(await each('/v2/merchant/stock', 'body', 'stock.0.item_id')(read, endpoint, found)),
  ...(await each('/v2/items', 'body', 'id')(read, endpoint, found)),
]

/** The instant some minutes after the newest population sample, or before it if `minutes` is negative. */
async function instantNear(read: ReadJson, minutes: number): Promise<unknown[]> {
  const newest = at(await read('/v2/population'), 'sample.timestamp')
  if (typeof newest !== 'string') return []
  return [new Date(Date.parse(newest) + minutes * minuteMilliseconds).toISOString().replace('.000Z', 'Z')]
}

/** Ids of rows in the list above the endpoint; if the list shows which rows have the requested asset, only their ids. */
async function findIds(read: ReadJson, endpoint: Endpoint): Promise<unknown[]> {
  const [list = '', rest] = endpoint.path.split('/{id}')
  if (list === '/v2/patches') return rest === '' ? ['current'] : patchesWithParent(read)
  const asset = assetOf(endpoint)
  const isFiltered = asset?.displayed === 'bytes'
  const json = await read(isFiltered ? `${list}?has_${asset.column}=true` : list)
  const rows = at(json, 'body') ?? at(json, 'rows')
  if (!Array.isArray(rows)) return []
  const linked = asset === undefined || isFiltered ? 'id' : `${asset.column}_url`
  const withAsset = rows.filter((row) => at(row, linked) !== undefined)
  return (withAsset.length > 0 ? withAsset : rows).slice(0, maxTriedRows).map((row) => at(row, 'id'))
}

async function patchesWithParent(read: ReadJson): Promise<unknown[]> {
  const rows = at(await read('/v2/patches'), 'body')
  const patches = Array.isArray(rows) ? (rows as unknown[]).toReversed() : []
  return patches.filter((patch) => at(patch, 'parent_patch_id') !== undefined).map((patch) => at(patch, 'id'))
}

const namesIn = ({ path, params }: Endpoint): string[] => [
  ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
  ...Object.keys(params).filter((name) => params[name]?.required),
]

/**
 * Finds values of the path parameters and the required parameters that can be answered now. Returns candidates for the
 * last parameter, each with the first value of the parameters before it; those that are likely not to have an empty
 * answer come first. Empty if there is no value for a parameter.
 */
export async function exampleValues(endpoint: Endpoint, read: ReadJson): Promise<readonly ExampleValues[]> {
  let candidates: Found[] = [{}]
  for (const name of namesIn(endpoint)) {
    const [first] = candidates
    const values = first ? await finders[name]?.(read, endpoint, first) : undefined
    const given = (values ?? []).filter((value) => value !== undefined && value !== null)
    candidates = given.map((value) => ({ ...first, [name]: String(value) }))
  }
  return candidates
}

/** The request target of an endpoint with these values and further parameters. */
export function targetWith(
  { path, params }: Endpoint,
  values: ExampleValues,
  more: readonly (readonly [name: string, value: string])[] = [],
): string {
  const place = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(values[name] ?? ''))
  const required = Object.entries(values).filter(([name]) => params[name]?.required && !path.includes(`{${name}}`))
  const query = new URLSearchParams(Object.fromEntries([...required, ...more]))
  return query.size > 0 ? `${place}?${query.toString()}` : place
}
