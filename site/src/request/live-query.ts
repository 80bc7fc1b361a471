import type { Api } from '../../../data/api/model/api.ts'
import { pageParams } from './at-patch.ts'

/** The query of a live list's API call, made from a page's query without empty fields and page parameters. */
export function apiQuery(given: URLSearchParams, without: readonly string[] = []): URLSearchParams {
  return new URLSearchParams(
    [...given].filter(([name, value]) => value.trim() !== '' && !pageParams.has(name) && !without.includes(name)),
  )
}

/** The query of a live page with one parameter changed or, without `value`, removed; it starts at the first page again. */
export const changedQuery = (given: URLSearchParams, name: string, value?: string): Record<string, string> => ({
  ...Object.fromEntries(apiQuery(given, [name, 'page'])),
  ...(value !== undefined && { [name]: value }),
})

/**
 * `apiQuery` for the list with this endpoint id, without a page size above the list's default: the page requests further
 * data for each row.
 */
export function listQuery(
  { endpoints }: Pick<Api, 'endpoints'>,
  id: string,
  given: URLSearchParams,
  without?: readonly string[],
): URLSearchParams {
  const query = apiQuery(given, without)
  const max = endpoints.find((endpoint) => endpoint.id === id)?.envelope?.limits.default ?? Infinity
  for (const size of ['limit', 'page_size']) if (Number(query.get(size)) > max) query.delete(size)
  return query
}

/** The query as text with unescaped commas, so that lists of values are readable. */
export const queryText = (query: URLSearchParams): string => String(query).replaceAll('%2C', ',')

/** The API target of a path and a query. */
export const targetOf = (path: string, query: URLSearchParams): string =>
  query.size > 0 ? `${path}?${queryText(query)}` : path
