import { fallbackLocale } from '../../../../data/api/model/values/locales.ts'
import type { Endpoint } from '../../../../data/api/model/endpoint.ts'
import { pageOf, type ApiResponse, type Page } from '../../format/api-response.ts'
import { facetsTarget, pageParams, patchOf, pinOf, type LocalizedPatch } from '../../request/at-patch.ts'
import { embeddedColumns } from '../../request/row-query.ts'
import { composedColumns } from './composed-columns.ts'
import { activeFiltersOf, type ActiveFilter } from './filters/active-filters.ts'
import { columnsParam } from './chosen-columns.ts'
import { allOf, explorerControls, withAttributes, type Control, type Controls } from './filters/controls.ts'
import { humanizeFacets, type Facets } from '../../request/facets.ts'
import { FacetCounts } from './filters/facet-counts.ts'
import { pagePath } from '../../request/explorer.ts'
import { targetOf } from '../../request/live-query.ts'
import { attributeLabels } from '../../request/thing/attribute-labels.ts'
import { rowLookup, type RowLookup } from '../../request/row-lookup.ts'

/** What the explorer shows of a list. */
interface ListPage {
  readonly patch: LocalizedPatch | undefined
  /** Filters and place as the page's URL gives them, without patch and language. */
  readonly given: URLSearchParams
  readonly call: string
  readonly answer: ApiResponse
  readonly page: Page
  /** Rows on all pages; unknown of a long list that does not tell. */
  readonly total: number | undefined
  /** The position of the first row shown, from 1; unknown within a filtered cursor list. */
  readonly from: number | undefined
  readonly controls: Controls
  readonly activeFilters: readonly ActiveFilter[]
  readonly facets: Facets
  readonly lookup: RowLookup
}

const maxChoices = 80

const isUncounted = (control: Control): boolean =>
  control.kind === 'choice' && control.choices.some(({ count }) => count === undefined)

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
  const activeFilters = activeFiltersOf(allOf(controls), given, locals.t)
  // Without a filter the facets contain nearly all of it.
  const isCounting = answer.status === 200 && (activeFilters.length > 0 || allOf(controls).some(isUncounted))
  const counts = new FacetCounts(fetchApi, list, query)
  const counted = isCounting ? await counts.count(controls) : controls
  const all = activeFilters.length === 0 ? lookup.count(pagePath(list)) : undefined
  const total = page.total ?? (isCounting ? await counts.total() : all)
  const from = positionOf(list, page, given, all === undefined ? undefined : { count: all, lookup })
  return { patch, given, call, answer, page, total, from, controls: counted, activeFilters, facets, lookup }
}

const withoutColumns = (given: URLSearchParams) =>
  new URLSearchParams([...given].filter(([name]) => name !== columnsParam))

/** `all` is of the whole list, where nothing is filtered. */
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
