import { jsonOf, type ApiClient } from '../../format/api-response.ts'
import type { Change, ChangeSummary } from './changelog.ts'

/** What the reader wants to see of a patch, as the page's URL says. */
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
  /** The API call that answered it. */
  readonly call: string
  readonly displayed: readonly Change[]
  readonly page: number
  readonly pages: number
  /** Place of the first one shown among all, from 0. */
  readonly from: number
  readonly total: number
}

interface Difference {
  readonly pagination: { readonly total: number; readonly page: number; readonly num_pages: number }
  readonly summary: ChangeSummary
  readonly body: readonly Change[]
}

interface Asking {
  readonly fetchApi: ApiClient
  /** The address in the reader's language. */
  readonly href: (address: string) => string
}

const changesPerPage = 100

export function changeFilterOf(search: URLSearchParams): ChangeFilter {
  const page = Number(search.get('page') ?? '1')
  return {
    resource: search.get('resource') ?? '',
    kind: search.get('kind') ?? '',
    part: (search.get('q') ?? '').trim(),
    forClass: search.get('class') ?? '',
    page: Number.isInteger(page) && page > 0 && page < 1e9 ? page : 1,
  }
}

/** The call for what a filter lets through of what a patch changed. */
export function differenceCall(patchId: number, { resource, kind, part, forClass, page }: ChangeFilter): string {
  const isId = /^id\.[a-z_]+\./.test(part)
  const given = { resource, change: kind, [isId ? 'id' : 'name']: part, class: forClass }
  const query = Object.entries(given).filter(([, value]) => value !== '')
  const paging = { limit: String(changesPerPage), ...(page > 1 && { page: String(page) }) }
  return `/v2/patches/diff?${new URLSearchParams({ to: String(patchId), ...Object.fromEntries(query), ...paging })}`
}

/** One page of what a patch changed against its parent; the last one where there are not that many. */
export async function changesAt(asking: Asking, patchId: number, filter: ChangeFilter): Promise<ChangePage> {
  const call = asking.href(differenceCall(patchId, filter))
  const answer = await asking.fetchApi(call)
  // A value that the API does not know lets nothing through.
  const found = answer.status === 400 ? undefined : (jsonOf(answer) as Difference | undefined)
  const { total = 0, num_pages: pages = 1 } = found?.pagination ?? {}
  if (filter.page > 1 && filter.page > pages) return changesAt(asking, patchId, { ...filter, page: Math.max(1, pages) })
  return {
    call,
    displayed: found?.body ?? [],
    page: filter.page,
    pages: Math.max(1, pages),
    from: (filter.page - 1) * changesPerPage,
    total,
  }
}
