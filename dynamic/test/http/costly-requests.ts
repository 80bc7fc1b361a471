// For suites: the most expensive valid requests to every endpoint, derived from its declaration.
import type { Filter } from '../../../data/api/model/filters.ts'
import { isStream, type Endpoint } from '../../../data/api/model/endpoint.ts'
import { displayedColumns, isScalar } from '../../../data/api/model/row-params.ts'
import { maxRanges, maxSortColumns } from '../../../data/api/model/values/list-codecs.ts'
import type { Catalog } from '../../../data/store/catalog/catalog.ts'
import { currentScopeOf, idsOf, urlOf, validUrls, type Query } from '../fixtures/targets.ts'

/** A language other than English, so that every text is looked up. */
const locale = 'ja'
const commonLetters = ['a', 'e']
const typed = [
  'a',
  'the',
  'of the',
  'lantern ember bow sword',
  'embre lantren',
  '灯',
  'qwertyuiop asdfghjkl',
  'x'.repeat(200),
]

/** All expensive targets of an endpoint; none for streams and endpoints that require a key. */
export function costlyTargets(endpoint: Endpoint, catalog: Catalog): string[] {
  if (isStream(endpoint) || endpoint.keyScope) return []
  const urls = endpoint.kind === 'live' ? [urlOf(endpoint)] : validUrls(endpoint, catalog, undefined, 1)
  return [...new Set(urls.flatMap((url) => [...queriesOf(endpoint, catalog)].map((query) => withQuery(url, query))))]
}

function withQuery(url: string, query: Query): string {
  const [path = '', given = ''] = url.split('?')
  const all = new URLSearchParams(given)
  for (const [name, value] of Object.entries(query)) all.set(name, String(value))
  return all.size > 0 ? `${path}?${all.toString()}` : path
}

/** Streams of all events, of few (filtered) and of none; empty for other endpoints. */
export function costlyStreams(endpoint: Endpoint): string[] {
  if (!isStream(endpoint)) return []
  return ['', '?rarity=epic', '?item_id=id.item.none'].map((query) => endpoint.path + query)
}

/** As many unknown names as fit into a request. */
const wrongNames = Array.from({ length: 1800 }, (_, at) => `w${at.toString(36)}`)

/** Invalid targets with many unknown names, each of which might be compared with all known names. */
export function refusedTargets(): string[] {
  return [
    `/v2/items?fields=${wrongNames.join()}`,
    `/v2/items?attribute=${wrongNames.join()}`,
    `/v2/items?attribute=${wrongNames.slice(0, maxRanges).join()}`,
    `/v2/items?${wrongNames.join('&')}`,
  ]
}

/** Queries of an endpoint, from none to as many expensive parameters as possible. */
function* queriesOf(endpoint: Endpoint, catalog: Catalog): Generator<Query> {
  const { params, envelope, rowColumns, resource, filters } = endpoint
  const has = (query: Query): Query => Object.fromEntries(Object.entries(query).filter(([name]) => params[name]))
  const columns = rowColumns ?? resource?.columns ?? {}
  const sortable = [...displayedColumns(columns)].filter(([, column]) => isScalar(column)).map(([name]) => name)
  const limit = envelope?.limits.max
  const embed = valuesIn(params.embed)
  const whole = has({ ...(limit && { limit, page_size: limit }), locale, ...(embed && { embed }) })
  yield {}
  yield whole
  yield has({ ...whole, condense: false })
  if (params.ids && resource && endpoint.kind === 'catalog') yield { ...whole, ids: someIds(endpoint, catalog).join() }
  if (params.sort)
    for (const keys of [sortable.slice(0, maxSortColumns), sortable.slice(-maxSortColumns).map((name) => `-${name}`)])
      if (keys.length > 0) yield has({ ...whole, sort: keys.join() })
  for (const format of params.format?.isMedia ? ['csv', 'ndjson'] : [])
    yield has({ format, locale, ...(embed && { embed }) })
  yield* filteredQueries(filters, whole)
  if (params.attribute)
    for (const attribute of ['might:1..,armor_rating:..99', manyRanges])
      yield { ...whole, attribute, sort: '-primary_max_might' }
  if (params.q) for (const q of typed) yield has({ q, limit: limit ?? 25, locale })
  if (params.name?.required) for (const name of typed) yield { name }
  // In live endpoints `from` and `to` are times.
  if (params.from && params.to && !params.from.required && endpoint.kind !== 'live')
    for (const { id } of catalog.patches.all) yield has({ from: id, to: 'current', locale, limit: limit ?? 25 })
}

/** The maximum number of ranges; every item that has the attribute is in each of them. */
const manyRanges = Array.from({ length: maxRanges }, (_, at) => `might:..${1000 + at}`).join()

/** Queries with one substring filter each, then one with a range for every number. */
function* filteredQueries(filters: readonly Filter[], whole: Query): Generator<Query> {
  for (const { param, operator } of filters)
    if (operator === 'containing') for (const letter of commonLetters) yield { ...whole, [param]: letter }
  const ranges = filters.filter(({ operator, codec }) => operator === 'atLeast' && isNumber(codec.schema))
  if (ranges.length > 0) yield { ...whole, ...Object.fromEntries(ranges.map(({ param }) => [param, 0])) }
}

const isNumber = (schema: object): boolean => /^(integer|number)$/.test(String((schema as { type?: unknown }).type))

function valuesIn(param: Endpoint['params'][string] | undefined): string | undefined {
  const { items } = (param?.codec.schema ?? {}) as { items?: { enum?: readonly string[] } }
  return items?.enum?.join()
}

/** The maximum number of ids, spread evenly over the list. */
function someIds(endpoint: Endpoint, catalog: Catalog): string[] {
  const ids = idsOf(endpoint, catalog, currentScopeOf(endpoint, catalog))
  const step = Math.max(1, Math.floor(ids.length / 100))
  return ids.filter((_id, at) => at % step === 0).slice(0, 100)
}
