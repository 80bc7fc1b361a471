// For suites: the costliest legal requests of every endpoint, derived from its declaration.
import type { Filter } from '../../../data/api/model/filters.ts'
import { isStream, type Endpoint } from '../../../data/api/model/endpoint.ts'
import { shownColumns, isScalar } from '../../../data/api/model/row-params.ts'
import { maxRanges, maxSortColumns } from '../../../data/api/model/values/list-codecs.ts'
import type { Catalog } from '../../../data/store/catalog/catalog.ts'
import { currentScopeOf, idsOf, urlOf, validUrls, type Query } from '../fixtures/targets.ts'

/** Far from English: every text is looked up. */
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

/** All of one endpoint. */
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

/** Streams of everything from the first change on, and of what its filters let through: a little, and nothing. */
export function costlyStreams(endpoint: Endpoint): string[] {
  if (!isStream(endpoint)) return []
  return ['', '?rarity=epic', '?item_id=id.item.none'].map((query) => endpoint.path + query)
}

/** As many wrong names as a request has room for. */
const wrongNames = Array.from({ length: 1800 }, (_, at) => `w${at.toString(36)}`)

/** What is refused for a great many names, each of which could be compared with all that there are. */
export function refusedTargets(): string[] {
  return [
    `/v2/items?fields=${wrongNames.join()}`,
    `/v2/items?attribute=${wrongNames.join()}`,
    `/v2/items?attribute=${wrongNames.slice(0, maxRanges).join()}`,
    `/v2/items?${wrongNames.join('&')}`,
  ]
}

/** From none to all that its rows can be asked for at once. */
function* queriesOf(endpoint: Endpoint, catalog: Catalog): Generator<Query> {
  const { params, envelope, rowColumns, resource, filters } = endpoint
  const has = (query: Query): Query => Object.fromEntries(Object.entries(query).filter(([name]) => params[name]))
  const columns = rowColumns ?? resource?.columns ?? {}
  const sortable = [...shownColumns(columns)].filter(([, column]) => isScalar(column)).map(([name]) => name)
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
  // Of live data they are times.
  if (params.from && params.to && !params.from.required && endpoint.kind !== 'live')
    for (const { id } of catalog.patches.all) yield has({ from: id, to: 'current', locale, limit: limit ?? 25 })
}

/** As many as a request takes; every item that has the attribute is in each. */
const manyRanges = Array.from({ length: maxRanges }, (_, at) => `might:..${1000 + at}`).join()

/** Each substring, then a range of every number at once. */
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

/** As many as a request takes, from all over the list. */
function someIds(endpoint: Endpoint, catalog: Catalog): string[] {
  const ids = idsOf(endpoint, catalog, currentScopeOf(endpoint, catalog))
  const step = Math.max(1, Math.floor(ids.length / 100))
  return ids.filter((_id, at) => at % step === 0).slice(0, 100)
}
