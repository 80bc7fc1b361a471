import { jsonOf, pageOf, type ApiClient, type Row } from '../../format/api-response.ts'
import { localeQuery } from '../../format/language.ts'
import type { ResultRow } from '../../format/search/group-results.ts'
import { isCurrent, type LocalizedPatch } from '../../request/at-patch.ts'

/** Rows per page: the maximum of the API. */
const limit = '100'

interface NamedResults {
  readonly rows: readonly ResultRow[]
  readonly total: number
  readonly page: number
  readonly pages: number
  /** The API call that found them; undefined if nothing was searched for. */
  readonly call?: string
}

/**
 * Loads a page of the results for a text at a patch, of one kind or all, or the last page if there are fewer. A text that the API
 * rejects finds nothing. Rejects if the API fails.
 */
export async function findNamed(
  fetchApi: ApiClient,
  patch: LocalizedPatch | undefined,
  text: string,
  requested: number,
  kind?: string,
): Promise<NamedResults> {
  if (text.trim() === '' || !patch) return { rows: [], total: 0, page: 1, pages: 0 }
  const callOf = (page: number) => {
    const query = new URLSearchParams({ q: text, limit, ...(kind && { kind }), ...localeQuery(patch.locale) })
    if (!isCurrent(patch)) query.set('patch', String(patch.id))
    if (page > 1) query.set('page', String(page))
    return `/v2/search?${query}`
  }
  const first = Number.isSafeInteger(requested) && requested > 0 ? requested : 1
  const answer = await fetchApi(callOf(first))
  if (answer.status !== 400) jsonOf(answer)
  const { rows, total = 0, pages = 0 } = pageOf(answer)
  if (first > 1 && first > pages) return findNamed(fetchApi, patch, text, Math.max(1, pages), kind)
  return { rows: rows as readonly (Row & ResultRow)[], total, page: first, pages, call: callOf(first) }
}
