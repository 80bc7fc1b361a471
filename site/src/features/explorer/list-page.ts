import { fallbackLocale } from '../../../../data/api/model/values/locales.ts'
import type { Endpoint } from '../../../../data/api/model/endpoint.ts'
import { pageOf, type ApiResponse, type Page } from '../../format/api-response.ts'
import { facetsTarget, pageParams, patchOf, pinOf, type LocalizedPatch } from '../../request/at-patch.ts'
import { embeddedColumns } from '../../request/row-query.ts'
import { composedColumns } from './composed-columns.ts'
import { activeFiltersOf, type ActiveFilter } from './filters/active-filters.ts'
import { columnsParam } from './chosen-columns.ts'
import { allControls, explorerControls, withAttributes, type Control, type Controls } from './filters/controls.ts'
import { humanizeFacets, type Facets } from '../../request/facets.ts'
import { FacetCounts } from './filters/facet-counts.ts'
import { pagePath } from '../../request/explorer.ts'
import { targetOf } from '../../request/live-query.ts'
import { attributeLabels } from '../../request/thing/attribute-labels.ts'
import { rowLookup, type RowLookup } from '../../request/row-lookup.ts'

/** The data of a page of the explorer. */
interface ListPage {
  readonly patch: LocalizedPatch | undefined
  /** Parameters of the page's URL, without patch, language and empty values. */
  readonly given: URLSearchParams
  readonly call: string
  readonly answer: ApiResponse
  readonly page: Page
  /** Number of rows on all pages; undefined if the list reports no total and is too long to count. */
  readonly total: number | undefined
  /** Position of the first row, from 1; undefined on later pages of a filtered cursor list. */
  readonly from: number | undefined
  readonly controls: Controls
  readonly activeFilters: readonly ActiveFilter[]
  readonly facets: Facets
  readonly lookup: RowLookup
}

/** A filter over rows of another list offers them as choices only if there are no more than these. */
const maxChoices = 80

const hasUncountedChoices = (control: Control): boolean =>
  control.kind === 'choice' && control.choices.some(({ count }) => count === undefined)

/** Loads the rows, filters and counts of a page of the explorer. */
export async function loadListPage(list: Endpoint, url: URL, locals: App.Locals): Promise<ListPage> {
  const { fetchApi } = locals
  const patch = patchOf(url, locals.patches)
  const given = new URLSearchParams(
    [...url.searchParams].filter(([name, value]) => !pageParams.has(name) && value !== ''),
  )
  const locale = patch?.locale ?? fallbackLocale
  const embedded = embeddedColumns(locals.api, list)
  const query = new URLSearchParams([
    ...withAttributes(list, withoutColumns(given)),
    ...Object.entries(pinOf(list, patch)),
    ...(composedColumns(list.resource?.name).heads.length > 0 && embedded.length > 0
      ? [['embed', embedded.join()]]
      : []),
    ['locale', locale],
  ])
  const call = targetOf(list.path, query)
  const lookup = rowLookup(locals, patch)
  const [answer, facetAnswer] = await Promise.all([fetchApi(call), fetchApi(facetsTarget(patch))])
  const facets = facetAnswer.status === 200 ? humanizeFacets(facetAnswer.json as Facets) : {}
  const page = pageOf(answer)
  const choicesOf = (resource: string) => {
    const path = locals.api.resources.get(resource)?.path?.replace(/^\/v2/, '') ?? ''
    return lookup.count(path) > maxChoices ? [] : lookup.all(path).map(({ id, name }) => ({ slug: id, label: name }))
  }
  const attributes = list.filters.some(({ operator }) => operator === 'greatest')
    ? (await attributeLabels(locals, patch)).map(({ field, name }) => ({ slug: String(field), label: String(name) }))
    : []
  const bounds = await lookup.bounds(pagePath(list))
  const controls = explorerControls(list, { facets, choicesOf, bounds, attributes })
  const activeFilters = activeFiltersOf(allControls(controls), given, locals.t)
  // Without an active filter the facets contain nearly all counts.
  const isCounting =
    answer.status === 200 && (activeFilters.length > 0 || allControls(controls).some(hasUncountedChoices))
  const counts = new FacetCounts(fetchApi, list, query)
  const counted = isCounting ? await counts.count(controls) : controls
  const all = activeFilters.length === 0 ? lookup.count(pagePath(list)) : undefined
  const total = page.total ?? (isCounting ? await counts.total() : all)
  const from = positionOf(list, page, given, all === undefined ? undefined : { count: all, lookup })
  return { patch, given, call, answer, page, total, from, controls: counted, activeFilters, facets, lookup }
}

const withoutColumns = (given: URLSearchParams) =>
  new URLSearchParams([...given].filter(([name]) => name !== columnsParam))

/** Returns the position of the first row. `all` describes the whole list; undefined if a filter is active. */
function positionOf(
  { envelope }: Endpoint,
  { rows, pages, page }: Page,
  given: URLSearchParams,
  all: { readonly count: number; readonly lookup: RowLookup } | undefined,
): number | undefined {
  if (pages !== undefined) return (page - 1) * Number(given.get('limit') ?? envelope?.limits.default ?? 1) + 1
  if (!given.has('cursor')) return 1
  if (!['asc', 'desc', null].includes(given.get('sort'))) return undefined
  const position = all?.lookup.positionOf(String(rows[0]?.id))
  if (!all || position === undefined) return undefined
  return given.get('sort') === 'desc' ? all.count - position + 1 : position
}
