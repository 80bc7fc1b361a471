import { jsonOf, type ApiClient } from '../../format/api-response.ts'
import type { Change, ChangeSummary } from './changelog.ts'

/** The filter of the changes of a patch, from the URL of the page. */
interface ChangeFilter {
  readonly resource: string
  readonly kind: string
  /** An id, or part of a name. */
  readonly part: string
  /** Id of a class. */
  readonly forClass: string
  readonly page: number
}

/** One page of the changes of a patch. */
interface ChangePage {
  /** The API call that returned it. */
  readonly call: string
  readonly displayed: readonly Change[]
  readonly page: number
  readonly pages: number
  /** Index of the first change shown. */
  readonly from: number
  readonly total: number
}

interface Difference {
  readonly pagination: { readonly total: number; readonly page: number; readonly num_pages: number }
  readonly summary: ChangeSummary
  readonly body: readonly Change[]
}

interface DifferenceContext {
  readonly fetchApi: ApiClient
  /** Adds the language of the page to a target. */
  readonly href: (address: string) => string
}

const changesPerPage = 100

/** Parses the filter in the URL of a page. An invalid page counts as the first. */
export function parseChangeFilter(search: URLSearchParams): ChangeFilter {
  const page = Number(search.get('page') ?? '1')
  return {
    resource: search.get('resource') ?? '',
    kind: search.get('kind') ?? '',
    part: (search.get('q') ?? '').trim(),
    forClass: search.get('class') ?? '',
    page: Number.isInteger(page) && page > 0 && page < 1e9 ? page : 1,
  }
}

/** Returns the API call for the changes of a patch that match a filter. */
export function differenceCall(patchId: number, { resource, kind, part, forClass, page }: ChangeFilter): string {
  const isId = /^id\.[a-z_]+\./.test(part)
  const given = { resource, change: kind, [isId ? 'id' : 'name']: part, class: forClass }
  const query = Object.entries(given).filter(([, value]) => value !== '')
  const paging = { limit: String(changesPerPage), ...(page > 1 && { page: String(page) }) }
  return `/v2/patches/diff?${new URLSearchParams({ to: String(patchId), ...Object.fromEntries(query), ...paging })}`
}

/** Loads a page of the changes of a patch from its parent, or the last page if the filter asks for a later one. */
export async function loadChangePage(
  context: DifferenceContext,
  patchId: number,
  filter: ChangeFilter,
): Promise<ChangePage> {
  const call = context.href(differenceCall(patchId, filter))
  const answer = await context.fetchApi(call)
  // A value that the API rejects matches nothing.
  const found = answer.status === 400 ? undefined : (jsonOf(answer) as Difference | undefined)
  const { total = 0, num_pages: pages = 1 } = found?.pagination ?? {}
  if (filter.page > 1 && filter.page > pages)
    return loadChangePage(context, patchId, { ...filter, page: Math.max(1, pages) })
  return {
    call,
    displayed: found?.body ?? [],
    page: filter.page,
    pages: Math.max(1, pages),
    from: (filter.page - 1) * changesPerPage,
    total,
  }
}
