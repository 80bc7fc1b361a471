import { fallbackLocale } from '../../../data/api/locales.ts'
import type { Endpoint } from '../../../data/api/endpoint.ts'
import type { Asked, Page } from './ask.ts'
import { pageOf } from './ask.ts'
import { facetsTarget, pageParams, patchOf, pinOf, type ShownPatch } from './at-patch.ts'
import { chipsOf, type Chip } from './chips.ts'
import { controlsOf, type Control, type Controls, type Facets } from './controls.ts'
import { FacetCounts } from './facet-counts.ts'
import { pagePath } from './explorer.ts'
import { ledgerOf, type Ledger, type Thing } from './ledger.ts'

/** What the explorer shows of a list. */
export interface Explored {
  readonly patch: ShownPatch | undefined
  /** Filters and place as the page's URL gives them, without patch and language. */
  readonly given: URLSearchParams
  readonly call: string
  readonly answer: Asked
  readonly page: Page
  /** Rows on all pages; unknown of a long list that does not tell. */
  readonly total: number | undefined
  /** The place of the first shown row among them, from 1; unknown in the midst of a filtered list that goes by cursor. */
  readonly from: number | undefined
  readonly controls: Controls
  readonly chips: readonly Chip[]
  readonly facets: Facets
  readonly ledger: Ledger
}

const mostChoices = 80

const isUncounted = (control: Control): boolean =>
  control.kind === 'choice' && control.choices.some(({ count }) => count === undefined)

export async function explore(list: Endpoint, url: URL, locals: App.Locals): Promise<Explored> {
  const { ask } = locals
  const patch = patchOf(url, locals.patches)
  const given = new URLSearchParams(
    [...url.searchParams].filter(([name, value]) => !pageParams.has(name) && value !== ''),
  )
  const locale = patch?.locale ?? fallbackLocale
  const query = new URLSearchParams([...given, ...Object.entries(pinOf(list, patch)), ['locale', locale]])
  const call = `${list.path}?${query}`
  const [answer, facetAnswer, ledger] = await Promise.all([
    ask(call),
    ask(facetsTarget(patch)),
    ledgerOf(locals, patch),
  ])
  const facets = facetAnswer.status === 200 ? (facetAnswer.json as Facets) : {}
  const page = pageOf(answer)
  const choicesOf = (resource: string) => {
    const path = locals.api.resources.get(resource)?.path?.replace(/^\/v2/, '') ?? ''
    const things = ledger.byList.get(path) ?? []
    return things.length > mostChoices ? [] : things.map(({ id, name }) => ({ slug: id, label: name }))
  }
  const controls = controlsOf(list, { facets, choicesOf, bounds: ledger.bounds.get(pagePath(list)) })
  const { search, first, more } = controls
  const chips = chipsOf([...(search ? [search] : []), ...first, ...more], given)
  // Without a filter the facets have told nearly all of it.
  const isCounting = answer.status === 200 && (chips.length > 0 || [...first, ...more].some(isUncounted))
  const counts = new FacetCounts(ask, list, query)
  const counted = isCounting ? await counts.count(controls) : controls
  const all = chips.length === 0 ? ledger.byList.get(pagePath(list)) : undefined
  const total = page.total ?? (isCounting ? await counts.total() : all?.length)
  const from = placeOf(list, page, given, all)
  return { patch, given, call, answer, page, total, from, controls: counted, chips, facets, ledger }
}

/** `all` is what the list has in order of ids, where nothing is filtered. */
function placeOf(
  { envelope }: Endpoint,
  { rows, pages, page }: Page,
  given: URLSearchParams,
  all: readonly Thing[] | undefined,
): number | undefined {
  if (pages !== undefined) return (page - 1) * Number(given.get('limit') ?? envelope?.limits.default ?? 1) + 1
  if (!given.has('cursor')) return 1
  const place = all?.findIndex(({ id }) => id === rows[0]?.id) ?? -1
  if (!all || place < 0) return undefined
  return given.get('sort') === 'desc' ? all.length - place : place + 1
}
